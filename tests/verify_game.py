#!/usr/bin/env python3
"""Checks the file of a game by docs/game-file.md and docs/fairness.md alone, with nothing but Python 3.

Written from those two pages, independently of the program, so that a mistake in one is seen by the other. It does not
know the rules: it checks form, sums, commitment and chance, not that an action was allowed.

    python3 tests/verify_game.py [--sum SUM] FILE…

SUM is what the game's last message shows behind the link sign, ten characters or more. Without it, only chance is
checked: the moves are as the file tells them.
"""

import base64
import hashlib
import hmac
import json
import re
import struct
import sys
from collections import Counter

CARDS = """exploding-kitten defuse attack skip favor shuffle see-the-future nope tacocat cattermelon hairy-potato-cat
    beard-cat rainbow-ralphing-cat imploding-kitten alter-the-future draw-from-the-bottom feral-cat reverse
    targeted-attack streaking-kitten super-skip see-the-future-5x alter-the-future-5x swap-top-and-bottom
    catomic-bomb garbage-collection mark curse-of-the-cat-butt alter-the-future-now barking-kitten bury ill-take-that
    personal-attack potluck share-the-future tower-of-power""".split()
KITTENS = ["exploding-kitten", "imploding-kitten"]
MOST_PLAYERS = 9
MOST_CARDS = 112
MOST_DEALS = 20
STEP = ["step", "at", "do", "draws", "events"]
LISTED = {"shuffle", "steal", "gift", "put", "turn-up", "mark", "take"}
COUNTED = {"first", "place", "kitten", "aim", "number"}


def check(is_so, reason):
    if not is_so:
        raise ValueError(reason)


def same(one, other):
    """Compares as JSON does, where true is not 1."""
    return json.dumps(one) == json.dumps(other)


def hmac_sha256(key, message):
    return hmac.new(key, message, "sha256").digest()


def chacha_words(key):
    """Yields the key stream of ChaCha20 without nonce as numbers of 32 bits."""
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    counter = 0
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
        state = list(start)
        for a, b, c, d in (columns + diagonals) * 10:
            for x, y, z, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                state[x] = (state[x] + state[y]) & 0xFFFFFFFF
                mixed = state[z] ^ state[x]
                state[z] = (mixed << turn | mixed >> (32 - turn)) & 0xFFFFFFFF
        yield from ((x + y) & 0xFFFFFFFF for x, y in zip(state, start))
        counter += 1


def number_below(words, limit):
    check(0 < limit <= 2**32, "no number can be drawn")
    return next(word for word in words if word < 2**32 - 2**32 % limit) % limit


def outcome(key, draw):
    info = b"\0".join([b"kittens/1/draw", draw["purpose"].encode(), str(draw["number"]).encode()])
    words = chacha_words(hmac_sha256(hmac_sha256(bytes(32), key), info + b"\x01"))
    if draw["purpose"] in COUNTED:
        return number_below(words, draw["below"])
    if draw["purpose"] != "shuffle":
        return draw["from"][number_below(words, len(draw["from"]))]
    cards = list(draw["from"])
    for i in range(len(cards) - 1, 0, -1):
        j = number_below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def read_lines(data):
    """Returns the object of each line, whose form and sum are right."""
    check(len(data) <= 2**24 and data.endswith(b"\n"), "the file is too large, or its end is missing")
    objects, last_sum = [], b""
    for number, line in enumerate(data[:-1].split(b"\n")):
        check(len(line) <= 2**20, f"line {number + 1} is too long")
        read = json.loads(line)
        written = json.dumps(read, ensure_ascii=False, separators=(",", ":")).encode()
        check(written == line and isinstance(read, dict), f"line {number + 1} is not written as the format says")
        check(number or same(read.get("kittens_game"), 1), "not version 1 of this format")
        body, _, end = line.rpartition(b',"sum":"')
        last_sum = base64.b32encode(hashlib.sha256(last_sum + body).digest())[:28]
        check(end == last_sum + b'"}', f"the sum of line {number + 1} is wrong")
        objects.append(read)
    return objects


def check_deal(rules, draws, names):
    """Checks which cards were shuffled; their order is checked as that of all draws."""
    *for_stash, first, second = (draw for draw in draws if draw["purpose"] == "shuffle")
    stash = rules.get("stash_cards", 0)
    numbers = [rules["spare_defuse_count"], stash, *rules["deck"].values(), *rules["hazards"].values()]
    check(all(0 <= number <= MOST_CARDS for number in numbers), "the numbers of cards")
    spare = ["defuse"] * rules["spare_defuse_count"]
    early, late = (spare, []) if rules["spare_defuses"] == "before-deal" else ([], spare)
    dealt = Counter({card: n for card, n in rules["deck"].items() if card not in KITTENS + ["defuse"]}) + Counter(early)
    tower = ["tower-of-power"] * dealt["tower-of-power"]
    for laid in for_stash:
        del dealt["tower-of-power"]
        check(laid["from"] == sorted(dealt.elements(), key=CARDS.index), "the stash is laid of other cards")
        left = laid["result"][: len(laid["result"]) - stash]
        check(first["from"] == left + tower, "other cards are dealt than the stash leaves")
    dealing = for_stash or first["from"] == sorted(dealt.elements(), key=CARDS.index)
    check(dealing, "other cards are dealt than the rules say")
    kittens = [card for card in KITTENS for _ in range(rules["hazards"].get(card, 0))]
    rest = first["result"][: len(first["result"]) - len(names) * rules["cards_dealt"]]
    check(second["from"] == rest + kittens + late, "other cards are in the pile than the rules say")


