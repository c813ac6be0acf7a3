"""What stays where it is read while rows come and go, in lists and in pages that scroll: `tests/places.py`."""
from axe_core_python.sync_playwright import Axe

from checks import check
from served import base, drawn, finish, first_row, moved, page, places, run, settle, until


def show(options=""):
    run(f"show({{ {options} }})")
    until("list.querySelector('article')")
    settle()


def hold():
    """The server answers when it is told to: on a busy machine what shows until then would be missed."""
    run("server.held = new Promise((done) => { server.answer = done; }), 0")


def scroll(by, times=1):
    """Scrolls as a wheel does, a bit in each frame."""
    for _ in range(times):
        run(f"new Promise((done) => {{ list.scrollBy(0, {by}); requestAnimationFrame(() => requestAnimationFrame(done)); }})")


def scroll_to(row):
    """Goes down until this row is the first one that shows, or one behind it."""
    for _ in range(400):
        if run(first_row)[0] >= row:
            break
        scroll(150)
    settle()


def same(name, before):
    far, both = moved(before)
    check(name, far < 1.01 and both > 5, (far, both, run(first_row)))


def places_above():
    """Rows that load above, with nobody there and at the top."""
    show("start: 100")
    before, asked = run(first_row), run("server.requests")
    check("a list opens in its middle", before[0] == 100 and abs(before[1]) <= 1 and run("feed.get().at(0).id") == 80, before)
    page.wait_for_timeout(1_500)
    check("and stays there, with nobody there", run(first_row) == before and asked == run("server.requests") <= 3, (run(first_row), run("server.requests")))
    rows = []
    for _ in range(20):
        count, asked = run("feed.get().count"), run("server.requests")
        scroll(-9_000)
        rows.append(run(first_row)[0])
        before = places()
        if not until("feed.get().header.type === 'nothing' || feed.get().header.type === 'end'") or run("feed.get().count") == count:
            break
        drawn()
        same(f"previous rows come above row {rows[-1]}", before)
        if run("server.requests") > asked + 1:
            check("a page each time", False, (asked, run("server.requests")))
    check("to the list's beginning, a page each time", rows == [80, 60, 40, 20, 0], rows)

    # Where a window dropped the rows above.
    show("rows: 2000, maxItems: 100, latency: 30")
    scroll_to(400)
    run("server.latency = 300")
    for _ in range(60):
        scroll(-400)
        if run("list.scrollTop <= 0"):
            break
    before, asked = places(), run("server.requests")
    page.wait_for_timeout(1_500)
    same("the top of a window stays, with nobody there", before)
    check("and asks for one page", run("server.requests") <= asked + 1, (asked, run("server.requests")))
    seen, asked, start = set(), run("server.requests"), run(first_row)[0]
    for _ in range(400):
        seen.update(places())
        scroll(-250)
        seen.update(places())
        if 0 in seen:
            break
    check("a wheel reaches each row", seen >= set(range(start)), sorted(set(range(start)) - seen)[:5])
    check("with a request a page", run("server.requests") - asked <= start / 20 + 2, (run("server.requests") - asked, start))


def places_of_queries():
    show("query: '*', latency: 100")
    scroll_to(109)
    before = places()
    hold()
    asked = run("server.requests")
    run("feed.query = '7'")
    until(f"feed.get().isStale && server.requests > {asked}")
    drawn()
    same("rows of a query before stay", before)
    run("server.answer()")
    until("feed.get().count && !feed.get().isStale")
    drawn(100)
    check("another query is read from its beginning", run("list.scrollTop") == 0 and run(first_row)[0] == 7, run(first_row))
    check("which needs no words", run("list.header.textContent") == "", run("list.header.textContent"))
    run("feed.query = '*'")
    until("feed.get().at(0)?.id === 0")
    settle()
    scroll(300)
    before = places()
    hold()
    run("feed.query = '7'")
    until("feed.get().isStale")
    run("feed.query = '*', server.answer()")
    until("!feed.get().isStale && !feed.get().isTyping && !feed.get().isLoading")
    drawn(100)
    same("a query that was taken back moves nothing", before)
    run("feed.query = 'nobody'")
    until("feed.get().footer.type === 'empty'")
    run("feed.query = '*'")
    until("feed.get().count")
    drawn(100)
    check("nor is a place kept for rows that were gone", run(first_row) == [0, 0], run(first_row))
    scroll_to(20)
    run("globalThis.search = feed, list.feed = globalThis.feed = made()")
    settle()
    run("search.query = '5'")
    until("search.get().at(0)?.id === 5")
    run("list.feed = globalThis.feed = search")
    drawn(100)
    check("nor for a query that changed elsewhere", run(first_row) == [5, 0], run(first_row))


