"""The page that breaks its server, in headless Chromium: `tests/break.py [FOLDER]` writes screenshots there."""
import functools
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import checks
from checks import check, errors, here, pictures


class Files(http.server.SimpleHTTPRequestHandler):
    """Static files, and nothing else."""

    def log_message(self, *arguments):
        pass


files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=os.path.join(here, "site")))
threading.Thread(target=files.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{files.server_port}/break.html"


def run(code, *more):
    return page.evaluate(code, *more)


def until(holds, seconds=10):
    return checks.until(page, holds, seconds)


def settled():
    """No load is under way, and none waits."""
    return until("(() => { const { isLoading, isLoadingMore, isRefreshing, footer } = page.feed.get();"
                 "return !isLoading && !isLoadingMore && !isRefreshing && footer.type !== 'waiting' })()", 20)


def fresh(address=None):
    page.goto("about:blank")
    page.goto(address or base)
    check("the page is there", until("globalThis.page?.feed?.get().count > 0", 60), errors)


def to_end():
    """Scrolls until the list ends."""
    run("page.server.delay = 5")
    for _ in range(400):
        if run("page.feed.get().footer.type === 'end'"):
            return True
        run("list.scrollBy(0, 400)")
        page.wait_for_timeout(15)
    return False


def tab_to(selector, key="Tab"):
    """By the key Tab alone."""
    for _ in range(300):
        if run("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    check(f"{key} leads to {selector}", False)


def by_keyboard():
    """The six things to try, by keyboard alone."""
    fresh()
    done = lambda: run("[...document.querySelectorAll('#steps .done')].map(step => step.dataset.step)")
    tab_to("#list")
    page.keyboard.press("End")
    until("page.feed.get().count > 20")
    # Past the buttons of the rows, which would be read on the way.
    page.keyboard.press("Control+End")
    tab_to("[data-fault=cut]")
    page.keyboard.press("Enter")
    tab_to("#list *", "Shift+Tab")
    page.keyboard.press("End")
    until("page.feed.get().footer.type === 'failed'")
    check("a page that was cut is told, with a button", "ends in the middle" in page.inner_text(".feed-footer"))
    check("and in red, since someone has to act", run("document.querySelector('[data-kind=append]').classList.contains('act')"))
    tab_to("#wrong summary")
    page.keyboard.press("Enter")
    check("why nothing loads is told at a key", until("document.getElementById('why').checkVisibility()") and "scrolling does not repeat it" in page.inner_text("#why"), page.inner_text("#why"))
    tab_to(".feed-footer button", "Shift+Tab")
    page.keyboard.press("Enter")
    until("page.feed.get().count > 40")
    check("and nothing once all is well", until("document.getElementById('wrong').hidden"))
    tab_to("[data-fault=insert]")
    page.keyboard.press("Space")
    tab_to("#refresh", "Shift+Tab")
    page.keyboard.press("Enter")
    until("page.feed.get().items[0].isNew")
    tab_to("#time")
    page.keyboard.press("ArrowLeft")
    until("page.past")
    check("six things are tried by keyboard alone", sorted(done()) == ["back", "break", "refresh", "retry", "scroll", "why"], done())
    tab_to("#now")
    page.keyboard.press("Enter")
    check("and now it is now", until("!page.past && list.feed === page.feed"))


def switches():
    """Each fault leads to a state with a way on, and the list is whole in the end."""
    for fault, count, ends in [
        ("fail", 137, "failed"), ("busy", 137, "waiting"), ("cut", 137, "failed"), ("slow", 137, "loading"), ("offline", 137, "offline"),
        ("insert", 140, "end"), ("delete", 132, "end"), ("refuse", 137, "end"),
    ]:
        fresh()
        page.click(f"[data-fault={fault}]")
        if fault == "refuse":
            page.click("article button >> nth=2")
            until("!document.getElementById('refused').hidden")
            name = run("page.feed.get().items[2].name")
            check("a like that is refused is taken back, and told", page.inner_text("#refused").startswith(f"The server refuses the like of {name}"))
            page.click("#again")
            check("sent again it stays", until("page.server.rows.some(row => row.liked) && !page.feed.edits.length"))
        elif ends != "end":
            run("list.scrollTo(0, 1e6)")
            check(f"{fault}: the end is {ends}", until(f"page.feed.get().footer.type === {json.dumps(ends)}"), run("page.feed.get().footer"))
            if ends != "loading":
                page.wait_for_timeout(100)
                check("  and has a button, in sight", run("document.querySelector('.feed-footer button').getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom"))
            if fault == "busy":
                wait = run("page.feed.get().retryAt - Date.now()")
                check("  after four seconds", 3000 < wait <= 4000, wait)
            if fault in ("slow", "offline"):
                page.click(f"[data-fault={fault}]")
            elif fault != "busy":
                page.click(".feed-footer button")
        if fault == "delete":
            check("what the server has now is told", until("document.getElementById('count').textContent === '20 rows · server: 132'"), page.inner_text("#count"))
            page.click("article button >> nth=2")
            check("a like of a row that is gone is refused", until("document.getElementById('refused').textContent.includes('to like: deleted')"))
            page.click("#never")
        check(f"{fault}: it goes on to the end", to_end(), run("page.feed.get().footer.type"))
        if fault == "insert":
            check("  new rows are said to be there", "3 new on the server" in page.inner_text("#truth"), page.inner_text("#truth"))
            page.click("#refresh")
            until("page.feed.get().count === 140")
        rows = run("page.feed.get().count"), page.inner_text("#truth")
        gone = 5 if fault == "delete" else 0
        check(f"  {count} rows, none twice, none lost", rows[0] - gone == count and rows[1].startswith("No row twice, none lost"), rows)


def gaps():
    """More than a page of new rows: those that were there stay, below a gap."""
    fresh()
    run("page.server.delay = 60")
    run("list.scrollTo(0, 600)")
    settled()
    page.click("[data-fault=many]")
    page.click("#refresh")
    check("25 new rows leave a gap", until("page.feed.get().gaps.length === 1") and run("page.feed.get().gaps[0].index") == 20, run("page.feed.get().gaps"))
    check("which the log tells", until("document.getElementById('log').textContent.includes('so a gap is below them')"))
    check("five of them are not there", "5 new on the server" in page.inner_text("#truth"), page.inner_text("#truth"))
    check("why it does not load is told", until("document.getElementById('why').textContent.includes('tap the gap')"))
    for _ in range(200):
        if run("!!list.querySelector('.feed-gap button')"):
            break
        run("list.scrollBy(0, -60)")
        page.wait_for_timeout(20)
    page.click("[data-fault=busy]")
    page.click(".feed-gap button")
    check("a gap that waits says how long", until("/Trying again in [1-4] s/.test(list.querySelector('.feed-gap')?.textContent)"), page.inner_text("#list"))
    check("and its load is drawn", until("document.querySelectorAll('.state.lit')[3].dataset.state === 'waiting'"))
    page.click(".feed-gap button")
    check("it is filled, and closes", until("page.feed.get().gaps.length === 0 && page.feed.get().gaps.every(({ load }) => load.type !== 'loading')"))
    settled()
    check("and nothing is lost", until("document.getElementById('truth').textContent === 'No row twice, none lost'"), page.inner_text("#truth"))
    check("the log has the tap", until("document.getElementById('log').textContent.includes('is tapped → gap loads as request ')"))
    step = run("page.feed.steps.findIndex(step => step.action === 'fill')")
    run(f"page.travel({step})")
    until(f"page.past?.steps?.length === {step}")
    page.wait_for_timeout(100)
    check("a gap of the past is read only", run("[...list.querySelectorAll('.feed-gap button')].every(button => button.disabled) && page.past.get().gaps.length") == 1)
    page.click("#now")
    same_in_program("a script with a gap")
    page.click("#link")
    until("document.getElementById('copied').textContent.includes('link')")
    link, steps = page.input_value("#copy"), run("page.feed.steps.length")
    fresh(link)
    check("a link with a gap leads there", until(f"page.feed.steps?.length >= {steps}") and run("page.feed.steps.filter(step => step.action === 'fill' && !step.refusal).length") == 1)
    # As it was before there were gaps.
    older = run("""async () => {
      const { pack } = await import('./session.js'), row = (id) => ({ id, name: `Row ${id}` }), rows = (from) => Array.from({ length: 20 }, (_, k) => row(from + k));
      const page = (ticket, from) => ({ action: 'page', values: [ticket, { offset: 20, page: 1 }, null, 99], rows: rows(from) });
      return location.href.split('#')[0] + '#' + await pack({ steps: [{ action: 'start', values: [] }, page(1, 50), { action: 'refresh', values: [] }, page(2, 1)], changes: [] });
    }""")
    fresh(older)
    check("an older link is of a list without gaps", run("page.feed.get().count === 20 && !page.feed.get().gaps.length && !('gap' in page.feed.loads)"), run("page.feed.get().count"))
    check("and has no word of them", until("document.querySelector('[data-kind=gap]').hidden && document.getElementById('log').textContent.includes('it begins again with them')"))


def plain_log():
    """The log has no word of the machine: those are in the scripts that are handed on."""
    until("document.getElementById('log').textContent.length > 100")
    words = run("""() => {
      const said = document.getElementById('log').textContent;
      return [said.match(/\\b(append|prepend|exhausted|ticket|undefined|NaN|[a-z]+[A-Z]\\w*)\\b|\\$\\d/g) ?? [], said.length];
    }""")
    check("  the log is in plain words", words[0] == [] and words[1] > 100, words)


def same_in_program(name):
    """The script of the session leads feed-repl to the same rows."""
    plain_log()
    page.click("#script")
    until("document.getElementById('copied').textContent.includes('script')")
    script, rows = page.input_value("#copy"), run("page.feed.get().items.map(row => row.name)")
    program = os.environ.get("FEED_REPL")
    if not program:
        return print("FEED_REPL names no program: the script is not tried")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "broken.feed"), "w") as file:
            file.write(script)
        done = subprocess.run([program, "-q", "run", "broken.feed", "-e", f"items 0..{len(rows) - 1}; save broken.swift"],
                              cwd=folder, capture_output=True, text=True)
        shown = [re.sub(r"^\s*\d+\s+\d+\s+", "", line) for line in done.stdout.splitlines() if re.match(r"\s*\d+\s+\d+\s", line)]
        check(f"{name} leads feed-repl to the same rows and ends", done.returncode == 0 and shown == rows, done.stderr or (shown, rows))
        check("which saves them as a Swift test", os.path.exists(os.path.join(folder, "broken.swift")))