def check_names(line, players):
    fields = ["names", *["stand_in"] * ("stand_in" in line), "sum"]
    check(list(line) == fields and len(line["names"]) == players, "the names")
    check(line.get("stand_in", True) is True, "a stand-in")
    are_names = (isinstance(name, str) or type(name) is int and 0 < name < 2**22 for name in line["names"])
    check(all(are_names), "the names")


def notes(head):
    """Returns what is to be said of the clicks that took part in the chance."""
    is_day = head["game"].startswith("0/")
    shares = [] if is_day else [int(share) for share in head["proof"]["shares"]]
    people = [player["kind"] for player in head["players"]].count("person")
    if len(shares) < people:
        yield f"fewer clicks took part in the chance ({len(shares)}) than people played ({people})"
    made = [1_420_070_400_000 + (share >> 22) for share in shares]
    disorder = any(later + 10_000 < earlier for i, later in enumerate(made) for earlier in made[:i])
    if any(time > head["dealt_at"] + 10_000 for time in made) or disorder and head["game"].endswith(".1"):
        yield "the times in the ids of the clicks contradict the order in which they were taken"


def check_game(data, shown_sum):
    head, *steps, end, names_line = read_lines(data)
    check(list(head) == ["kittens_game", "game", "rules", "players", "first", "dealt_at", "proof", "sum"], "head")
    names = [player["seat"] for player in head["players"]]
    check(1 < head["rules"]["players"] <= MOST_PLAYERS, "the number of players")
    check(names == [chr(65 + i) for i in range(head["rules"]["players"])], "the players' letters")
    proof, key, counts, last_at = head["proof"], None, Counter(), head["dealt_at"]
    if proof:
        secret, game = bytes.fromhex(proof["secret"]), head["game"].encode()
        check(re.fullmatch(r"(0/[1-9]\d*\.1|[1-9]\d*/[1-9]\d*\.[1-9]\d*)", head["game"]), "the id of the game")
        check(all(re.fullmatch(r"[1-9]\d{0,19}", share) for share in proof["shares"]), "the shares")
        deals = [[], *([str(deal)] for deal in range(2, MOST_DEALS + 1))]
        check(not head["game"].startswith("0/") or proof["shares"] in deals, "the share of a day")
        commitment = hashlib.sha256(b"\0".join([b"kittens/1/commitment", game, secret])).hexdigest()
        check(commitment == proof["commitment"], "the secret does not fit the commitment")
        key = hmac_sha256(secret, b"\0".join([b"kittens/1/key", game, ",".join(proof["shares"]).encode()]))
    for number, step in enumerate(steps):
        check(list(step) == [*STEP[: 5 if number else 4], "sum"], f"step {number}: fields")
        check(same(step["step"], number) and step["at"] >= last_at, f"step {number}: its number or time")
        check((step["do"] == "deal") == (number == 0), f"step {number}: the deal is step 0")
        last_at = step["at"]
        for draw in step["draws"]:
            options = "below" if draw["purpose"] in COUNTED else "from"
            check(draw["purpose"] in COUNTED | LISTED, f"step {number}: purpose")
            check(list(draw) == ["purpose", "number", options, "result"], f"step {number}: fields of a draw")
            check(same(draw["number"], counts[draw["purpose"]]), f"step {number}: a draw is missing or doubled")
            counts[draw["purpose"]] += 1
            check(not key or same(draw["result"], outcome(key, draw)), f"step {number}: not what chance decided")
    check(steps and steps[0]["at"] == head["dealt_at"], "the time of the deal")
    purposes = [draw["purpose"] for draw in steps[0]["draws"]]
    shuffles = 3 if head["rules"].get("stash_cards", 0) else 2
    check(purposes == ["first"] * (not head["first"]) + ["shuffle"] * shuffles, "step 0: draws")
    check_deal(head["rules"], steps[0]["draws"], names)
    check(list(end) == ["end", "steps", "winner", "sum"] and same(end["steps"], len(steps)), "the end")
    check((end["end"], end["winner"]) in [("stopped", None), *(("won", name) for name in names)], "the winner")
    check_names(names_line, len(names))
    check(end["sum"].startswith(shown_sum), f"other moves, or another game: its sum is {end['sum']}")
    moves = "the moves are those of the message" if shown_sum else "the moves are as this file tells them"
    return [moves, *(notes(head) if proof else ["without a proof of its chance"])]


def main(arguments):
    shown_sum, paths, failed = "", arguments, False
    if arguments[:1] == ["--sum"]:
        shown_sum, paths = "".join(arguments[1:2]).upper(), arguments[2:]
        if len(shown_sum) < 10:
            sys.exit("a sum has ten characters or more")
    for path in paths:
        try:
            with open(path, "rb") as file:
                found = check_game(file.read(2**24 + 1), shown_sum)
            print(f"{path}: right: {'; '.join(found)}")
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            failed = True
            print(f"{path}: wrong: {error}")
    return int(failed or not paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
