import Base

/// The style sheet of all pages: light and dark, from 360 points of width.
package enum StyleSheet {
  /// Contains a hash of the text, so that it may be cached forever.
  static let fingerprint = Hexadecimal.text(SHA256.digest(of: Array(text.utf8)).prefix(6))

  package static let text = """
    :root {
      color-scheme: light dark;
      --page: #f7f8fa; --card: #fff; --line: #dfe3e8; --text: #1a1f27; --muted: #59636f;
      --link: #0a58ca; --code: #eef1f5; --focus: #0a58ca;
      --good: #11603a; --good-bg: #e2f4ea; --warn: #7a4a00; --warn-bg: #fff0d6;
      --bad: #a5201a; --bad-bg: #fde7e5; --band: #eef1f5;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0f1317; --card: #171c22; --line: #2c343d; --text: #e6e9ed; --muted: #9ba6b3;
        --link: #84b6ff; --code: #222932; --focus: #84b6ff;
        --good: #86dcab; --good-bg: #12301f; --warn: #ffcb7d; --warn-bg: #36270c;
        --bad: #ffa49c; --bad-bg: #3d1a18; --band: #0f1317;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--page); color: var(--text);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    .wrap { max-width: 66rem; margin-inline: auto; padding-inline: 1.25rem; }
    a { color: var(--link); text-underline-offset: .2em; text-decoration-thickness: 1px; }
    a:hover { text-decoration-thickness: 2px; }
    :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
    .hidden {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: .75rem; z-index: 1; background: var(--card); padding: .5rem 1rem; }
    .site { background: var(--card); border-bottom: 1px solid var(--line); }
    .site .wrap {
      display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
      gap: .25rem 2rem; padding-block: .75rem;
    }
    .brand { color: inherit; text-decoration: none; font-size: 1.0625rem; }
    nav ul { display: flex; gap: .25rem; list-style: none; margin: 0 -.75rem; padding: 0; }
    nav a {
      display: block; padding: .375rem .75rem; border-radius: 6px; color: var(--muted);
      text-decoration: none;
    }
    nav a:hover { color: var(--text); background: var(--code); }
    nav a[aria-current] { color: var(--text); background: var(--code); font-weight: 600; }
    main { padding-block: 2rem 1rem; }
    h1 { font-size: 1.875rem; line-height: 1.2; letter-spacing: -.015em; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.1875rem; line-height: 1.3; margin: 2rem 0 .75rem; }
    h2 .muted, h3 .muted, h4 .muted { font-weight: 400; font-size: .9375rem; }
    h3 { font-size: 1.0625rem; margin: 0; }
    h4 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
    p { margin: .5rem 0; }
    .title { margin-bottom: 1.5rem; }
    .title p { margin: .375rem 0 0; }
    .muted { color: var(--muted); }
    code, .version { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
    code { font-size: .875em; overflow-wrap: anywhere; }
    pre {
      margin: .5rem 0 1rem; padding: .75rem 1rem; overflow-x: auto; background: var(--code);
      border-radius: 8px;
    }
    pre code { overflow-wrap: normal; white-space: pre; }
    .copy code { user-select: all; white-space: pre-wrap; overflow-wrap: anywhere; }
    .copying { position: relative; }
    .copying pre { padding-right: 5rem; }
    .panel > .copying:last-child pre { margin-bottom: 0; }
    .whole { white-space: nowrap; }
    .copying button {
      position: absolute; top: .4375rem; right: .4375rem; min-height: 0; padding: .125rem .625rem;
      font-size: .8125rem; font-weight: 500; color: var(--text); background: var(--card); border-color: var(--line);
    }
    .lead { font-size: 1.0625rem; max-width: 46rem; overflow-wrap: anywhere; }
    h1 .version { font-size: 1.25rem; font-weight: 400; color: var(--muted); letter-spacing: 0; }
    .chip {
      display: inline-block; padding: .0625rem .5rem; border-radius: 1rem; background: var(--code);
      color: var(--muted); font: 500 .8125rem/1.5 system-ui, sans-serif; white-space: nowrap;
    }
    .good { background: var(--good-bg); color: var(--good); }
    .warn { background: var(--warn-bg); color: var(--warn); }
    .bad { background: var(--bad-bg); color: var(--bad); }
    .notice {
      margin: .75rem 0; padding: .5rem .875rem; border-radius: 8px; background: var(--bad-bg);
      color: var(--bad); overflow-wrap: anywhere;
    }
    .empty {
      padding: 2.5rem 1rem; text-align: center; color: var(--muted); overflow-wrap: anywhere;
      border: 1px dashed var(--line); border-radius: 10px;
    }
    .slim { padding: .5rem 1rem; }
    .search { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: 1.25rem; }
    .field { display: grid; gap: .25rem; font-size: .875rem; color: var(--muted); }
    .grow { flex: 1 1 9rem; }
    input, select, button {
      width: 100%; min-height: 2.75rem; padding: .375rem .75rem; font: inherit; font-size: 1rem;
      color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 8px;
    }
    button {
      width: auto; padding-inline: 1.25rem; font-weight: 600; color: var(--card); background: var(--link);
      border-color: transparent; cursor: pointer;
    }
    button:hover { filter: brightness(1.1); }
    .clear { padding: .625rem 0; }
    .components { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
    .components li {
      position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto;
      gap: .125rem 1rem; align-items: baseline; padding: .875rem 1.125rem;
    }
    .components li:not([hidden]) ~ li { border-top: 1px solid var(--line); }
    .components li:hover { background: var(--band); }
    .components li:first-child { border-radius: 11px 11px 0 0; }
    .components li:last-child { border-radius: 0 0 11px 11px; }
    .components .name { font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
    .components .name::after { content: ""; position: absolute; inset: 0; }
    .components .facts {
      grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .125rem 1rem; align-items: baseline;
      font-size: .875rem; color: var(--muted);
    }
    .components .about {
      grid-column: 1 / -1; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
      overflow: hidden; font-size: .9375rem; overflow-wrap: anywhere;
    }
    .panel {
      margin: 1.5rem 0; padding: 1.125rem 1.25rem; background: var(--card);
      border: 1px solid var(--line); border-radius: 12px;
    }
    .panel h2 { margin-top: 0; }
    .panel > :last-child { margin-bottom: 0; }
    .columns { display: grid; gap: 0 2.5rem; }
    .columns > * { min-width: 0; }
    .columns .panel:first-child { margin-top: 0; }
    aside section:first-child h2 { margin-top: 0; }
    .plain { list-style: none; margin: 0; padding: 0; }
    .plain li { padding: .25rem 0; overflow-wrap: anywhere; }
    .releases { list-style: none; margin: 0; padding: 0 0 0 1.375rem; border-left: 2px solid var(--line); }
    .releases > li { position: relative; padding-bottom: 1.5rem; scroll-margin-top: 1rem; }
    .releases > li::before {
      content: ""; position: absolute; left: calc(-1.375rem - 7px); top: .4375rem; width: 12px; height: 12px;
      border: 2px solid var(--page); border-radius: 50%; background: var(--muted);
    }
    .releases > li.gone::before { background: var(--bad); }
    .releases h3 a { color: inherit; text-decoration: none; }
    .releases h3 a:hover { text-decoration: underline; }
    .gone h3 a { text-decoration: line-through; color: var(--muted); }
    main ul:not([class]) { margin: .25rem 0; padding-left: 1.25rem; overflow-wrap: anywhere; }
    nav ul:not([class]) { padding-left: 0; }
    details { margin-top: .625rem; font-size: .9375rem; }
    summary { width: fit-content; padding: .125rem 0; color: var(--muted); cursor: pointer; }
    dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .375rem 1rem; margin: .5rem 0; }
    dt { color: var(--muted); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .facts { display: block; font-size: .9375rem; }
    .facts dt { margin-top: .625rem; font-size: .8125rem; }
    .facts br:last-child { display: none; }
    .readme { overflow-wrap: anywhere; }
    .rules h1 + p { margin-top: 1rem; }
    .rules h3 { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 1.0625rem; }
    .readme h3 { font-size: 1.375rem; margin: 1.5rem 0 .5rem; scroll-margin-top: 1rem; }
    .readme h4 { font-size: 1.125rem; margin: 1.375rem 0 .375rem; scroll-margin-top: 1rem; }
    .readme h5, .readme h6 { font-size: 1rem; margin: 1.125rem 0 .25rem; }
    .readme h2 + h3 { margin-top: 0; }
    .readme ol { margin: .25rem 0; padding-left: 1.5rem; }
    .readme blockquote { margin: .75rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--muted); }
    .readme hr { border: 0; border-top: 1px solid var(--line); margin: 1.25rem 0; }
    .readme input { width: auto; min-height: 0; margin: 0 .25rem 0 0; }
    .readme table { overflow-wrap: normal; }
    .readme table code { overflow-wrap: normal; }
    .readme th, .readme td { padding: .5rem .75rem; }
    .readme .scroll { margin: .75rem 0; border-radius: 8px; }
    .releases h4 { margin: .75rem 0 .125rem; font-size: .875rem; color: var(--muted); }
    .scroll, .picture { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
    table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
    th, td { padding: .625rem 1.125rem; text-align: left; vertical-align: baseline; }
    thead th { font-size: .8125rem; font-weight: 500; color: var(--muted); }
    tbody tr { border-top: 1px solid var(--line); }
    .works th, .works td { padding: .25rem 1rem .25rem 0; font-weight: 400; }
    .works th { color: var(--muted); white-space: nowrap; }
    .works td { width: 100%; }
    .works tbody tr { border: 0; }
    .picture { padding: 1.25rem; }
    .fits svg { max-width: 100%; height: auto; }
    .board { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: 1rem; margin: 1.25rem 0; }
    .board section { padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
    .board h2 { margin: 0 0 .5rem; font-size: 1rem; }
    .nodes { list-style: none; margin: 0; padding: 0; columns: 10rem; column-gap: .75rem; }
    .board li { padding: .125rem .375rem; border-left: 3px solid transparent; font-size: .9375rem; break-inside: avoid; overflow-wrap: anywhere; }
    .board a { text-decoration: none; }
    .board a:hover { text-decoration: underline; }
    .board .muted { font-size: .8125rem; }
    .board .chosen { background: var(--link); border-radius: 6px; }
    .board .chosen a, .board .chosen .muted { color: var(--card); font-weight: 600; }
    .board .required, .key.required { border-left: 3px solid var(--good); background: var(--good-bg); }
    .board .dependent, .key.dependent { border-left: 3px solid var(--warn); background: var(--warn-bg); }
    .board .required, .board .dependent { font-weight: 600; }
    .board .found { background: var(--code); border-left-color: var(--link); font-weight: 600; }
    .board .dim a { color: var(--muted); }
    .key { padding: .125rem .5rem; font-size: .875rem; }
    svg { display: block; margin-inline: auto; font-family: system-ui, sans-serif; }
    .band { fill: var(--band); }
    .layer { fill: var(--muted); font-size: 13px; font-weight: 600; }
    .edge { fill: none; stroke: var(--muted); stroke-width: 1.5; opacity: .75; }
    .edge.bad { background: none; stroke: var(--bad); stroke-width: 2.25; stroke-dasharray: 7 4; opacity: 1; }
    .tip { fill: var(--muted); }
    .tip.bad { fill: var(--bad); }
    .node { fill: var(--card); stroke: var(--line); stroke-width: 1.5; }
    a:hover .node, a:focus .node { stroke: var(--link); stroke-width: 2.5; }
    .node.fold { stroke-dasharray: 4 3; }
    .node.asked { stroke: var(--link); stroke-width: 2.5; }
    .node-name, .node-version, .node-line { text-anchor: middle; }
    .node-name { fill: var(--link); font-size: 15px; font-weight: 600; }
    .node-version { fill: var(--muted); font-size: 13px; }
    .node-line { fill: var(--muted); font-size: 12px; }
    footer { padding-block: 1.5rem 2.5rem; font-size: .875rem; color: var(--muted); }
    @media (min-width: 52rem) {
      .columns { grid-template-columns: minmax(0, 1fr) 15rem; }
      .release { grid-template: auto 1fr / minmax(0, 1fr) 15rem; }
      .release > .use, .release > .rest { grid-column: 1; }
      .release > aside { grid-column: 2; grid-row: 1 / span 2; }
    }
    @media (max-width: 52rem) { .rest { margin-top: 1.5rem; } }
    @media (max-width: 40rem) {
      .wrap { padding-inline: 1rem; }
      main { padding-top: 1.5rem; }
      h1 { font-size: 1.5625rem; }
      pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
      .copying pre { padding: 2.25rem 1rem .75rem; }
      .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .stacked, .stacked tbody, .stacked tr, .stacked td, .stacked th { display: block; }
      .stacked tr { padding: .75rem 1rem; }
      .stacked th, .stacked td { padding: .125rem 0; }
      .stacked tbody tr:first-child { border-top: 0; }
      .stacked td { display: grid; grid-template-columns: 6rem 1fr; justify-items: start; }
      .stacked .chip { white-space: normal; border-radius: .75rem; }
      .stacked td::before { content: attr(data-label); color: var(--muted); }
    }
    @media (max-width: 30rem) { #neighbours, .picture { display: none; } }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    .search output { align-self: center; }
    .search output:empty { margin-left: -.75rem; }
    @media print { .site nav, .search, .skip, .copying button { display: none; } }

    """

  /// A branch with three leaves, in both colour schemes.
  package static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a58ca"/><g fill="none" stroke="#fff" stroke-width="2.5"><path d="M10 9v14M10 16h6a6 6 0 0 0 6-6"/></g><g fill="#fff"><circle cx="10" cy="8" r="3"/><circle cx="10" cy="24" r="3"/><circle cx="22" cy="9" r="3"/></g></svg>

    """
}
