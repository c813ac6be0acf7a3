"""The package as its users get it: outside the checkout, from the tarball, in Node, bundled, and twice on a page."""
import filecmp
import functools
import glob
import http.server
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import threading
import zipfile

from playwright.sync_api import sync_playwright

from checks import check, errors, finish, here, launch, until, watched

page = """<!doctype html><title>List</title><link rel="icon" href="data:,">
<feed-list style="height: 400px"></feed-list><feed-list style="height: 400px"></feed-list>
<script type="module" src="NAME"></script>"""
program = """import { createFeed } from 'PACKAGE';
import 'PACKAGE/feed-list.js';
const load = async ({ cursor = 0, size }) => ({
  items: Array.from({ length: size }, (_, index) => ({ id: cursor + index })), next: cursor + size < 60 ? cursor + size : null,
});
const list = document.querySelectorAll('feed-list')[INDEX];
list.row = (row, element) => { element.textContent = `Row ${row.id}`; };
list.feed = createFeed({ load, send: async () => {}, restored: undefined });
"""


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def made(of, index=0):
    return program.replace("PACKAGE", of).replace("INDEX", str(index))


folder = tempfile.mkdtemp()
packs = [os.path.join(folder, name) for name in ("one", "two")]
for to in packs:
    run(os.path.join(here, "pack"), to)
names = sorted(os.listdir(packs[0]))
check("a tarball and a zip", [name[-4:] for name in names] == [".tgz", ".zip"], names)
check("byte for byte the same", filecmp.cmpfiles(*packs, names, shallow=False)[0] == names)

tarball, archive = (os.path.join(packs[0], name) for name in names)
app = os.path.join(folder, "app")
os.makedirs(os.path.join(app, "node_modules"))
write(os.path.join(app, "package.json"), '{"type": "module"}')
if shutil.which("npm"):
    run("npm", "install", "--offline", "--no-audit", "--no-fund", tarball, cwd=app)
else:
    tarfile.open(tarball).extractall(folder)
    os.rename(os.path.join(folder, "package"), os.path.join(app, "node_modules", "feed"))
package = os.path.join(app, "node_modules", "feed")
zipfile.ZipFile(archive).extractall(app)
same = filecmp.dircmp(package, os.path.join(app, "feed"))
check("the zip has the same files", not same.left_only and not same.right_only and not same.diff_files)
with open(os.path.join(package, "README.md")) as file:
    document = file.read()
check("its document says how a list is made", "createFeed" in document)
check("and nothing of the repository", not re.search(r"\./(?!feed/)|Docs/|page/|<!--", document), re.findall(r".*(?:\./(?!feed/)|Docs/|page/|<!--).*", document))
there = lambda name: glob.glob(os.path.join(package, name.removeprefix("feed/").removeprefix("node_modules/feed/")))
linked = [name for name in re.findall(r"\]\(([^)]+)\)", document) if not re.match(r"https?:|#", name)]
linked += re.findall(r'(?:href|src)="([^"]+)"', document)
linked += re.findall(r"`(?:\./)?([\w/*-]+\.(?:js|css|wasm|tgz|html|d\.ts))`", document)
check("each file that it names is there", len(linked) > 30 and all(map(there, linked)), [name for name in linked if not there(name)])
anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^## (.*)", document, re.M)]
check("and each of its own places", set(re.findall(r"\]\(#([^)]+)\)", document)) <= set(anchors), anchors)
imported = set(re.findall(r"(?:from|import) '([^']+)'", document)) - {"react", "vue"}
script = "for (const name of process.argv.slice(1)) console.log(name, await import.meta.resolve(name))"
named = dict(line.split() for line in run("node", "--input-type=module", "-e", script, *imported - {"feed/jsx"}, cwd=app).splitlines())
check("each of its imports is in the package", len(named) > 4 and all(name.startswith("feed") for name in named) and all(os.path.exists(path.removeprefix("file://")) for path in named.values()), named)

imports = "await import('feed'); await import('feed/search.js'); await import('feed/kept.js'); console.log((await import('feed/feed-list.js')).FeedList.name)"
look = "console.log(import.meta.resolve('feed/feed-list.css'))"
check("it has the look of a list", run("node", "--input-type=module", "-e", look, cwd=app).strip().endswith("node_modules/feed/feed-list.css"))
check("nothing of a page is needed to import it", run("node", "--input-type=module", "-e", imports, cwd=app).strip() == "FeedList")

with open(os.path.join(package, "package.json")) as file:
    exported = json.load(file)["exports"]