def travels():
    """Each step, a link, a script."""
    fresh()
    for fault in ("cut", "insert", "delete"):
        page.click(f"[data-fault={fault}]")
        run("list.scrollBy(0, 900)")
        page.wait_for_timeout(500)
        run("page.feed.retry()")
    page.click("article button >> nth=4")
    settled()
    page.click("#refresh")
    settled()
    wrong = run("""async () => {
      const wrong = [], { steps } = page.feed, turn = () => new Promise(requestAnimationFrame);
      for (let to = 1; to < steps.length; to++) {
        await page.travel(to);
        await turn(), await turn();
        const { past } = page, here = document.querySelector('#log .here'), lit = [...document.querySelectorAll('.state.lit')].map(e => e.dataset.state);
        const loads = JSON.stringify(Object.values(steps[to - 1].loads));
        if (JSON.stringify(Object.values(past.loads)) !== loads || JSON.stringify(lit) !== loads || !(here.from <= to && to <= here.step) || list.feed !== past) wrong.push(to);
      }
      return [wrong, steps.length];
    }""")
    check("phone, diagram and log go back to each step", wrong[0] == [] and wrong[1] > 10, wrong)
    page.click("#now")
    page.wait_for_timeout(300)
    picture = """(() => { const feed = page.past ?? page.feed, { items, footer, header } = feed.get();
      return JSON.stringify([items, footer, header, feed.loads, feed.edits, feed.steps.map(s => [s.action, s.times, s.refusal, s.effects])]) })()"""
    page.click("#link")
    until("document.getElementById('copied').textContent.includes('link')")
    link, steps = page.input_value("#copy"), run("page.feed.steps.length")
    now = run(f"page.travel({steps - 1}).then(() => {picture})")
    fresh(link)
    there = run(f"page.travel({steps - 1}).then(() => {picture})")
    check("a link leads to the same session", there == now, (now, there))
    page.click("#now")
    check("which goes on to the end", to_end() and "No row twice, none lost" in page.inner_text("#truth"), page.inner_text("#truth"))
    run("page.travel(3)")
    until("page.past")
    page.click("#on")
    check("so does any step of the past", until("page.feed.steps?.length >= 3 && !page.past") and to_end())
    page.click("#new")
    until("page.feed.steps?.length < 10")
    page.click("#undo")
    until("page.feed.steps?.length > 10")
    page.click("#undo")
    check("and what came after it can be had back", until(f"page.feed.steps?.length >= {steps}"), run("page.feed.steps?.length"))
    check("which is said to come from a link", f"from a link: {steps} steps" in page.inner_text("#told"), page.inner_text("#told"))
    run("page.travel(3)")
    until("page.past")
    page.click("#link")
    check("a link of the past says how far it goes", until("document.getElementById('copied').textContent.includes('3 steps, those up to here')"))
    fresh(base + "#damaged")
    check("a damaged link is told, and gone", "damaged" in page.inner_text("#told") and "#" not in page.url)
    page.click("#refresh")
    check("until it is read", not page.is_visible("#told"))

    fresh(link)
    settled()
    same_in_program("a script")


