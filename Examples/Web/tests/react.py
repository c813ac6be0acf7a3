"""What is for React, in headless Chromium: `tests/react.py [FOLDER]` writes a screenshot there."""
import json
import os
import re
import subprocess

from axe_core_python.sync_playwright import Axe

from checks import check, errors, here
from served import base, drawn, finish, first_row, moved, open_page, page, picture, places, run, scroll_on, tell, type_fast, until

def react():
    page.goto(base + "/hook.html")
    check("the hook of React draws 40 rows", until(lambda: run("document.querySelectorAll('li').length") == 40))
    check("and few times", run("renders") < 15, run("renders"))
    page.goto(base + "/between.html")
    lines = "[...document.querySelectorAll('li')].map((line) => line.textContent).join(' ')"
    until(f"{lines} === '20 21 22 23 24'")
    run("rows.unshift(...Array.from({ length: 8 }, (_, id) => id + 12)), void feed.refresh()")
    check("a gap stands between its rows in React", until(f"{lines} === '12 13 14 15 16 idle 20 21 22 23 24'"), run(lines))
    page.click(".gap button")
    check("and a tap fills it", until(f"{lines} === '12 13 14 15 16 17 18 19 20 21 22 23 24'"), run(lines))
    page.goto(base + "/ref.html")
    check("a list in React goes where its reader was", until("globalThis.feed?.get().count === 60") and until(f"{first_row}?.[0] === 30", 2), run(first_row))
    way = [run("list.scrollTop")]
    for _ in range(12):
        run("list.scrollBy(0, 240)")
        drawn()
        way.append(run("list.scrollTop"))
    # Who is at the end sees the words that stand there, until they go: less than a row.
    check("and never back when rows come", run("feed.get().count") > 60 and all(b > a - 24 for a, b in zip(way, way[1:])), way)


