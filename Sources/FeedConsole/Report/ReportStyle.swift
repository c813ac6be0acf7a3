/// The style of a report: light and dark, wide, narrow and on paper.
enum ReportStyle {
  /// The hash of the text, which the policy of the page allows. A test compares them.
  static let hash = "sha256-XwXZYU03qsXwBzkXtNBTGN9PxxU+nBO10tX7lCJtJp0="

  static let text = """

    :root {
      --page: #f3f4f7; --card: #fff; --line: #dfe2e8; --text: #1b1f27; --faint: #59616e;
      --accent: #4338ca; --mark: #eceafd; --ok: #14713a; --failed: #b3201f; --cancelled: #59616e;
      --stale: #9a4a06; --pending: #1d4fc4;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0e1116; --card: #171b22; --line: #2c333e; --text: #e6e9ef; --faint: #a0a9b6;
        --accent: #b3b8ff; --mark: #262a47; --ok: #5fd38a; --failed: #ff8a84; --cancelled: #a0a9b6;
        --stale: #f2b455; --pending: #7fb0ff;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.25rem; max-width: 110rem; background: var(--page);
      color: var(--text); font: 15px/1.45 system-ui, sans-serif;
    }
    h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: .95rem; margin: 0; }
    p { margin: .15rem 0; }
    a { color: var(--accent); text-underline-offset: .15em; }
    code, .what { font: .86rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; }
    code, .what, .text, em { overflow-wrap: anywhere; unicode-bidi: isolate; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    .faint, small { color: var(--faint); }
    .ok, .good { color: var(--ok); }
    .failed, .bad { color: var(--failed); }
    .cancelled { color: var(--cancelled); }
    .stale { color: var(--stale); }
    .pending, .name { color: var(--pending); }
    .heading { font-weight: 600; }
    header { margin-bottom: 1rem; }
    main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
    section {
      background: var(--card); border: 1px solid var(--line); border-radius: 12px; min-width: 0;
    }
    section[hidden] { display: none; }
    .head {
      display: flex; justify-content: space-between; gap: 1rem; padding: .6rem .9rem;
      border-bottom: 1px solid var(--line);
    }

    .lanes {
      position: relative; display: grid; grid-template-columns: min(19rem, 46%) minmax(0, 1fr);
      max-height: 21rem; overflow-y: auto;
    }
    .lanes ol { min-width: 0; list-style: none; margin: 24px 0 8px; padding: 0; }
    .lanes li {
      height: 24px; line-height: 24px; padding: 0 .9rem; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis; font-size: .86rem;
    }
    .lanes li a { color: inherit; text-decoration: none; }
    .lanes li a:hover { text-decoration: underline; }
    .lanes li span { display: inline-block; width: 1.1em; text-align: center; }
    .plot { overflow: auto hidden; border-left: 1px solid var(--line); }
    .plot svg { display: block; margin-bottom: 8px; }
    svg text { fill: var(--faint); font-size: 11px; text-anchor: middle; }
    svg rect, svg circle { fill: currentColor; }
    svg rect.stale, svg rect.cancelled, svg rect.pending { opacity: .65; }
    svg circle { stroke: var(--card); stroke-width: 2; }
    svg path { stroke: currentColor; stroke-width: 2; stroke-dasharray: 3 4; }
    svg path.tick { stroke: var(--line); stroke-width: 1; stroke-dasharray: none; }
    svg #now { fill: var(--accent); }

    table { width: 100%; border-collapse: collapse; }
    thead th { background: var(--card); font-size: .8rem; color: var(--faint); }
    th, td { padding: .45rem .6rem; text-align: left; vertical-align: top; font-weight: 400; }
    tbody tr { border-top: 1px solid var(--line); scroll-margin: 5rem 0 1rem; }
    th:first-child { width: 1%; padding-left: .9rem; text-align: right; }
    .event { width: 38%; }
    .what div { white-space: pre-wrap; }
    .clock { width: 1%; padding-right: .9rem; color: var(--faint); white-space: nowrap; }
    .ignored code { color: var(--faint); }
    body:has(#hide:checked) .ignored { display: none; }
    .live tbody tr { cursor: pointer; }
    tr[aria-current] { background: var(--mark); box-shadow: inset 3px 0 var(--accent); }

    #slide { display: flex; gap: .5rem; align-items: center; }
    #slider { flex: 1; min-width: 0; accent-color: var(--accent); }
    button {
      font: inherit; font-size: 1.2rem; line-height: 1; width: 2.2rem; height: 2.2rem;
      color: var(--text); background: var(--page); border: 1px solid var(--line);
      border-radius: 8px; cursor: pointer;
    }
    button:disabled { opacity: .4; cursor: default; }
    #player { padding: .8rem .9rem; }
    #place { display: flex; flex-wrap: wrap; gap: 0 .7rem; min-height: 3rem; margin: .4rem 0 .6rem; }
    #screen {
      max-width: 26rem; margin: 0 auto; border: 1px solid var(--line); border-radius: 18px;
      background: var(--page); overflow: hidden;
    }
    #title { padding: .6rem 1rem; text-align: center; border-bottom: 1px solid var(--line); }
    #screen ol { list-style: none; margin: 0; padding: .3rem 0; min-height: 16rem; }
    #screen li {
      display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .6rem;
      padding: .3rem 1rem; border-left: 3px solid transparent;
    }
    #screen small { min-width: 1.6rem; text-align: right; font-variant-numeric: tabular-nums; }
    #screen em { color: var(--pending); font-size: .86rem; }
    #screen .text { flex: 1; }
    #screen .reader { border-color: var(--accent); background: var(--mark); }
    #screen .old .text { color: var(--faint); font-style: italic; }
    #screen .busy, #screen .note { color: var(--faint); text-align: center; font-size: .9rem; }
    #screen .busy .text::before { content: "⟳ "; }
    #screen .busy .text::after { content: " …"; }
    #screen .failure { color: var(--failed); }
    #screen b {
      color: var(--text); border: 1px solid var(--line); border-radius: 99px; padding: 0 .6rem;
      font-size: .86rem; font-weight: 500; background: var(--card);
    }

    @media screen and (min-width: 64rem) and (min-height: 36rem) {
      .live { height: 100vh; display: flex; flex-direction: column; }
      .live main {
        flex: 1; min-height: 0; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) 25rem;
      }
      .live #player { grid-area: 1 / 2 / 3 / 3; overflow-y: auto; }
      .live .lanes { max-height: 32vh; }
      .live #steps { overflow-y: auto; grid-row: 2; }
      .live #steps .head, .live thead th { position: sticky; z-index: 1; background: var(--card); }
      .live #steps .head { top: 0; height: 2.8rem; }
      .live thead th { top: 2.8rem; box-shadow: 0 1px var(--line); }
    }
    @media (max-width: 40rem) {
      body { padding: .6rem; }
      .lanes li { padding: 0 .5rem; }
      .lanes small { display: none; }
      thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
      tbody tr { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr) auto; }
      .event { width: auto; }
      .clock { width: auto; grid-area: 1 / 3; }
      .what { grid-area: 2 / 2 / 3 / 4; padding-top: 0; }
      .what:empty { display: none; }
      #screen ol { min-height: 12rem; }
    }
    @media print {
      #player, label { display: none; }
      .lanes { max-height: none; }
    }

    """
}