def past():
    """What is past is read only, and what came with an answer goes with its step."""
    fresh()
    page.click("[data-fault=offline]")
    step = 1 + run("page.feed.steps.findIndex(step => step.action === 'online')")
    run("list.scrollBy(0, 900)")
    for to in (step - 1, step):
        run(f"page.travel({to})")
        until(f"page.past?.steps?.length === {to}")
        page.wait_for_timeout(100)
        enabled = run("[...document.querySelectorAll('[data-fault], #refresh, #phone button')].filter(button => !button.disabled).length")
        check(f"nothing can be switched in step {to}", enabled == 0, enabled)
    page.click("#on")
    check("offline and what the machine was told of it are one step", until("!page.past && page.server.faults.has('offline')"))
    page.click("#undo")
    until("page.feed.steps?.length > 2")
    run(f"page.travel({step - 1})")
    until("page.past")
    page.click("#on")
    check("and before it neither is", until("!page.past && page.feed.steps") and not run("page.server.faults.size"))
    fresh()
    page.click("[data-fault=fail]")
    run("list.scrollTo(0, 1e6)")
    until("page.feed.get().footer.type === 'failed'")
    step = run("page.feed.steps.findIndex(step => step.action === 'fail')")
    run(f"page.travel({step})")
    until("page.past")
    page.click("#on")
    check("a page that failed fails again from the step before", until("page.feed.get().footer.type === 'failed'"), run("page.feed.get().footer"))
    run("page.server.change('insert', 24)")
    page.click("[data-fault=slow]")
    page.click("#refresh")
    check("a refresh under way shows", until("document.getElementById('refresh').textContent === 'Refreshing …'"))
    check("a page of new rows only says so", until("document.getElementById('log').textContent.includes('none of these rows was in the list')"))
    page.click("[data-fault=slow]")
    page.click("[data-fault=fail]")
    run("list.scrollTo(0, 300)")
    page.click("#refresh")
    check("a refresh that failed shows wherever the reader is", until("document.getElementById('above').className === 'failed'")
          and page.is_visible("#above button"))