def react_options():
    """The options of a hook may be others at each render."""
    told = len(errors)
    page.goto(base + "/hooks.html")
    lines = "[...document.querySelectorAll('li')].map((line) => line.textContent).join()"
    check("a hook asks its load", until(f"{lines}.startsWith('Ada 0,Ada 1,Ada 2')") and run("asked.every((entry) => entry.startsWith('Ada 1 '))"), run("asked"))
    until("!feed.get().isLoading && !feed.get().isLoadingMore")
    count = run("asked.length")
    run("set({ token: 2 })")
    page.wait_for_timeout(100)
    check("another load asks nothing by itself", run("asked.length") == count, run("asked"))
    run("feed.edit(0, (row) => ({ ...row, isLiked: true })), void feed.refresh()")
    check("the next request asks it", until(f"asked.length > {count} && asked.slice({count}).every((entry) => entry.startsWith('Ada 2 '))"), run("asked"))
    check("and the next edit the send beside it", until("sent.join() === '0 2'"), run("sent"))
    until("!feed.get().isRefreshing")

    run("globalThis.before = feed, set({ user: 'Bob', slow: 200 })")
    check("another key has another feed", until("feed !== before") and run(f"{lines} === ''"), run(lines))
    check("and its rows", until(f"{lines}.startsWith('Bob 0,Bob 1,Bob 2')"), run(lines))
    check("the feed before has ended", until("before.get().count === 0 && !before.start()"))
    run("void feed.refresh()")
    page.wait_for_timeout(50)
    run("set({ user: 'Cy' })")
    check("and what it asked is aborted", until("aborted.includes('Bob')"), run("aborted"))
    until(f"{lines}.startsWith('Cy 0')")
    check("and comes to no other", run("mixed.length === 0"), run("mixed"))
    run("globalThis.before = feed, set({ isShown: false, slow: 0 })")
    check("a hook that goes ends its feed", until("before.get().count === 0"))
    run("set({ isShown: true })")
    check("one that comes again has another one", until(f"feed !== before && {lines}.startsWith('Cy 0')"))
    run("globalThis.before = feed, set({ hasKey: false, paging: 'page', user: 'Di' })")
    check("a hook reads pages by their number", until(f"{lines}.startsWith('Di 0,Di 1,Di 2')") and until("asked.at(-1).startsWith('Di 2 ')"), run("asked"))
    run("set({ token: 3 })")
    page.wait_for_timeout(50)
    run("void feed.refresh()")
    check("and asks the last load for them", until("asked.at(-1).startsWith('Di 3 ')"), run("asked"))
    run("set({ hasKey: 'parts', paging: undefined, user: 'Eve' })")
    check("a key may have parts", until(f"{lines}.startsWith('Eve 0,Eve 1,Eve 2')"), run(lines))
    run("globalThis.before = feed, set({ token: 4 })")
    page.wait_for_timeout(50)
    check("and the same parts are the same list", run("feed === before"))
    run("set({ user: 'Flo' })")
    check("others are another one", until(f"feed !== before && {lines}.startsWith('Flo 0')") and until("before.get().count === 0"), run(lines))

    machines = []
    hold = lambda route: machines.append(route)
    page.route("**/feed-search.wasm", hold)
    run("globalThis.before = feed, asked.splice(0), set({ type: 'Found', user: 'Ada', token: 1 })")
    until(lambda: machines)
    page.locator("input").press_sequentially("B", delay=30)
    check("a field of a hook has its letters before the machine is there", page.input_value("input") == "B")
    for route in machines:
        route.continue_()
    check("a hook makes a search", until(f"{lines} === 'Ada Bob,Ada Bea'") and run("asked.join() === 'Ada 1 B'"), (run(lines), run("asked")))
    run("set({ token: 2 })")
    page.locator("input").press_sequentially("e", delay=30)
    check("which asks the last load", until(f"{lines} === 'Ada Bea'") and run("asked.at(-1) === 'Ada 2 Be'"), run("asked"))
    page.fill("input", "")
    check("and for all in the end", until(f"{lines} === 'Ada Ada,Ada Bob,Ada Bea'"), run(lines))
    run("globalThis.before = feed, set({ user: 'Bob' })")
    check("another key is another search", until(f"feed !== before && {lines} === 'Bob Ada,Bob Bob,Bob Bea'") and page.input_value("input") == "", run(lines))
    run("globalThis.before = feed, set({ isShown: false })")
    check("and one that goes ends", until("before.get().count === 0"))
    page.unroute("**/feed-search.wasm", hold)
    check("React has nothing to say to the hook", len(errors) == told, errors[told:])

    # Mistakes.
    warnings = []
    note = lambda message: warnings.append(message.text) if message.type == "warning" else None
    page.on("console", note)
    run("void before.refresh(), set({ isShown: true, type: 'Rows', hasKey: true })")
    until(f"{lines}.startsWith('Bob 0')")
    check("what is left of a component may ask its feed", not warnings, warnings)
    run("set({ type: 'Ended' })")
    ended = "[document.querySelector('p')?.textContent, document.querySelector('.feed-footer')?.textContent].join()"
    check("a destroyed feed is not said to load", until(f"{ended} === 'nothing,'"), run(ended))
    check("the console says how it is made, once", until(lambda: warnings) and len(warnings) == 1 and "useFeed" in warnings[0], warnings)
    page.remove_listener("console", note)
    error = run("(() => { try { document.querySelector('feed-list').feed = [{}, feed]; } catch (error) { return String(error); } })()")
    check("what is no feed is told as it is given to a list", error and "is what `createFeed` gives" in error, error)
    run("set({ type: 'Nothing' })")
    check("a hook without options says what it needs", until(lambda: any("A feed needs the function `load`" in error for error in errors[told:])), errors[told:])
    # Each error of React comes twice, and the second one later.
    page.goto("about:blank")
    del errors[told:]