def places_of_feeds():
    """A list that gets the same feed or another one, that moves, and that hides."""
    show("latency: 30")
    scroll_to(50)
    run("list.scrollBy(0, 500)")
    drawn(100)
    before = places()
    run("list.feed = feed")
    drawn()
    same("the same feed again moves nothing", before)
    at = run("list.scrollTop")
    run("list.scrollBy(0, 200), list.feed = feed, list.row = list.row, 0")
    drawn()
    check("nor what was scrolled in the same frame", run("list.scrollTop") == at + 200, (run("list.scrollTop"), at))
    settle()
    before = places()
    run("document.getElementById('box').append(list)")
    drawn()
    same("a list that is moved keeps its place", before)
    run("list.querySelector('article').style.height = '90px'")
    drawn()
    same("and measures its rows", before)
    run("globalThis.one = feed, globalThis.other = made(), list.feed = globalThis.feed = other")
    settle()
    check("another feed opens at its top", run(first_row) == [0, 0], run(first_row))
    scroll(200)
    there = places()
    run("list.scrollBy(0, 100), list.feed = globalThis.feed = one")
    drawn()
    same("the one before is where it was", before)
    run("list.feed = globalThis.feed = other")
    drawn()
    check("and the other one, too", abs(places()[10] + 100 - there[10]) <= 1, run(first_row))
    run("list.feed = globalThis.feed = one, list.feed = undefined")
    drawn()
    check("no feed shows no rows", run("list.scrollHeight <= list.clientHeight && !list.querySelector('article')"))
    run("list.feed = feed")
    drawn()
    same("and back", before)

    run("list.style.display = 'none', server.rows.splice(3, 1), above(3), void feed.refresh()")
    until("feed.get().at(0).id === -3")
    drawn()
    run("list.style.display = ''")
    drawn()
    same("a list that was hidden keeps its place", before)
    run("list.style.height = '350px'")
    drawn()
    same("one that is smaller, too", before)
    (whole, at), = [(row, at) for row, at in places().items() if at >= run("list.getBoundingClientRect().top")][:1]
    run("list.row = (row, element) => { element.textContent = row.id; element.style.height = '44px'; }, 0")
    drawn()
    check("of other rows the first whole one is where it was", abs(places()[whole] - at) < 1.01, (whole, at, places()))
    run("list.scrollBy(0, 20)")
    drawn()
    cut, below = list(places().items())[:2]
    for grows, says in ((100, "a row that the edge cuts grows upwards"), (-60, "and shrinks from there")):
        run(f"(() => {{ const {{ style }} = [...document.querySelectorAll('article')].find(e => e.row.id === {cut[0]}); style.height = `${{parseFloat(style.height) + {grows}}}px` }})()")
        drawn()
        check(says, abs(places().get(below[0], 9e9) - below[1]) < 1.01, (cut, below, places()))
    run("list.row = (row, element) => { element.textContent = row.id; element.style.height = '300px'; }, 0")
    drawn()
    run(f"list.scrollBy(0, {run(first_row)[1]} + 350)")
    drawn()
    tall = run(first_row)
    run(f"[...document.querySelectorAll('article')].find(e => e.row.id === {tall[0]}).style.height = '340px'")
    drawn()
    check("but one that is most of what shows stays", run(first_row) == tall, (tall, run(first_row)))
    saved = "{ version: 1, items: Array.from({ length: 100 }, (_, id) => ({ id })), after: [], before: [], anchor: { id: 50, offset: -7 } }"
    page.reload()
    until("!!globalThis.show")
    run(f"list.style.display = 'none', show({{ tall: 48, restored: {saved} }})")
    until("feed.get().count === 100")
    drawn()
    run("list.style.display = ''")
    drawn()
    check("a list that shows later goes where its reader was", run(first_row) == [50, -7], run(first_row))


