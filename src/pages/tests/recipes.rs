//! Recipes: found by commands, saved under a name, shared, and required by a server.

use rules::{Edition, Recipe, RecipeCode, RecipeCodeError, Title};
use table::pages::recipes::{RecipeGroup, Shelf};
use table::pages::settings::{ServerChange, ServerSettingsStore as _};
use table::recipe_list::{ChosenRecipe, MAX_OWN, RecipeChange, SavedRecipe};

use super::*;

/// Returns the code of a playable recipe with this number of Nope cards.
fn code(nopes: usize) -> RecipeCode {
    let mut recipe = Recipe::of_edition(Edition::built_in(EditionId::ORIGINAL));
    assert_eq!(recipe.set_count(Title::Nope, nopes), Ok(()));
    recipe.code()
}

fn click(request: RecipeRequest) -> InteractionRequest {
    InteractionRequest::PageCommand(PageIntent::Recipe(request))
}

fn save(nopes: usize, shelf: Shelf, name: &str) -> InteractionRequest {
    InteractionRequest::NameRecipe(code(nopes), shelf, Some(name.to_owned()))
}

fn new_table(recipe: &str) -> InteractionRequest {
    InteractionRequest::NewTable(NewTableCommand {
        recipe: Some(recipe.to_owned()),
        ..NewTableCommand::default()
    })
}

fn bad(why: RecipeCodeError) -> Value {
    error(InteractionError::RecipeCode(why))
}