def react_list():
    """Rows that React draws, by its development build, which tells of mistakes."""
    told = len(errors)
    page.goto(base + "/react-list.html")
    texts = "[...document.querySelectorAll('article')].map((element) => element.textContent)"
    check("React draws the rows of a list", until(f"{texts}[0] === '0 at 0 red 0'"), run(texts))
    few = "document.querySelectorAll('article').length"
    check("only those that show", until(f"{few} > 5") and run(few) < 20, run(few))
    check("and mounts no other", until(f"mounted.size === {few}"), run("[mounted.size]"))
    name = "[list.className, list.list.ariaLabel, list === document.querySelector('feed-list')].join()"
    check("the element has its class and its name", run(name) == "numbers,Numbers,true", run(name))
    run("set({ label: 'Integers' })")
    check("and another name", until(f"{name} === 'numbers,Integers,true'"), run(name))

    seen, draws = set(), run("draws()")
    for _ in range(400):
        seen.update(run("[...document.querySelectorAll('article')].map((element) => [parseInt(element.textContent), element.row.id].join())"))
        run("list.scrollBy(0, 150)")
        drawn(5)
        if run("feed.get().footer.type === 'end' && list.scrollTop + list.clientHeight >= list.scrollHeight - 1"):
            break
    check("each row is in its element", seen == {f"{row},{row}" for row in range(200)}, seen)
    # StrictMode draws each twice, and a row that goes at once may come again.
    check("and is drawn when it comes", run("draws()") - draws < 1_000, run("draws()") - draws)
    check("rows that went are mounted no more", until(f"mounted.size === {few}"), run("[mounted.size]"))

    run("list.scrollTo(0, 3000)")
    drawn()
    middle = "[...document.querySelectorAll('article')][5]"
    kept = run(f"{middle}.row.id")
    at = f"[...document.querySelectorAll('article')].find((element) => element.row.id === {kept})"
    run(f"{at}.querySelector('button').click(), {at}.querySelector('input').focus()")
    page.keyboard.type("note")
    is_kept = f"[{at}?.querySelector('button').textContent, document.activeElement.value, {at}?.contains(document.activeElement)].join()"

    def same(name, before, index=None):
        drawn(100)
        far, both = moved(before)
        check(name, far < 1 and both > 4, (far, both))
        check("with its state and the focus", run(is_kept) == "1,note,true", run(is_kept))
        if index is not None:
            check("and it knows its index", f"{kept} at {index} " in run(f"{at}.textContent"), run(f"{at}.textContent"))

    before = places()
    run("feed.above(7), void feed.refresh()")
    until("feed.get().count === 207")
    same("rows that come above move none", before, kept + 7)
    run("set({ color: 'blue' })")
    check("a context comes to the rows", until(f"{texts}.every((text) => text.includes('blue'))"), run(texts))
    same("which stay", before)
    run("set({ tall: 9 })")
    drawn()
    check("rows that all grow", run(f"{at}.firstChild.offsetHeight") == 40 + kept % 5 * 17 + 9)
    first = before.keys() & places().keys()
    check("leave the first one where it was", abs(places()[min(first)] - before[min(first)]) < 1, (before, places()))
    run("set({ tall: 0 })")
    same("and shrink again", before)

    run("globalThis.seen = list, set({ isShown: false })")
    check("a list that goes takes its rows along", until("mounted.size === 0 && !seen.isConnected"), run("[mounted.size]"))
    run("set({ isShown: true })")
    until("globalThis.list !== seen && !!list?.list?.firstChild")
    drawn(100)
    far, both = moved(before)
    check("one that comes again is where it was", far < 1 and both > 4, (far, both))

    run(f"{at}.querySelector('button').click()")
    run("globalThis.one = feed, globalThis.two = made(), set({ feed: two })")
    check("another feed has rows of its own", until(f"{texts}[0] === '0 at 0 blue 0'") and run("list.scrollTop === 0"), run(texts))
    run("set({ feed: one })")
    until(f"{at} !== undefined")
    drawn(100)
    far, both = moved(before)
    check("and the one before its place", far < 1 and both > 4, (far, both))
    check("but no state of a row that went", run(f"{at}.querySelector('button').textContent") == "0")

    run("globalThis.go = suspend(20), list.scrollTo(0, 1800)")
    check("a row that waits hides the list", until("document.body.innerText.includes('One moment') && list.clientHeight === 0"), run("document.body.innerText"))
    run("go()")
    check("which comes back", until(f"list.clientHeight > 0 && {texts}.some((text) => text.startsWith('20 at'))"), run(texts))

    run("""set({ feed: made({ pageSize: 5 }), gap: (gap, element) => { element.textContent = `Gap ${gap.index}`; },
      end: (end, element) => { element.textContent = `End ${end.type}`; } })""")
    footer = "list.querySelector('.feed-footer').textContent"
    check("an end is drawn as it is wanted", until("list.querySelector('article') && feed.get().count > 9") and until(f"/^End (nothing|loading)$/.test({footer})"), run(footer))
    run("list.scrollTo(0, 200), feed.above(20), void feed.refresh()")
    until("feed.get().gaps.length === 1")
    run("list.scrollTo(0, 0)")
    drawn()
    check("and a gap", until("list.querySelector('.feed-gap')?.textContent === 'Gap 5'"), run("list.innerText"))
    run("set({ end: undefined }), feed.reset()")
    check("and an end as before", until(f"{footer} === '' || {footer}.startsWith('Loading')"), run(footer))

    run("set({ feed: made({ load: async () => ({ items: [] }), send: async () => {} }) })")
    until("feed.get().footer.type === 'empty'")
    drawn()
    run("set({ isInserting: true })")
    check("a feed may change while React is at work", until(f"{texts}.join() === '-999 at 0 blue 0'"), run(texts))
    run("feed.remove(-999)")
    check("and be empty again", until(f"{few} === 0 && mounted.size === 0"), run(texts))
    run("void hydrate()")
    check("where a server rendered the page the list comes then", until("document.querySelectorAll('main article').length > 5"))
    check("React has nothing to say", len(errors) == told, errors[told:])