def places_of_rows():
    """Rows that go, and what stands above."""
    page.reload()
    until("!!globalThis.show")
    show("send: async ({ row }) => row")
    scroll_to(20)
    gone = min(before := places(), key=places().get)
    run(f"feed.remove({gone})")
    drawn(80)
    same("a row that goes moves no other", {row: top for row, top in before.items() if row != gone})
    show("tall: 600, send: async ({ row }) => row")
    scroll(600, 3)
    run("feed.remove(3)")
    drawn(80)
    check("where all that shows goes the next row comes", run(first_row)[0] == 4 and run("list.header.textContent") == "", (run(first_row), run("list.header.textContent")))

    # The header.
    show()
    run("server.isDown = true, void feed.refresh()")
    until("feed.get().header.type === 'failed'")
    page.wait_for_timeout(50)
    run("server.isDown = false, above(2), void feed.refresh()")
    check("at the top new rows show after a failure, too", until(f"{first_row}?.[0] === -2"), run(first_row))
    scroll_to(20)
    before = places()
    run("server.isDown = true, void feed.refresh()")
    until("feed.get().header.type === 'failed'")
    drawn(80)
    same("a failure that is told above moves nothing", before)


def places_lost():
    """A refresh with a page of rows that are all new."""
    for count, row, verb in ((19, 30, "void feed.refresh()"), (20, 30, "void feed.refresh()"), (40, 30, "feed.invalidate()"), (20, 50, "feed.invalidate()")):
        show("latency: 50")
        scroll_to(row)
        before = places()
        run(f"above({count}), {verb}")
        until(f"feed.get().at(0)?.id === -{count}")
        drawn(80)
        said = run("list.header.textContent")
        if count < 20:
            same(f"{count} new rows move nothing", before)
            check("which needs no words", said == "", said)
            continue
        check(f"{count} new rows: {verb} leads from row {row} to the beginning", run("list.scrollTop") == 0 and run(first_row)[0] == -count, run(first_row))
        check("and says so", "You are at its beginning" in said and run("list.header.role") == "status", said)
    settle()
    check("until the reader scrolls", "at its beginning" in run("list.header.textContent"))
    at = "list.querySelector(`[aria-posinset='6']`).getBoundingClientRect().top"
    top = run(at)
    scroll(100)
    check("then the words go, and no row does", run("list.header.textContent") == "" and abs(top - 100 - run(at)) <= 1, (top, run(at)))
    run("globalThis.drawEnd = list.end, list.end = (end, element, place, feed) => end.isReplaced ? element.replaceChildren('New!') : drawEnd(end, element, place, feed), 0")
    scroll_to(10)
    run("above(20), void feed.refresh()")
    check("in words of the page", until("list.header.textContent === 'New!'"))


def places_at_end():
    """The last row is gone to, and the page behind it fails or comes."""
    foot = "list.footer.getBoundingClientRect().top - [...list.querySelectorAll('article')].at(-1).getBoundingClientRect().bottom"
    at_foot = "list.footer.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1"
    for when in ("while its page fails", "where it failed"):
        for align in ("start", "center"):
            show("retry: { attempts: 0 }")
            hold()
            run("server.isDown = true, list.scrollTo(0, 1e9)")
            until("feed.get().footer.type === 'loading'")
            if when == "where it failed":
                run("server.answer()")
                until("feed.get().footer.type === 'failed'")
            run(f"list.scrollToIndex(1e9, '{align}')")
            if when == "while its page fails":
                check("room is kept below the last row while a page loads", run(foot) > 100, run(foot))
                run("server.answer()")
                until("feed.get().footer.type === 'failed'")
            drawn()
            seen = run(f"[{foot}, {at_foot}, list.querySelectorAll('article').length > 9]")
            check(f"gone to {when}, the last row has its error below it, {align}", seen == [0, True, True], seen)
    show("retry: { attempts: 0 }")
    hold()
    run("list.scrollToIndex(1e9)")
    last = run(first_row)
    run("server.answer()")
    until("feed.get().count === 40")
    drawn()
    check("where the page comes the row stays at the top", last == run(first_row) == [19, 0], (last, run(first_row)))