def runs_as_shown(name, count=None):
    """The code that is shown for an API makes a list of the same rows."""
    page.wait_for_timeout(100)
    shown = run("document.getElementById('js').textContent")
    rows = run("page.feed.get().items.map((row) => row.name)")[:count]
    made = run("""async (code) => {
      const { createFeed } = await import('./feed/feed.js'), list = {};
      new Function('createFeed', 'document', code)(createFeed, { querySelector: () => list });
      const { feed, row } = list;
      for (let turn = 0; turn < 100 && feed.get().footer.type !== 'end'; turn++) {
        if (feed.get().count && !feed.get().isLoadingMore) feed.loadMore();
        await new Promise((done) => setTimeout(done, 20));
      }
      return feed.get().items.map((item) => { const element = {}; row(item, element); return element.textContent; });
    }""", shown)
    check(f"the code for one's own API reads it, {name}", made[:count] == rows and len(rows) > 0, (shown, made[:3], rows[:3]))


def own_api():
    """A reader's API, its mistakes told."""
    def answer(route):
        number = int(re.search(r"\d+$", route.request.url).group())
        rows = [{"id": f"r{number}-{k}", "title": f"Row {number}.{k}"} for k in range(20)] if number < 4 else []
        route.fulfill(json={"data": {"rows": rows, "more": number + 1}}, headers={"Access-Control-Allow-Origin": "*"})

    page.route("https://api.test/**", answer)
    fresh()

    def load(url, rows="", following=""):
        for name, value in (("url", url), ("rows", rows), ("next", following)):
            page.fill(f"[name={name}]", value)
        page.press("[name=next]", "Enter")
        page.wait_for_timeout(700)

    load("https://api.test/?p={page}", "data.rows")
    check("one's own API is read", "Row 1.0" in page.inner_text("#list"), page.inner_text("#list")[:200])
    check("to its end", to_end() and run("page.feed.get().count") == 60)
    runs_as_shown("by page")
    check("which is said to be a page without rows", until("document.getElementById('why').textContent.includes('the last page has no rows')"))
    check("and has no likes", not page.is_visible("article button") and page.is_disabled("[data-fault=refuse]"))
    page.click("[data-fault=busy]")
    page.click("#refresh")
    check("a fault that this page makes up says so", until("document.getElementById('log').textContent.includes('made by this page: Too many')"))
    load("https://api.test/?p=1", "data.rows", "data.mroe")
    check("a next page that is not there is told", until("document.getElementById('why').textContent.includes('has no “data.mroe”, so the list ends; it has data')"), page.inner_text("#why"))
    check("  in the log as well", "has no “data.mroe”" in page.inner_text("#log"))
    load("https://api.test/?p={page}", "data.row")
    check("a wrong path is told", "There are no rows at “data.row”; it has data" in page.inner_text(".feed-footer"), page.inner_text(".feed-footer"))
    load("https://api.test/?p=1", "data.rows", "data.more")
    run("list.scrollTo(0, 1e6)")
    page.wait_for_timeout(700)
    check("a cursor without a place is told", "write {cursor} where" in page.inner_text(".feed-footer"), page.inner_text(".feed-footer"))
    for body, told in (("<html>", "The answer is not JSON; it begins with “<html>”"), (None, "does not allow this page to ask (CORS)")):
        page.unroute("https://api.test/**")
        page.route("https://api.test/**", lambda route: route.fulfill(body=body, headers={"Access-Control-Allow-Origin": "*"}) if body else route.abort())
        load("https://api.test/?p={page}")
        check(f"so is {told}", until(f"document.getElementById('loaded').textContent.includes({json.dumps(told)})"), page.inner_text("#loaded"))
    for body, shows, told in (
        ([{"id": 1, "name": {"first": "Ada", "last": "Berg"}}] * 3, "Ada Berg", "1 rows, in the list. 2 more had the id"),
        (5, "", "There are no rows in the answer; it is 5"),
    ):
        page.unroute("https://api.test/**")
        page.route("https://api.test/**", lambda route: route.fulfill(json=body, headers={"Access-Control-Allow-Origin": "*"}))
        load("https://api.test/")
        check(f"so is {told}", until(f"document.getElementById('loaded').textContent.includes({json.dumps(told)})"), page.inner_text("#loaded"))
        if shows:
            check("  and shown", shows in page.inner_text("#list"))
    load("https:api.test")
    check("an address that is none is told at its field", run("document.querySelector('[name=url]').validity.patternMismatch"))
    errors[:] = [error for error in errors if "Failed to load resource" not in error]
    page.unroute("https://api.test/**")
    asked = []

    def by_cursor(route):
        asked.append(route.request.url)
        start = int((re.findall(r"after=(\d+)", route.request.url) or ["0"])[0])
        # Rows without ids, and two that read the same.
        route.fulfill(json={"results": [{"text": f"Row {start + k}", "n": k} for k in range(20)], "next": start + 20 if start < 60 else None},
                      headers={"Access-Control-Allow-Origin": "*"})

    page.route("https://api.test/**", by_cursor)
    load("https://api.test/?after={cursor}&n={size}", "results", "next")
    page.wait_for_timeout(100)
    runs_as_shown("by cursor", 20)
    check("a cursor is filled in, and left out at first", to_end() and run("page.feed.get().count") == 80 and asked[0] == "https://api.test/?n=20", asked)
    page.click("#link")
    until("document.getElementById('copied').textContent.includes('link')")
    link = page.input_value("#copy")
    page.click("#new")
    check("one starts over with it", until("page.feed.steps?.length < 8 && list.innerText.includes('Row 0')"))
    fresh(link)
    check("and its link fills in the form", page.input_value("[name=url]") == "https://api.test/?after={cursor}&n={size}")
    asked.clear()
    before = run("page.feed.get().count")
    run("list.scrollTo(0, 1e6)")
    run("void page.feed.refresh()")
    page.wait_for_timeout(700)
    check("it asks first, and asks for nothing", page.is_visible("#ask") and "api.test" in page.inner_text("#ask") and not asked, (asked, page.inner_text("#ask")))
    check("though its steps are there", before == 80 and run("page.feed.get().count") == 80)
    page.click("#agree")
    check("until the reader agrees", until(lambda: asked) and not page.is_visible("#ask"))
    fresh(link)
    page.click("#decline")
    check("who does not has the list of the page", until("page.feed.get().items[0]?.about !== undefined") and not page.is_visible("#ask"))

    # What others get.
    def with_secrets(route):
        asked.append((route.request.url, route.request.headers.get("cookie")))
        route.fulfill(json={"results": [{"id": k, "name": f"Row {k}", "email": "ada@mail.test", "password_hash": "HASH99"} for k in range(20)], "next": None},
                      headers={"Access-Control-Allow-Origin": "*"})

    page.unroute("https://api.test/**")
    page.route("https://api.test/**", with_secrets)
    asked.clear()
    load("https://api.test/?api_key=SECRET123&after={cursor}", "results", "next")
    check("an address with a key is asked with it", until("page.feed.get().count === 20") and "SECRET123" in asked[0][0])
    page.click("#link")
    until("document.getElementById('copied').textContent.includes('link')")
    link = page.input_value("#copy")
    said = page.inner_text("#copied")
    page.click("#script")
    until("document.getElementById('copied').textContent.includes('script')")
    script = page.input_value("#copy")
    unpacked = run("import('./session.js').then(({ unpack }) => unpack(" + json.dumps(link.split("#")[1]) + ")).then(JSON.stringify)")
    check("neither link nor script has it, nor what does not show", not any(word in text for text in (unpacked, script) for word in ("SECRET123", "HASH99", "mail.test")))
    check("which is said", "its id and what shows, and the address without its secrets" in said, said)
    asked.clear()
    fresh(link)
    run("void page.feed.refresh()")
    page.wait_for_timeout(500)
    check("its link says that a secret is left out, and asks for nothing", "left out" in page.inner_text("#told") and not asked and page.input_value("[name=url]") == "https://api.test/?api_key=…&after={cursor}", page.inner_text("#told"))
    load("https://api.test/?api_key=SECRET123&after={cursor}", "results", "next")
    check("until it is typed", until(lambda: asked))
    page.unroute("https://api.test/**")
    page.route("https://api.test/**", by_cursor)
    load("https://api.test/?after={page}", "results", "next")
    run("list.scrollTo(0, 1e6)")
    check("pages are counted as long as there is a next one", until(lambda: asked[-1].endswith("after=2")), asked[-3:])
    page.click("#leave")
    check("and it can be left", until("page.feed.get().items[0]?.about !== undefined"))