#[tokio::test(start_paused = true)]
async fn a_saved_recipe_is_suggested_shown_and_played_by_its_name_or_its_code() {
    let fixture = Fixture::with_burst(100).await;
    let page = fixture
        .serve(save(9, Shelf::Own, "Cat War"))
        .await
        .to_string();
    assert!(page.contains("Recipe: Cat War"), "{page}");
    let manages = |context: &mut ChannelContext| {
        context.member_permissions |= Permissions::MANAGE_GUILD;
    };
    let servers = save(9, Shelf::Server, "Cat War");
    let page = fixture.serve_where(servers, manages).await.to_string();
    assert!(page.contains("Cat War"), "{page}");
    let typed = InteractionRequest::Autocomplete {
        of: Suggested::Recipes,
        typed: "cat w".to_owned(),
    };
    let choices = &fixture.serve(typed).await["data"]["choices"];
    let saved = json!([{ "name": "Cat War", "value": code(9).as_str() }]);
    assert_eq!(*choices, saved);
    let shown = fixture
        .serve(InteractionRequest::Recipe(Some("CAT WAR ".to_owned())))
        .await;
    assert!(shown.to_string().contains(code(9).as_str()), "{shown}");
    let lobby = fixture
        .serve(new_table(&code(9).as_str().to_lowercase()))
        .await
        .to_string();
    assert!(
        lobby.contains("**Cat War**, a recipe from **Original**"),
        "{lobby}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_bad_code_is_refused_with_a_reason() {
    let fixture = Fixture::with_burst(100).await;
    let known = code(9).to_string();
    let later = format!("2{}", &known[1..]);
    let swapped = known.replacen(&known[3..4], if &known[3..4] == "0" { "1" } else { "0" }, 1);
    for (text, expected) in [
        ("0".repeat(61), bad(RecipeCodeError::TooLong)),
        (later, bad(RecipeCodeError::LaterVersion)),
        (swapped, bad(RecipeCodeError::Damaged)),
        (
            "no such recipe!".to_owned(),
            error(InteractionError::UnknownRecipe),
        ),
        ("cats".to_owned(), error(InteractionError::UnknownRecipe)),
    ] {
        assert_eq!(fixture.serve(new_table(&text)).await, expected, "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_eleventh_recipe_a_name_without_letters_and_an_unplayable_deck_are_refused() {
    let fixture = Fixture::with_burst(100).await;
    for nopes in 0..MAX_OWN {
        fixture
            .serve(save(nopes, Shelf::Own, &format!("No {nopes}")))
            .await;
    }
    let full = error(InteractionError::RecipesFull { most: MAX_OWN });
    assert_eq!(
        fixture.serve(save(MAX_OWN, Shelf::Own, "One more")).await,
        full
    );
    let invisible = InteractionRequest::NameRecipe(code(1), Shelf::Own, None);
    let refused = error(InteractionError::RecipeName);
    assert_eq!(fixture.serve(invisible).await, refused);
    fixture
        .serve(click(RecipeRequest::Delete(code(0), Shelf::Own)))
        .await;
    let saved = fixture.serve(save(MAX_OWN, Shelf::Own, "One more")).await;
    assert!(saved.to_string().contains("Recipe: One more"), "{saved}");
    let mut empty = Recipe::of_edition(Edition::built_in(EditionId::ORIGINAL));
    for title in Title::ALL {
        assert_eq!(empty.set_count(title, 0), Ok(()));
    }
    let empty = InteractionRequest::NameRecipe(empty.code(), Shelf::Own, Some("Air".to_owned()));
    let refused = fixture.serve(empty).await.to_string();
    assert!(refused.contains("this deck needs at least"), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_shared_recipe_opens_a_table_under_the_name_of_its_owner() {
    let fixture = Fixture::with_burst(100).await;
    let (bob, name) = (UserId(77), "Bob's *war*".try_into().expect("a name"));
    let saved = RecipeChange::Save(SavedRecipe {
        name,
        code: code(9),
    });
    let stored = fixture.database.change_recipes(bob, saved, Millis(1));
    stored.await.expect("memory is writable");
    fixture.serve(save(9, Shelf::Own, "Mine")).await;
    let card = fixture.serve(click(RecipeRequest::Share(code(9)))).await;
    assert_eq!(card["type"], 4);
    let text = card.to_string();
    assert!(
        text.contains("Recipe: Mine") && text.contains("**Original**, but: Nope: 9"),
        "{text}"
    );
    let control =
        table::control::NO_TABLE.button(PageIntent::Recipe(RecipeRequest::Open(code(9), bob)));
    let meaning = control.with_values::<&str>(&[]).expect("a button");
    let lobby = fixture
        .serve(InteractionRequest::UseControl(control, meaning))
        .await
        .to_string();
    assert!(
        lobby.contains(r"**Bob's \\*war\\***, a recipe from"),
        "{lobby}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_built_in_recipe_is_named_in_the_language_of_each_reader() {
    let fixture = Fixture::with_burst(100).await;
    let by_name = InteractionRequest::NewTable(NewTableCommand {
        recipe: Some("nothing but cats".to_owned()),
        language: Some(Locale::nearest("it")),
        ..NewTableCommand::default()
    });
    let lobby = fixture.serve(by_name).await.to_string();
    assert!(lobby.contains("**Solo gatti**, una ricetta da"), "{lobby}");
}

#[tokio::test(start_paused = true)]
async fn recipes_are_read_once_a_minute_however_much_is_typed() {
    let fixture = Fixture::with_burst(100).await;
    fixture.serve(save(9, Shelf::Own, "Cat War")).await;
    let before = fixture.database.recipe_reads.load(Ordering::Relaxed);
    for typed in ["c", "ca", "cat"] {
        let typed = InteractionRequest::Autocomplete {
            of: Suggested::Recipes,
            typed: typed.to_owned(),
        };
        let choices = fixture.serve(typed).await.to_string();
        assert!(choices.contains("Cat War"), "{choices}");
    }
    assert_eq!(
        fixture.database.recipe_reads.load(Ordering::Relaxed),
        before
    );
}

#[tokio::test(start_paused = true)]
async fn a_server_may_allow_its_own_recipes_only() {
    let fixture = Fixture::with_burst(100).await;
    let refused = fixture.serve(save(9, Shelf::Server, "House rules")).await;
    assert_eq!(refused, error(InteractionError::ManageServerOnly));
    let name = "House rules".try_into().expect("a name");
    let guild = table::ids::GuildId(GUILD.get());
    let saved = RecipeChange::Save(SavedRecipe {
        name,
        code: code(9),
    });
    let store = &fixture.personal_data;
    let stored = store.change_server_recipes(guild, saved).await;
    stored.expect("memory is writable");
    let only = store
        .change_settings(guild, ServerChange::OnlyListed(true))
        .await;
    assert!(only.is_ok_and(|settings| settings.only_listed()));
    let refused = error(InteractionError::OnlyListedRecipes);
    assert_eq!(fixture.serve(new_table(code(8).as_str())).await, refused);
    let classic = InteractionRequest::NewTable(NewTableCommand {
        edition: Some(EditionId::CLASSIC),
        ..NewTableCommand::default()
    });
    assert_eq!(fixture.serve(classic).await, refused);
    let lobby = fixture.serve(super::new_table()).await.to_string();
    assert!(lobby.contains("**House rules**, a recipe from"), "{lobby}");
}

#[tokio::test(start_paused = true)]
async fn the_page_of_a_recipe_leads_to_its_form_and_its_rules() {
    let fixture = Fixture::with_burst(100).await;
    let form = fixture
        .serve(click(RecipeRequest::AskName(code(9), Shelf::Own)))
        .await;
    assert_eq!(form["type"], 9);
    assert_eq!(
        form["data"]["components"][0]["components"][0]["max_length"],
        32
    );
    let page = fixture
        .serve(click(RecipeRequest::Show(code(9), RecipeGroup::Nopes)))
        .await;
    assert!(page.to_string().contains("Nope: 9"), "{page}");
    let name = "Bob's: quiet *war*".try_into().ok();
    let cards = PageIntent::Read(RulesView {
        book: ChosenRecipe {
            name,
            code: code(0),
        }
        .into(),
        topic: Topic::Cards,
    });
    let rules = fixture
        .serve(InteractionRequest::PageCommand(cards))
        .await
        .to_string();
    assert!(
        rules.contains("**Skip**")
            && !rules.contains("**Nope**")
            && rules.contains("Bob's\u{a789} quiet \\\\*war\\\\*"),
        "{rules}"
    );
}