gap_top = "(list.querySelector('.feed-gap')?.getBoundingClientRect().top ?? -9999) - list.getBoundingClientRect().top"
shown_gap = "list.querySelector('.feed-gap')?.textContent ?? ''"


def scroll_to_gap(top):
    """Goes up or down until a gap shows, `top` pixels below the top of the list."""
    for _ in range(400):
        if run(gap_top) > 0:
            break
        scroll(-100 if run(f"feed.indexOf({run(first_row)[0]}) >= feed.get().gaps[0].index") else 100)
    run(f"list.scrollBy(0, {gap_top} - {top})")
    drawn()


def beside(rows, side):
    """Those of the rows that show which stand on a side of the gap."""
    top, gap = run("list.getBoundingClientRect().top"), run(gap_top)
    return {row: at for row, at in rows.items() if (at - top > gap) == (side == "below")}


def fill(name, side, act):
    """Fills a gap: it is drawn as it loads, and what shows on a side stays."""
    before, count = beside(places(), side), run("feed.get().count")
    hold()
    act()
    check(f"{name}: it says that it loads", until("list.querySelector('.feed-gap')?.textContent === 'Loading the rows between …'", 2), run(shown_gap))
    run("server.answer()")
    until(f"feed.get().count > {count}")
    drawn()
    far, both = moved(before)
    check(f"{name}: the rows {side} stay", far < 1.01 and both == len(before) > 1, (far, both, sorted(before), run(first_row)))


def open_gap(new, row, options="latency: 50"):
    """A list whose reader is at a row, and whose first page is new, above a gap."""
    show(f"gaps: 'manual', {options}")
    if row:
        scroll_to(row)
    before = places()
    run(f"above({new}), void feed.refresh()")
    until("feed.get().gaps.length === 1 && !feed.get().isRefreshing")
    drawn()
    same(f"{new} new rows come above a gap, and those that show stay", before)


def gaps_drawn():
    page.reload()
    until("!!globalThis.show")
    open_gap(65, 30)
    check("which is told in no words", run("list.header.textContent") == "", run("list.header.textContent"))
    scroll_to_gap(100)
    beside_gap = "(({ previousElementSibling: above, nextElementSibling: below }) => [above.row.id, below.row.id, above.ariaPosInSet, below.ariaPosInSet])(list.querySelector('.feed-gap'))"
    check("a gap stands between its rows, and is not counted", run(beside_gap) == [-46, 0, "20", "21"], run(beside_gap))
    check("it says so, with a button", run(shown_gap) == "Rows may be missing here Load more", run(shown_gap))
    check("it has the role of a row, and a name", run("(({ role, ariaLabel, ariaPosInSet }) => [role, ariaLabel, ariaPosInSet])(list.querySelector('.feed-gap'))") == ["article", "Gap", None])
    found = Axe().run(page)["violations"]
    found = [v for v in found if v["id"] not in ("landmark-one-main", "page-has-heading-one", "region", "html-has-lang", "color-contrast")]
    check("axe finds nothing at a gap", not found, [(v["id"], [n["html"][:90] for n in v["nodes"]][:2]) for v in found])

    # The server knows the way from above only; the reader who taps is below.
    tap = lambda: page.click(".feed-gap button")
    fill("a tap near the top", "below", tap)
    check("and the gap is smaller", run("feed.get().gaps[0].index") == 40, run("feed.get().gaps"))
    scroll_to_gap(450)
    fill("a tap near the bottom", "above", tap)
    check("and another page came", run("feed.get().gaps[0].index") == 60, run("feed.get().gaps"))
    scroll_to_gap(300)
    run("server.isDown = true")
    tap()
    check("a gap that failed says why", until(f"({shown_gap}) === 'It is down Try again'"), run(shown_gap))
    drawn()
    run("server.isDown = false")
    fill("tried again, from above", "above", tap)
    check("it closes", run("feed.get().gaps.length === 0 && !list.querySelector('.feed-gap')"))
    ids = run("feed.get().items.map(row => row.id)")
    check("and no row is lost", ids == list(range(-65, -65 + len(ids))), ids[:70])

    # From both sides: of a list in whose middle a feed begins, before it has read what is above.
    for top in (60, 300, 480):
        for side in ("below", "above"):
            run("list.style.display = 'none', show({ gaps: 'manual', start: 100, latency: 50 })")
            until("feed.get().count === 20")
            run("above(100), void feed.refresh()")
            until("feed.get().gaps.length === 1")
            run("list.style.display = ''")
            drawn()
            settle()
            scroll_to_gap(top)
            index = "feed.get().gaps[0].index"
            start = run(index)
            fill(f"filled from {side}, {top} pixels below the top", side, lambda: run(f"feed.fillGap(feed.get().gaps[0].id, '{side}'), 0"))
            check("on that side", run(index) == start + (20 if side == "above" else 0), (start, run("feed.get().gaps")))