def hostile_links():
    """Sessions that others made: damaged, or shown, and never a page that stands still."""
    fresh()
    pack = """async (session) => {
      const stream = new Blob([JSON.stringify(session)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
    }"""
    row = {"id": 1, "name": "Ada"}
    sessions = {
      "changes": {"steps": [], "changes": [[0, "insert", 1000]] * 2000}, "many changes": {"steps": [], "changes": [[0, "insert", 1000]] * 20000},
      "steps": {"steps": [{"action": "start", "values": []}] * 100000, "changes": []},
      "a title": {"steps": [{"action": "start", "values": []}, {"action": "page", "values": [1, None, None, -1], "rows": [{"id": 1, "name": "x" * 10000000}]}], "changes": []},
      "a row that is none": {"steps": [{"action": "update", "values": [None]}], "changes": []},
      "a gigabyte": {"steps": [], "changes": [], "more": 0},
    }
    for name, session in sessions.items():
        # A text of that length is made in the page.
        link = run(f"({pack})({{ ...{json.dumps(session)}, more: ' '.repeat(1e8) }})") if "more" in session else page.evaluate(pack, session)
        fresh(f"{base}#{link}")
        check(f"a link with {name} is damaged, and says so", until("document.getElementById('told').textContent.includes('damaged')", 20), page.inner_text("#told"))
        check("and the list begins anew", until("page.feed.get().count > 0", 20))
    steps = [{"action": "start", "values": []}, {"action": "page", "values": [1, 20, None, -1], "rows": [row]}] + [{"action": "visible", "values": [0, 1]}, {"action": "refresh", "values": []}] * 4000
    fresh(f"{base}#{page.evaluate(pack, {'steps': steps, 'changes': []})}")
    check("one of 8,000 steps is there in time", until("page.feed.steps?.length >= 8002 || page.feed.get().error", 20), run("page.feed.steps?.length"))
    # Two in a row: the later one counts.
    one, two = (page.evaluate(pack, {"steps": [{"action": "start", "values": []}] * count, "changes": []}) for count in (1, 2))
    fresh()
    run(f"location.hash = '{one}'; location.hash = '{two}'")
    check("of two links the later one counts", until("document.getElementById('told').textContent.includes('2 steps')"), page.inner_text("#told"))


