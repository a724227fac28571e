-- The recipes that people have saved for themselves.
CREATE TABLE saved_recipes (
    person   INTEGER PRIMARY KEY,
    -- table::recipe_list::RecipeList, as JSON.
    recipes  TEXT NOT NULL,
    -- The time of the newest change, in milliseconds since 1970.
    saved_at INTEGER NOT NULL
) STRICT;