def react_page():
    """The whole example: a search, likes and two views."""
    tell("/reset")
    tell("/log?clear=1")
    page.goto("about:blank")
    check("the page in React shows its list", open_page("/react.html") and until("document.querySelectorAll('article').length > 5"))
    run("globalThis.list = document.querySelector('feed-list'), 0")
    picture("react")
    found = Axe().run(page)["violations"]
    check("axe finds nothing in React", not found, [(v["id"], [n["html"][:90] for n in v["nodes"]][:2]) for v in found])
    names = {row["id"]: row["name"] for row in tell("/rows?size=137")["items"]}
    run("list.scrollToIndex(5)")
    check("markup is text in React", until("list.innerText.includes('<b>Not bold</b>')"))
    run("list.scrollToIndex(0)")
    check("all rows are read", scroll_on() == set(range(1, 138)))

    run("list.scrollTo(0, 3333)")
    drawn(150)
    before = places()
    asked = len(tell("/log"))
    middle = sorted(before)[4]
    page.click(f"article a[href='#/{middle}']")
    check("a row leads to its view", until(lambda: page.locator("main.person h1").inner_text() == names[middle]) and run("!document.querySelector('feed-list')"))
    picture("react-person")
    page.click("main.person button")
    check("where it is liked", until(lambda: page.locator("main.person button").inner_text() == "♥") and until("feed.edits.length === 0"))

    def is_back(name):
        until("!!document.querySelector('feed-list article')")
        run("globalThis.list = document.querySelector('feed-list'), 0")
        drawn(150)
        far, both = moved(before)
        check(name, far < 1 and both > 4, (far, both))

    page.click("header a")
    is_back("on the way back the list is where it was")
    like = f"article:has(a[href='#/{middle}']) button"
    check("with the like", page.locator(like).inner_text() == "♥")
    check("and without a request for rows", [entry[0] for entry in tell("/log")[asked:]] == ["like"], tell("/log")[asked:])
    page.go_back()
    until("!document.querySelector('feed-list')")
    page.go_forward()
    is_back("also by the buttons of the browser")
    page.goto(base + f"/react.html#/{middle}")
    page.reload()
    check("a view that is loaded again has its row", until(lambda: page.locator("main.person h1").inner_text() == names[middle]))
    page.click("header a")
    is_back("and the way back from there leads to the place")

    tell("/set?refuse=1")
    page.click(like)
    check("a like that is refused is taken back and told", until("!!document.querySelector('[role=alert]')") and page.locator(like).inner_text() == "♥")
    page.click("[role=alert] >> text=Try again")
    check("and counts at the next try", until("!document.querySelector('[role=alert]') && feed.edits.length === 0") and page.locator(like).inner_text() == "♡")

    text = names[120].split()[1]
    found = sorted(id for id, name in names.items() if text in name)
    tell("/log?clear=1")
    type_fast("input", text)
    check("typed fast in React: one request", until(f"feed.get().total === {len(found)}") and len(tell("/log")) == 1, tell("/log"))
    check("the field has what was typed", run("document.querySelector('input').value") == text)
    are_found = f"JSON.stringify([...document.querySelectorAll('article')].map((e) => e.row.id)) === '{json.dumps(found, separators=(',', ':'))}'"
    check("and the rows are those", until(are_found))
    page.click("article a[href='#/120']")
    until("!document.querySelector('feed-list')")
    page.click("header a")
    check("a search is there on the way back", until(are_found) and run("document.querySelector('input').value") == text)
    page.fill("input", "")
    check("and all again in React", until("feed.get().total === 137") and until("document.querySelectorAll('article').length > 11"))
    tell("/reset")


typescript = "/usr/share/nodejs/typescript"


def without_jsx(code):
    """Lines of React as a browser takes them."""
    program = f"console.log(require('{typescript}').transpile(require('fs').readFileSync(0, 'utf8'), {{ jsx: 'react', target: 'es2022', module: 'es2022' }}))"
    return subprocess.run(["node", "-e", program], input=code, capture_output=True, text=True, check=True).stdout