def looks():
    fresh()
    page.click("[data-fault=cut]")
    run("list.scrollTo(0, 1e6)")
    until("page.feed.get().footer.type === 'failed'")
    page.wait_for_timeout(200)
    page.screenshot(path=os.path.join(pictures, "break.png"), full_page=True)
    for scheme, width in (("light", 1280), ("dark", 1280), ("light", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_timeout(200)
        page.screenshot(path=os.path.join(pictures, f"break-{scheme}-{width}.png"), full_page=True)
        found = Axe().run(page)["violations"]
        check(f"axe finds nothing, {scheme}, {width}", not found, [(v["id"], [n["html"][:80] for n in v["nodes"]][:3]) for v in found])
        check("  nothing is cut off", run("document.documentElement.scrollWidth <= innerWidth"))
    page.set_viewport_size({"width": 1280, "height": 844})
    page.emulate_media(color_scheme="light")


def code():
    """The lines that are shown are those of the documents, and those of React run."""
    with open(os.path.join(here, "README.md")) as file:
        ours = file.read()
    with open(os.path.join(here, "../../README.md")) as file:
        theirs = file.read()
    fresh()
    text = lambda id: run("id => document.getElementById(id).textContent", id)
    lines = [line.strip() for line in text("js").splitlines()]
    check("the JavaScript is that of README.md", all(line in ours for line in lines), [line for line in lines if line not in ours])
    check("the SwiftUI is that of the project's README", text("swiftui").strip() in theirs)
    react, typescript = os.path.join(here, "tests", "hook.html"), "/usr/share/nodejs/typescript"
    if not os.path.exists(os.path.join(here, "site", "react.production.min.js")) or not os.path.exists(typescript):
        return print("no React or TypeScript: its lines are not tried")
    made = subprocess.run(
        ["node", "-e", f"console.log(require('{typescript}').transpile(require('fs').readFileSync(0, 'utf8'), {{ jsx: 'react', target: 'es2022' }}))"],
        input=text("react"), capture_output=True, text=True, check=True).stdout
    with open(react) as file:
        around = re.sub(r"  const \{ createElement.*?</script>", lambda _: f"""
            const load = ({{ cursor = 1, size }}) => cursor === 2 && !globalThis.isWell ? Promise.reject(new Error('no'))
              : {{ items: Array.from({{ length: size }}, (_, k) => ({{ id: cursor * 100 + k, name: 'Person ' + (cursor * 100 + k) }})), next: cursor + 1 }};
            {made}
            ReactDOM.createRoot(document.getElementById('root')).render(React.createElement(People));
            </script><style>ul {{ height: 300px; overflow: auto; margin: 0 }} li {{ height: 48px }}</style>""", file.read(), flags=re.S)
    with open(os.path.join(here, "site", "break-react.html"), "w") as file:
        file.write(around)
    page.goto(base.replace("break.html", "break-react.html"))
    until("document.querySelectorAll('li').length === 20")
    run("document.querySelector('ul').scrollTo(0, 1e6)")
    check("the React fails and says so", until("document.querySelector('button')?.textContent === 'Try again'"))
    run("globalThis.isWell = true, document.querySelector('button').click()")
    check("and tries again", until("document.querySelectorAll('li').length === 40"))
    os.remove(os.path.join(here, "site", "break-react.html"))


with sync_playwright() as playwright:
    browser = checks.launch(playwright)
    context = browser.new_context(viewport={"width": 1280, "height": 844}, permissions=["clipboard-read", "clipboard-write"])
    page = checks.watched(context.new_page())
    for part in (by_keyboard, switches, gaps, travels, past, own_api, hostile_links, looks, code):
        part()
    check("no error in the console", not errors, errors)
    browser.close()
checks.finish()