typed = {name[:-5] for name in os.listdir(package) if name.endswith(".d.ts")}
named = {value["types"][2:-5] for name, value in exported.items() if isinstance(value, dict) and "*" not in name}
check("each file with types can be imported", typed == named, typed ^ named)
program_of_types = """import { createFeed } from 'feed';
import { createSearch } from 'feed/search';
import { kept } from 'feed/kept.js';
import { useFeed } from 'feed/react';
import { useFeedState } from 'feed/react.js';
const feed = createFeed<{ id: number }>({ load: () => ({ items: [] }), restored: kept({ storage: undefined, name: 'people' }) });
const [{ query }, found] = useFeed<{ id: number }>({ create: createSearch, query: '', load: ({ query }) => ({ items: [{ id: query.length }] }) });
export const id: number = useFeedState(feed).items[0].id, text: string | undefined = query ?? found.query;
// @ts-expect-error: there is no such option.
createFeed({ load: () => ({ items: [] }), pagesize: 3 });
"""
if shutil.which("tsc"):
    write(os.path.join(app, "types.ts"), program_of_types)
    for way in ("node", "node16"):
        module = "es2022" if way == "node" else way
        told = subprocess.run(["tsc", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", module,
                               "--moduleResolution", way, "types.ts"], cwd=app, capture_output=True, text=True).stdout
        check(f"its types are found, by moduleResolution {way}", not told, told)
else:
    print("no tsc: its types are not tried")
names = "await import('feed/search'); await import('feed/kept'); await import('feed/feed-list')"
check("a name may do without .js", not subprocess.run(["node", "--input-type=module", "-e", names], cwd=app, capture_output=True).returncode)
if shutil.which("esbuild"):
    write(os.path.join(app, "react.js"), "export { useFeed } from 'feed/react.js';\nexport { FeedList } from 'feed/react-list.js';")
    bundle = run("esbuild", "react.js", "--bundle", "--format=esm", "--external:react", "--external:react-dom", cwd=app)
    check("a bundle has the list for React, with its element", "createPortal" in bundle and "customElements.define" in bundle)
    write(os.path.join(app, "react.js"), "export { useFeed } from 'feed/react.js';")
    bundle = run("esbuild", "react.js", "--bundle", "--format=esm", "--external:react", cwd=app)
    check("one with the hook alone has neither", "react-dom" not in bundle and "customElements" not in bundle)

pages = {}
write(os.path.join(app, "main.js"), made("feed"))
write(os.path.join(app, "near.js"), made("./node_modules/feed").replace("'./node_modules/feed'", "'./node_modules/feed/feed.js'"))
bundlers = {
    "esbuild": ["esbuild", "main.js", "--bundle", "--format=esm", "--splitting", "--minify", "--outdir=esbuild"],
    # By itself it finds no package by its name.
    "rollup": ["rollup", "near.js", "--format", "es", "--dir", "rollup"],
}
for name, command in bundlers.items():
    if not shutil.which(name):
        print(f"no {name}: it is not tried")
        continue
    run(*command, cwd=app)
    for machine in glob.glob(os.path.join(package, "*.wasm")):
        shutil.copy(machine, os.path.join(app, name))
    pages[name] = "main.js" if name == "esbuild" else "near.js"
    write(os.path.join(app, name, "index.html"), page.replace("NAME", pages[name]))
# A page may have two versions of it, of two widgets.
shutil.copytree(package, os.path.join(app, "other"))
write(os.path.join(app, "first.js"), made("./feed").replace("'./feed'", "'./feed/feed.js'"))
write(os.path.join(app, "twice.js"), "import './first.js';\n" + made("./other", 1).replace("'./other'", "'./other/feed.js'"))
write(os.path.join(app, "index.html"), page.replace("NAME", "twice.js"))


# What a bundle lacks is said to who made it, and not to who visits the page.
mistakes = {}
if "esbuild" in pages:
    alone = ["esbuild", "main.js", "--bundle", "--minify", "--log-level=error"]
    for name, command in {"no module": [*alone, "--outdir=no module"], "no machine": [*alone, "--format=esm", "--outdir=no machine"]}.items():
        run(*command, cwd=app)
        script = page if name == "no machine" else page.replace('type="module"', "defer")
        write(os.path.join(app, name, "index.html"), script.replace("NAME", "main.js"))
        mistakes[name] = {"no module": "`--format=esm`", "no machine": "Copy the .wasm files beside feed.js"}[name]