def gaps_at_work():
    """The keyboard, a gap that grows, other words, an automatic gap."""
    open_gap(65, 30)
    scroll_to_gap(300)
    at = "list.querySelector('.feed-gap').nextElementSibling.nextElementSibling.getBoundingClientRect().top"
    before = run(at)
    run("list.querySelector('.feed-gap').style.height = '150px'")
    scroll(-20)
    scroll(20)
    drawn()
    check("a gap that grows moves what is below", run(at) > before + 90, (before, run(at)))
    scroll_to_gap(-100)
    before = places()
    run("list.querySelector('.feed-gap').style.height = ''")
    drawn()
    same("and nothing where it is above", before)
    scroll_to_gap(100)
    run("list.querySelector('.feed-gap button').focus()")
    hold()
    page.keyboard.press("Enter")
    has_focus = "document.activeElement === list.querySelector('.feed-gap')"
    check("the key Enter fills a gap, which has the focus then", until("feed.get().gaps[0].load.type === 'loading'") and until(has_focus, 2))
    run("server.answer()")
    until("feed.get().gaps[0].load.type === 'idle'")
    check("and the button again", until("document.activeElement === list.querySelector('.feed-gap button')", 2), run("document.activeElement.outerHTML.slice(0, 80)"))
    for _ in range(2):
        page.keyboard.press("Enter")
        until("feed.get().gaps.every(gap => gap.load.type === 'idle')")
        drawn()
    check("where a gap has gone the list has the focus", run("feed.get().gaps.length === 0 && document.activeElement === list"), run("document.activeElement.outerHTML.slice(0, 80)"))

    open_gap(65, 30)
    run("globalThis.drawGap = list.gap, list.gap = ({ id, index, load }, element, feed) => { element.textContent = `${load.type} ${index}`; element.onclick = () => feed.fillGap(id, 'below'); }, 0")
    run("list.feed = undefined, list.feed = feed, 0")
    drawn()
    scroll_to_gap(100)
    check("a gap is drawn as the page wants it", run(shown_gap) == "idle 20", run(shown_gap))
    page.click(".feed-gap")
    check("and fills as it wants", until("feed.get().count > 70") and until("list.querySelector('.feed-gap').textContent === 'idle 40'"), run(shown_gap))
    run("list.gap = () => { throw new Error('my row: a gap') }, list.feed = globalThis.feed = made({ gaps: 'manual' }), 0")
    until("feed.get().count === 20")
    run("above(65), void feed.refresh()")
    check("one that can't be drawn harms no row", until("feed.get().gaps.length === 1") and until("list.querySelectorAll('article').length > 5"))
    run("list.gap = drawGap, 0")

    show("gaps: 'automatic', latency: 50")
    scroll_to(30)
    before = places()
    run("above(65), void feed.refresh()")
    until("feed.get().gaps.length === 1 && !feed.get().isRefreshing")
    drawn()
    same("an automatic gap opens above the reader", before)
    seen, steady = set(), True
    for _ in range(400):
        before = places()
        seen.update(before)
        scroll(-150)
        drawn(10)
        after = places()
        both = before.keys() & after.keys()
        steady = steady and (run("list.scrollTop") <= 0 or all(abs(after[row] - before[row] - 150) < 1.01 for row in both))
        if run(first_row)[0] == -65:
            break
    seen.update(places())
    check("who scrolls up through it sees each row", seen >= set(range(-65, 30)) and run("feed.get().gaps.length") == 0, sorted(set(range(-65, 30)) - seen)[:9])
    check("and none jumps", steady)


