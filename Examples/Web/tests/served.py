"""What the tests of the page share: its server, and a page of Chromium that is open on it."""
import atexit
import json
import os
import subprocess
import time
import urllib.request

from playwright.sync_api import sync_playwright

import checks
from checks import check, errors, here, pictures

server = subprocess.Popen([os.path.join(here, "serve"), "--built", "0"], stdout=subprocess.PIPE, text=True)
atexit.register(server.terminate)
base = server.stdout.readline().strip()
playwright = sync_playwright().start()
atexit.register(playwright.stop)
browser = checks.launch(playwright)
page = checks.watched(browser.new_page(viewport={"width": 1100, "height": 760}))


def tell(path):
    return json.load(urllib.request.urlopen(base + path))


def until(holds, seconds=10):
    return checks.until(page, holds, seconds)


def run(code):
    return page.evaluate(code)


def open_page(path="/"):
    page.goto(base + path)
    return until(lambda: run("globalThis.feed?.get().count > 0"))


def type_fast(field, text):
    """A letter each 30 ms, by timers of the page: on a busy machine, too, they come before one of the page that is due later."""
    page.focus(field)
    page.evaluate("text => [...text].forEach((letter, k) => setTimeout(() => document.execCommand('insertText', false, letter), 30 * k))", text)


def places():
    """Where the rows are that show."""
    return {
        row["id"]: row["top"]
        for row in run(
            """(() => { const { top, bottom } = list.getBoundingClientRect();
            return [...document.querySelectorAll('article')].map(e => ({ id: e.row.id, top: e.getBoundingClientRect().top, bottom: e.getBoundingClientRect().bottom }))
              .filter(row => row.bottom > top && row.top < bottom) })()"""
        )
    }


def moved(before):
    """The farthest that a row went that shows before and after, in pixels; and how many there are."""
    after = places()
    both = before.keys() & after.keys()
    return max((abs(before[row] - after[row]) for row in both), default=999), len(both)


def scroll_on(ends=("end", "failed", "waiting", "offline", "stalled")):
    seen = set()
    for _ in range(1_000):
        seen.update(places())
        run("list.scrollBy(0, 400)")
        page.wait_for_timeout(20)
        state = run("({ end: feed.get().footer.type, isLast: list.scrollTop + list.clientHeight >= list.scrollHeight - 2 })")
        if state["isLast"] and state["end"] in ends:
            break
    seen.update(places())
    return seen


def picture(name):
    page.screenshot(path=os.path.join(pictures, name + ".png"))


first_row = """(() => {
  const { top } = list.getBoundingClientRect();
  const element = [...list.querySelectorAll('article')].find((element) => element.getBoundingClientRect().bottom > top + 1);
  return element && [element.row.id, Math.round(element.getBoundingClientRect().top - top)];
})()"""


def settle():
    """No request for 300 ms, and what came is drawn."""
    seen, since = None, time.time()
    while time.time() < since + 0.3:
        now = run("[server.requests, feed.get().version, list.scrollTop]")
        if now != seen:
            seen, since = now, time.time()
        page.wait_for_timeout(40)


def drawn(milliseconds=60):
    """Waits, and then for five frames in which nothing moves: on a busy machine a frame takes longer than any wait."""
    page.wait_for_timeout(milliseconds)
    run("""new Promise((done) => {
      let last = "", same = 0, left = 200;
      const look = () => {
        const rows = [...list.querySelectorAll("article")];
        const now = JSON.stringify([list.scrollTop, list.scrollHeight, rows.map((row) => row.getBoundingClientRect().top)]);
        same = now === last ? same + 1 : 0;
        last = now;
        if (same === 5 || --left === 0) done(); else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })""")


def finish(allowed=()):
    """Ends the test: in the console stands no error but those that a test makes on purpose."""
    # A status that is no success, and a network that is away, are errors of the console, too.
    others = [error for error in errors if not error.startswith("Failed to load resource") and not any(text in error for text in allowed)]
    check("no error in the console", not others, others)
    browser.close()
    checks.finish()