def react_readme():
    """The list of README.md in React, as it stands there."""
    with open(os.path.join(here, "README.md")) as file:
        block, search = re.findall(r"```jsx\n(.*?)```", file.read(), re.S)
    with open(os.path.join(here, "tests", "react-list.html")) as file:
        around = re.sub(r'<script type="module">.*</script>', lambda _: f"""<script type="module">
            import {{ createSearch }} from './feed/search.js';
            {without_jsx(block)}
            const load = async ({{ query }}) => ({{ items: ['Ada', 'Bob'].filter((name) => name.includes(query)).map((name, id) => ({{ id, name }})) }});
            {without_jsx(f"function Search() {{ {search} }}")}
            globalThis.search = () => root.render(React.createElement(Search));
            const root = ReactDOM.createRoot(document.getElementById('root'));
            globalThis.set = (team) => root.render(React.createElement(React.StrictMode, null, React.createElement(People, {{ team }})));
            set('a');
            </script>""", file.read(), flags=re.S)
    with open(os.path.join(here, "site", "example.html"), "w") as file:
        file.write(around)
    names = [row["name"] for row in tell("/rows?size=137")["items"]]
    tell("/reset")
    told = len(errors)
    page.goto(base + "/example.html")
    strong = "[...document.querySelectorAll('article > strong')].map((name) => name.textContent)"
    check("the list of README.md in React shows", until(lambda: run(strong)[:1] == names[:1]), run(strong))
    check("as tall and under the name that it gives", run("[document.querySelector('feed-list').clientHeight, document.querySelector('[role=feed]').ariaLabel]") == [600, "People"])
    for _ in range(200):
        run("document.querySelector('feed-list').scrollBy(0, 600)")
        page.wait_for_timeout(20)
        if run(strong)[-3:] == names[-3:]:
            break
    check("to its end in React", run(strong)[-3:] == names[-3:], run(strong))
    asked = len(tell("/log"))
    page.click("button")
    # Who is at the end may ask for the last page then, too.
    check("its button refreshes", until(lambda: [entry[1]["page"] for entry in tell("/log")[asked:]][:1] == ["1"]), tell("/log")[asked:])
    run("set('b')")
    check("another team is another list", until(lambda: run(strong)[:1] == names[:1]), run(strong))
    check("it says how many there are", until("document.querySelector('h1').textContent === 'People 137'"), run("document.querySelector('h1').textContent"))
    run("search()")
    check("its search finds all", until(f"{strong}.join() === 'Ada,Bob'"), run(strong))
    page.locator("input").press_sequentially("Bo", delay=30)
    check("and what is typed", until(f"{strong}.join() === 'Bob'") and page.input_value("input") == "Bo", run(strong))
    check("and React has nothing to say to it", len(errors) == told, errors[told:])
    os.remove(os.path.join(here, "site", "example.html"))


def react_example():
    """The lines of React on the page, where a page of rows is no window."""
    page.goto(base + "/break.html")
    made = without_jsx(run("document.getElementById('react').textContent"))
    with open(os.path.join(here, "tests", "hook.html")) as file:
        around = re.sub(r"  const \{ createElement.*?</script>", lambda _: f"""
            const load = async ({{ cursor = 0, size }}) => {{
              await new Promise((done) => setTimeout(done, 50));
              return {{ items: Array.from({{ length: size }}, (_, k) => ({{ id: cursor + k, name: `Person ${{cursor + k}}` }})), next: cursor < 117 ? cursor + size : null }};
            }};
            {made}
            ReactDOM.createRoot(document.getElementById('root')).render(React.createElement(People));
            </script><style>ul {{ height: 100vh; overflow: auto; margin: 0 }} li {{ height: 48px }}</style>""", file.read(), flags=re.S)
    with open(os.path.join(here, "site", "example.html"), "w") as file:
        file.write(around)
    page.set_viewport_size({"width": 800, "height": 1_400})
    page.goto(base + "/example.html")
    count = "document.querySelectorAll('li').length"
    check("the example of React fills a tall window", until(f"{count} === 40"), run(count))
    page.wait_for_timeout(300)
    check("and no more than it", run(count) == 40, run(count))
    for _ in range(20):
        run("document.querySelector('ul').scrollBy(0, 600)")
        page.wait_for_timeout(60)
    check("and is read to its end", run(count) == 140, run(count))
    os.remove(os.path.join(here, "site", "example.html"))
    page.set_viewport_size({"width": 1100, "height": 760})


react()
react_options()
react_list()
react_page()
if os.path.exists(typescript):
    react_readme()
    react_example()
else:
    print("no TypeScript: the lines of React are not tried")
finish()