def tall():
    """A window that is taller than a page."""
    page.set_viewport_size({"width": 800, "height": 3_000})
    show("tall: 20, height: 3000, latency: 100")
    count = run("feed.get().count")
    check("a tall window is filled", 155 <= count <= 180, count)
    page.set_viewport_size({"width": 1100, "height": 760})
    show("start: 100, tall: 20, latency: 100")
    check("a list opens in its middle where a page is no window", run(first_row) == [100, 0], run(first_row))


def top_of(row):
    """Where a row is on the screen; None if it is not drawn."""
    return run(f"[...document.querySelectorAll('article')].find(e => e.row?.id === {row})?.getBoundingClientRect().top ?? null")


def page_scrolls():
    page.goto(base + "/page.html")
    until("feed?.get().count === 20")
    drawn(300)
    few = run("server.requests")
    check("a list that scrolls with the page loads what shows", few < 4 and run("feed.get().count") <= 60, few)
    check("and has no scrollbar of its own", run("list.scrollHeight === list.clientHeight"))
    for _ in range(12):
        page.mouse.wheel(0, 400)
        drawn(40)
    drawn(200)
    check("it loads as the page scrolls", 60 < run("feed.get().count") < 300, run("[scrollY, feed.get().count]"))
    check("only what shows is in the document", run("document.querySelectorAll('article').length") < 40)
    first = run("[...document.querySelectorAll('article')].find(e => e.getBoundingClientRect().top >= 50).row.id")
    before = top_of(first)
    run("server.rows.unshift(...Array.from({ length: 10 }, (_, index) => 1000 + index)), void feed.refresh()")
    until("feed.indexOf(1000) === 0 && !feed.get().isRefreshing")
    drawn(200)
    check("rows come above and what shows stays", abs(top_of(first) - before) < 1, (before, top_of(first)))

    run("void (async () => { while (feed.get().canLoadMore) { feed.loadMore(); await new Promise((done) => setTimeout(done, 30)); } })()")
    until("feed.get().count === 310")
    drawn(100)
    for index, align, want in ((200, "'start'", 50), (5, "'center'", None), (309, "'end'", None), (0, "'start'", 50)):
        run(f"list.scrollToIndex({index}, {align})")
        drawn(150)
        top = top_of(run(f"feed.id(feed.get().at({index}))"))
        check(f"the row at {index} is gone to", top is not None and (50 <= top < run("innerHeight") if want is None else abs(top - want) < 1), top)
    run("list.scrollToIndex(1e9, 'end'), list.scrollToIndex(-3)")
    drawn(100)
    check("an index that is not there is the nearest", abs(top_of(1000) - 50) < 1, top_of(1000))

    run("list.scrollToIndex(150)")
    drawn(100)
    page.locator("article button").first.focus()
    page.keyboard.press("Control+End")
    check("the keys lead out of a list", run("document.activeElement.id") == "after", run("document.activeElement.outerHTML"))
    page.locator("#list").focus()
    page.keyboard.press("Control+Home")
    check("at both ends", run("document.activeElement.id") == "before", run("document.activeElement.outerHTML"))
    check("rows have names", page.locator("article").first.get_attribute("aria-label").startswith("Row "))


page.goto(base + "/places.html")
until("!!globalThis.show")
for part in (places_above, places_of_queries, places_of_feeds, places_of_rows, places_lost, places_at_end, gaps_drawn, gaps_at_work, tall, page_scrolls):
    part()
finish(["my row"])
