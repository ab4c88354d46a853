"""How a page calls somebody whose turn it is: by its title, a sound, and a notification where they asked for one."""

from __future__ import annotations

from functools import partial

from tests.page.conftest import Visit
from tests.page.hands import plays
from tests.page.visitor import Visitor

EARS = """
  window.heard = [];
  window.notes = [];
  window.away = false;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    heard.push({ pitch: Math.round(this.frequency.value), audio: this.context });
    return start.apply(this, when);
  };
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      notes.push({ title, ...options });
    }
  };
  Object.defineProperty(document, 'hidden', { get: () => away });
"""
"""Notes every string plucked and every notification; ``away`` is whether the page lies behind another one."""


def heard(visitor: Visitor) -> list[int]:
    """The pitches that this page has sounded."""
    pitches: list[int] = visitor.page.evaluate("heard.map((one) => one.pitch)")
    return pitches


def at_the_table(visit: Visit, **settings: object) -> Visitor:
    """Somebody who sits down to Splendor with a bot, without having begun."""
    anna = visit("Anna", **settings)
    anna.context.add_init_script(EARS)
    anna.opens("splendor")
    anna.presses(".free .plain")
    anna.waits(lambda: len(anna.now["seats"]) == 2, "the bot")
    return anna


def sounded(visitor: Visitor, turns: int) -> bool:
    """Whether the two notes of a turn were heard so many times, and nothing else."""
    return heard(visitor) == turns * [587, 880]


def titled(visitor: Visitor, title: str) -> bool:
    """Whether the page has that title now."""
    return visitor.page.title() == title


def begins(visitor: Visitor) -> None:
    """Start, and come to one's first turn."""
    visitor.presses(".start .primary")
    visitor.waits(lambda: visitor.now["legal"], "the turn")
    visitor.page.wait_for_selector(".splendor")


def test_your_turn_sounds_and_is_in_the_title(visit: Visit) -> None:
    """Every turn of one's own begins with the same two notes, and the title says so while it lasts."""
    anna = at_the_table(visit, muted=False)
    assert anna.page.title() == "Splendor – Bottega"
    begins(anna)
    for turn in (1, 2):
        anna.waits(partial(sounded, anna, turn), "two notes")
        assert anna.page.title() == "● Your turn – Splendor"
        played = anna.now["seq"]
        plays(anna, "splendor", anna.now["legal"][0])
        anna.hears(played + 2)
        anna.gets("legal")
    anna.waits(lambda: anna.page.evaluate("heard[0].audio.state") == "running", "a context that plays")


def test_the_title_while_others_play(visit: Visit) -> None:
    """The title only calls whose turn it is."""
    anna, bob = visit("Anna"), visit("Bob")
    table = anna.opens("splendor")
    bob.sits(table)
    anna.presses(".start .primary")
    mover, other = (anna, bob) if anna.waits(lambda: anna.now["view"]) and anna.now["legal"] else (bob, anna)
    for _ in range(2):
        mover.waits(partial(titled, mover, "● Your turn – Splendor"), "the call")
        other.waits(partial(titled, other, "Splendor – Bottega"), "the quiet")
        plays(mover, "splendor", mover.now["legal"][0])
        mover, other = other, mover
        mover.gets("legal")


def test_a_muted_page_is_silent_until_it_may_sound(visit: Visit) -> None:
    """The box in the settings mutes the page and lets it sound again."""
    anna = at_the_table(visit, muted=True)
    begins(anna)
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_label("Sounds").click()
    anna.page.keyboard.press("Escape")
    assert heard(anna) == []
    plays(anna, "splendor", anna.now["legal"][0])
    anna.waits(lambda: heard(anna) == [587, 880], "two notes")


def test_a_notification_calls_who_looks_elsewhere(visit: Visit) -> None:
    """Asked for in the settings, it comes when the page lies behind another one, and only then."""
    anna = at_the_table(visit)
    anna.context.grant_permissions(["notifications"])
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_label("Tell me when it is my turn").click()
    anna.page.keyboard.press("Escape")
    begins(anna)
    assert anna.page.evaluate("notes") == []
    anna.page.evaluate("away = true")
    plays(anna, "splendor", anna.now["legal"][0])
    anna.waits(lambda: anna.page.evaluate("notes"), "the notification")
    (note,) = anna.page.evaluate("notes")
    assert (note["title"], note["body"]) == ("Your turn", "Splendor")


def test_a_browser_that_refuses_notifications(visit: Visit) -> None:
    """The box gives way to a sentence that says so."""
    anna = visit("Anna")
    anna.context.add_init_script("""
      let permission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = async () => (permission = 'denied');
    """)
    anna.goes("/")
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_label("Tell me when it is my turn").click()
    anna.page.get_by_text("does not allow notifications").wait_for()
    assert anna.page.evaluate("JSON.parse(localStorage.bottega).notify") is False


def test_a_browser_that_grants_notifications_but_shows_none(visit: Visit) -> None:
    """Phones do that to pages: the turn goes on as if nobody had asked."""
    anna = at_the_table(visit, notify=True)
    anna.context.grant_permissions(["notifications"])
    begins(anna)
    anna.page.evaluate(
        """() => {
          away = true;
          window.Notification = class { static permission = 'granted'; constructor() { throw new TypeError(); } };
        }"""
    )
    for _ in range(2):
        plays(anna, "splendor", anna.now["legal"][0])
        anna.waits(lambda: anna.now["legal"], "the next turn")
