/// The style and the script of a report, with the hashes that its policy allows. A test compares them.
extension ReportPage {
  /// Light and dark, wide, narrow and on paper.
  static let style = (
    hash: "sha256-8MeXPr/g8W3RjQW86TwnWL0fusyJ76X92t/t3mIr3LM=",
    text: """

      :root {
        color-scheme: light dark;
        --page: light-dark(#f3f4f7, #0e1116); --card: light-dark(#fff, #171b22);
        --line: light-dark(#dfe2e8, #2c333e); --text: light-dark(#1b1f27, #e6e9ef);
        --faint: light-dark(#59616e, #a0a9b6); --accent: light-dark(#4338ca, #b3b8ff);
        --mark: light-dark(#eceafd, #262a47); --good: light-dark(#14713a, #5fd38a);
        --bad: light-dark(#b3201f, #ff8a84); --late: light-dark(#9a4a06, #f2b455);
        --busy: light-dark(#1d4fc4, #7fb0ff);
      }
      * { box-sizing: border-box; }
      html { background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
      body { margin: 0 auto; padding: 1.25rem; max-width: 110rem; }
      h1 { font-size: 1.35rem; margin: 0; }
      p { margin: .15rem 0; }
      a { color: var(--accent); text-underline-offset: .15em; }
      code, .what { font: .86rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; }
      h1, code, .what, li { overflow-wrap: anywhere; unicode-bidi: isolate; }
      .faint, .cancelled, .clock, .ignored code, thead { color: var(--faint); }
      .ok, .good { color: var(--good); }
      .failed, .bad { color: var(--bad); }
      .late { color: var(--late); }
      .pending, .name { color: var(--busy); }
      .heading { font-weight: 600; }
      #player, #screen, table {
        background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: clip;
      }

      table { width: 100%; border-spacing: 0; }
      tbody tr { scroll-margin: 3rem 0 1rem; }
      th, td { padding: .45rem .6rem; text-align: left; vertical-align: top; font-weight: 400; }
      th:first-child, .clock { width: 1%; padding-inline: .9rem; white-space: nowrap; }
      tbody th, .event, .what, .clock, ol { border-top: 1px solid var(--line); }
      .event { width: 38%; }
      .what div { white-space: pre-wrap; text-indent: -2ch; }
      body:has(#hide:checked) .ignored { display: none; }
      :not([hidden]) + table tbody { cursor: pointer; }
      tr[aria-current] { background: var(--mark); }

      td:empty, .lane { padding: .55rem 0 0; min-width: 1.2rem; }
      .lane { background: linear-gradient(currentColor 0 0) no-repeat 50% 0 / 2px 100%; }
      td.late { background: linear-gradient(currentColor 50%, #0000 0) 50% 0 / 2px 6px repeat-y; }
      .lane.start { background-position-y: 1rem; }
      .lane.end { background-size: 2px 1rem; background-repeat: no-repeat; }
      .lane b {
        display: block; width: 1.1rem; margin: auto; border: 1px solid; border-radius: 99px;
        background: var(--card); font: .75rem/1rem system-ui; text-align: center;
      }
      .lane b:empty { width: .6rem; height: .6rem; margin-top: .25rem; background: currentColor; }

      main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-top: 1rem; }
      #player { padding: .8rem .9rem; }
      #slide { display: flex; gap: .5rem; align-items: center; }
      #slider { flex: 1; min-width: 0; accent-color: var(--accent); }
      button { padding: .5rem .8rem; background: none; border: 1px solid; border-radius: 8px; }
      #place { display: flex; flex-wrap: wrap; gap: 0 1ch; min-height: 3rem; margin: .4rem 0; }
      #screen { max-width: 26rem; margin: auto; background: var(--page); }
      h2 { margin: .6rem; font-size: .95rem; text-align: center; }
      ol { list-style: none; margin: 0; padding: .3rem 0; min-height: 14rem; }
      li { padding: .3rem .6rem; white-space: pre-wrap; }
      li .faint:first-child { font: .8rem ui-monospace, Menlo, Consolas, monospace; }
      .reader { background: var(--mark); box-shadow: inset 3px 0 var(--accent); }

      @media screen and (min-width: 64rem) {
        main { grid-template-columns: minmax(0, 1fr) auto; align-items: start; }
        #player { order: 1; width: 25rem; position: sticky; top: 1rem; }
        thead th { position: sticky; top: 0; background: var(--card); }
      }
      @media (max-width: 40rem) {
        body { padding: .6rem; }
        thead { display: none; }
        th, td { padding-inline: .4rem; }
        .event, .what { display: block; width: auto; }
        .what { border: 0; padding-top: 0; }
        .clock { display: none; }
        ol { min-height: 12rem; }
      }
      @media print { #player, label { display: none; } }

    """
  )

  /// Without it the page has the table with the lanes.
  static let script = (
    hash: "sha256-twgmC8nqhiBuPKXggmzW85F4cH7OS2UMGQFLoeZkAac=",
    text: #"""

      const data = JSON.parse(document.getElementById("data").textContent);
      const get = (selector) => document.querySelector(selector);
      const [player, slider] = [get("#player"), get("#slider")];
      const last = data.steps.length - 1;
      // Where there is room the screen stays beside the steps, else it is above them.
      const wide = matchMedia("(min-width: 64rem)");
      let now, timer;

      function show(step) {
        now = Math.max(0, Math.min(last, step));
        const row = get("#step-" + now);
        get("[aria-current]")?.removeAttribute("aria-current");
        row.setAttribute("aria-current", "step");
        slider.value = now;
        get("#back").disabled = now === 0;
        get("#forward").disabled = now === last;
        get("#place b").textContent = `Step ${now} of ${last}`;
        get("#place code").textContent = row.querySelector("code").textContent;
        get("#place .bad").textContent = row.className;
        const [title, ...rows] = data.steps[now].map((index) => data.lines[index]);
        get("h2").textContent = title[0][1];
        get("ol").replaceChildren(...rows.map(line));
      }

      function make(name, className, textContent) {
        return Object.assign(document.createElement(name), { className, textContent });
      }

      function line(pieces) {
        const line = make("li", pieces[0][1].startsWith("▎") ? "reader" : "", "");
        line.append(...pieces.map(([style, text]) => make("span", style, text)));
        return line;
      }

      function go(step) {
        show(step);
        if (wide.matches) get("[aria-current]").scrollIntoView({ block: "nearest" });
        // Not at each step of a drag: browsers limit how often.
        clearTimeout(timer);
        timer = setTimeout(() => history.replaceState(null, "", "#step-" + now), 200);
      }

      const showHash = () => show(+(/^#step-(\d+)$/.exec(location.hash)?.[1] ?? last));

      slider.addEventListener("input", () => go(+slider.value));
      get("#back").addEventListener("click", () => go(now - 1));
      get("#forward").addEventListener("click", () => go(now + 1));
      addEventListener("hashchange", showHash);
      get("tbody").addEventListener("click", ({ target }) => {
        if (target.closest("a") || String(getSelection())) return;
        go(+target.closest("tr").id.slice("step-".length));
        if (!wide.matches) player.scrollIntoView();
      });
      addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
        const move = { ArrowLeft: -1, ArrowRight: 1 }[key];
        if (move && target !== slider && !altKey && !ctrlKey && !metaKey) go(now + move);
      });
      player.hidden = false;
      showHash();

    """#
  )
}