# A server renders, and the browser goes on with that.
react = "/usr/share/nodejs"
renders = os.path.isdir(os.path.join(react, "react-dom"))
rendered = """import { createElement as h } from 'react';
import { createFeed } from 'feed';
import { kept } from 'feed/kept.js';
import { useFeed, useFeedState } from 'feed/react.js';
import { createSearch } from 'feed/search.js';
const load = async () => ({ items: await (await fetch('/rows.json')).json() });
export const feeds = [
  createFeed({ load }),
  createSearch({ load, query: 'a', restored: kept({ storage: globalThis.sessionStorage, name: 'found' }) }),
];
const State = ({ state: { at, ...state } }) => h('p', null, JSON.stringify(state));
const Known = ({ feed }) => h(State, { state: useFeedState(feed) });
const Own = (options) => h(State, { state: useFeed({ load, ...options })[0] });
export const App = () => h('main', null, feeds.map((feed, index) => h(Known, { key: index, feed })), h(Own), h(Own, { create: createSearch, query: 'a' }));
"""
if renders:
    for part in ("react", "react-dom"):
        shutil.copytree(os.path.join(react, part), os.path.join(app, "node_modules", part))
    write(os.path.join(app, "app.js"), rendered)
    write(os.path.join(app, "rows.json"), '[{ "id": 1 }]')
    script = """import { createElement } from 'react';
        import { renderToString } from 'react-dom/server';
        import { App, feeds } from './app.js';
        while (feeds.some((feed) => feed.get().footer.type !== 'failed')) await new Promise((done) => setTimeout(done, 10));
        process.stdout.write(renderToString(createElement(App)));"""
    html = run("node", "--input-type=module", "-e", script, cwd=app)
    parts = re.findall("<p>(.*?)</p>", html)
    check("a server renders a list that has not begun, whatever its feed did there", len(parts) == 4 and parts[0::2] == parts[2:3] * 2 and parts[1] == parts[3], parts)
    hooks = "createElement,useEffect,useState,useSyncExternalStore"
    write(os.path.join(app, "hydrated.html"), f"""<!doctype html><title>Hydrated</title><link rel="icon" href="data:,"><div id="root">{html}</div>
        <script src="node_modules/react/umd/react.development.js"></script><script src="node_modules/react-dom/umd/react-dom.development.js"></script>
        <script type="importmap">{{ "imports": {{
          "feed": "./feed/feed.js", "feed/": "./feed/", "react": "data:text/javascript,export const{{{hooks}}}=React"
        }} }}</script>
        <script type="module">
          sessionStorage.found = JSON.stringify({{ version: 1, items: [{{ id: 2 }}], after: [], before: [], query: 'b' }});
          const {{ App, feeds }} = await import('./app.js');
          const before = document.querySelector('main');
          while (!feeds[0].get().count) await new Promise((done) => setTimeout(done, 10));
          ReactDOM.hydrateRoot(root, React.createElement(App));
          globalThis.isKept = () => document.querySelector('main') === before;
        </script>""")
else:
    print("no React: what a server renders is not tried")


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=app))
threading.Thread(target=server.serve_forever, daemon=True).start()
with sync_playwright() as playwright:
    browser = launch(playwright)
    for name, count in {**{bundler: 1 for bundler in pages}, "": 2}.items():
        view = watched(browser.new_page())
        view.goto(f"http://127.0.0.1:{server.server_port}/{name + '/' if name else ''}")
        shown = "[...document.querySelectorAll('feed-list')].filter((list) => /^Row 0Row 1/.test(list.list?.textContent)).length"
        check(f"{name or 'two versions'}: the page shows its rows", until(view, f"{shown} === {count}"), errors)
    if renders:
        view = watched(browser.new_page())
        view.goto(f"http://127.0.0.1:{server.server_port}/hydrated.html")
        loaded = "[...document.querySelectorAll('p')].filter((state) => JSON.parse(state.textContent).count === 1).length"
        check("what a server rendered is hydrated, and goes on", until(view, f"globalThis.isKept && {loaded} === 4") and view.evaluate("isKept()") and not errors, errors)
    for name, words in mistakes.items():
        view = watched(browser.new_page())
        told = len(errors)
        view.goto(f"http://127.0.0.1:{server.server_port}/{name}/")
        check(f"{name}: the list says only that it did not load", until(view, "document.querySelector('.feed-footer')?.textContent === 'It did not load Try again'"), view.inner_text("body"))
        check("the console says what to do", any(words in error and "createFeed({ machine:" in error for error in errors[told:]), errors[told:])
        del errors[told:]
    browser.close()


def said(*command, **more):
    """What a command that fails says, if that is one line."""
    ended = subprocess.run(command, capture_output=True, text=True, **more)
    return ended.stderr if ended.returncode == 1 and ended.stderr.count("\n") == 1 else f"{ended.returncode} {ended.stderr}"


serve = os.path.join(here, "serve")
check("a port that is taken is said", said(serve, "--built", str(server.server_port)).startswith("Port "))
check("and what is no port", "is no port" in said(serve, "--built", "eighty"))
bare = os.path.join(folder, "bare")
os.makedirs(bare)
for name in ("dirname", "python3"):
    os.symlink(shutil.which(name), os.path.join(bare, name))
check("without Swift it says what is missing", "built by Swift" in said(os.path.join(here, "build"), env={"PATH": bare}))
check("no error", not errors, errors)
shutil.rmtree(folder)
finish()
