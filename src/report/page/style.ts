/**
 * The look of every page. One accent (blue) and one warning colour (orange) that stay apart for
 * colour-blind eyes; `light-dark()` keeps both themes in one place, the switch only sets `color-scheme`.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f6f3, #12151a);
  --surface: light-dark(#ffffff, #1a1f26);
  --raised: light-dark(#f3f2ee, #222831);
  --ink: light-dark(#1c2430, #e6e9ed);
  --muted: light-dark(#576170, #a3adba);
  --line: light-dark(#e2e0d9, #2d353f);
  --accent: light-dark(#1d5fa6, #7fb5f0);
  --accent-soft: light-dark(#bcd5ee, #31506f);
  --warn: light-dark(#9d420a, #f4a169);
  --warn-soft: light-dark(#fbe6d4, #47301f);
  --fill: light-dark(#2c6cb3, #5590d3);
  --warn-fill: light-dark(#c4601f, #d8854a);
  --open: light-dark(#8b93a0, #77818e);
  --gap: clamp(1rem, 2.5vw, 1.75rem);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
[hidden] { display: none !important }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth }
body {
  margin: 0; padding: 0 var(--gap) 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
header.top, main, footer { max-width: 75rem; margin-inline: auto }
header.top { display: flex; justify-content: space-between; align-items: center; padding-block: 1rem }
.brand { margin: 0; font-weight: 650; letter-spacing: .01em; color: var(--muted) }
.brand a { color: inherit }
h1 { font-size: clamp(1.6rem, 1.1rem + 2vw, 2.5rem); line-height: 1.2; letter-spacing: -.015em; font-weight: 680; margin: 1rem 0 .8rem; max-width: 24em; text-wrap: balance }
h2 { font-size: 1.35rem; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 .35rem; scroll-margin-top: 1rem }
h3 { font-size: 1.02rem; line-height: 1.4; margin: 0 0 .25rem }
p { margin: 0 0 .75rem; max-width: 46rem }
p:last-child { margin-bottom: 0 }
a { color: var(--accent); text-underline-offset: .15em }
.lead { font-size: 1.08rem }
.muted, caption, .hint { color: var(--muted) }
.hint { font-size: .92rem }
.sub { display: block; font-weight: 400; font-size: .9rem; color: var(--muted) }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem 1rem; z-index: 2 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px }
code, pre { font-family: var(--mono); font-size: .88em }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 2.2vw, 1.6rem); margin-block: var(--gap); min-width: 0 }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: var(--gap); margin-block: var(--gap); align-items: stretch }
.grid > .card { margin: 0 }
.grid.three { display: flex; flex-wrap: wrap }
.grid.three > .card { flex: 1 1 min(100%, 20rem) }
table + table, p + table, table + h3, article + h3 { margin-top: 1.5rem }
.badge { display: inline-block; white-space: nowrap; border-radius: 999px; padding: .1rem .7rem; font-size: .88rem; font-weight: 600; border: 1px solid currentColor }
.good { color: var(--accent) } .bad { color: var(--warn) } .open { color: var(--muted) }
.badge.bad { background: var(--warn-soft) }
.verdict { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: baseline; margin-bottom: .6rem; font-size: 1.08rem; max-width: none }
.standing { list-style: none; margin: 0 0 .6rem; padding: 0; display: grid; gap: .4rem }
.jump { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin: 1.1rem 0 0; padding: 0; list-style: none; font-size: .95rem }
.tiles { display: flex; flex-wrap: wrap; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; margin-block: var(--gap) }
.tile { flex: 1 1 max(23%, 10rem); background: var(--surface); padding: 1.1rem 1.25rem; display: flex; flex-direction: column; gap: .15rem; margin: 0 }
.tile dt { font-size: .92rem; color: var(--muted) }
.tile .figure { margin: 0; font-size: 1.75rem; line-height: 1.25; font-weight: 640; letter-spacing: -.02em }
.tile .figure small { font-size: .58em; font-weight: 500; letter-spacing: 0; color: var(--muted) }
.tile .hint { margin: .2rem 0 0; font-size: .86rem; line-height: 1.45 }
table { border-collapse: collapse; width: 100%; font-size: .94rem }
caption { text-align: left; padding-bottom: .6rem; font-size: .92rem; max-width: 46rem }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line) }
tbody tr:last-child > * { border-bottom: 0 }
thead th { font-size: .85rem; font-weight: 600; color: var(--muted); white-space: nowrap }
tbody th { font-weight: 500; min-width: 6rem }
.stacking td:not(.number) { min-width: 6rem }
.number { text-align: right; white-space: nowrap }
.unbroken { white-space: nowrap }
td.number:first-child { width: 4rem }

th.number:last-child, td.number:last-child { padding-right: 0 }
button, input, select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .35rem .7rem; min-height: 2.25rem }
input, select { min-width: 0 }
button { cursor: pointer }
button:hover:not(:disabled) { border-color: var(--accent) }
button:disabled { opacity: .5; cursor: default }
.quiet { background: none; font-size: .9rem; color: var(--muted) }
.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-block: 1rem }
.filters label { display: grid; gap: .2rem; font-size: .88rem; color: var(--muted); flex: 0 1 16rem }
.pages { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin-top: 1rem }
.difference { border: 1px solid var(--line); border-left: 4px solid var(--warn); border-radius: 8px; padding: 1rem 1.15rem; margin-block: 1rem; break-inside: avoid }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: .6rem; margin: .75rem 0 0 }
.sides > div { background: var(--raised); border-radius: 8px; padding: .6rem .85rem }
.sides dt { font-size: .85rem; color: var(--muted) }
.sides dd { margin: 0 }
.command { display: flex; gap: .6rem; align-items: flex-start; margin-top: .75rem }
.command pre { flex: 1; min-width: 0; margin: 0; background: var(--raised); border-radius: 8px; padding: .5rem .75rem; white-space: pre-wrap; overflow-wrap: anywhere }
.facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .45rem 1.5rem; margin: .75rem 0 0 }
.facts dt { color: var(--muted) } .facts dd { margin: 0; min-width: 0 }
details { margin-top: .9rem } summary { cursor: pointer; color: var(--accent) }
details > ul { padding-left: 1.2rem }
footer { margin-top: 2.5rem; color: var(--muted); font-size: .9rem }
.none { color: var(--muted); border-left: 3px solid var(--line); padding-left: .9rem }
@media (max-width: 54rem) {
  .facts { grid-template-columns: 1fr; gap: 0 } .facts dd { margin-bottom: .6rem }
  .stacking thead { position: absolute; left: -999rem }
  .stacking tr { display: block; padding-block: .7rem; border-bottom: 1px solid var(--line) }
  .stacking tbody tr:last-child { border-bottom: 0 }
  .stacking th, .stacking td { display: block; border: 0; padding: .12rem 0; text-align: left; white-space: normal }
  .stacking td[data-label] { display: grid; grid-template-columns: 8.5rem 1fr }
  .stacking td[data-label]:empty { display: none }
  .stacking .wide { width: auto }
  .stacking .badge { justify-self: start }
  .stacking td[data-label]::before { content: attr(data-label); color: var(--muted); font-size: .88rem }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
@media print {
  table { font-size: .86em }
  :root, :root[data-theme] { color-scheme: light; --ground: #fff }
  body { padding: 0; font-size: 10pt }
  .quiet, .jump, .filters, .pages, .skip, .command button { display: none }
  .card, .tiles, tr, figure { break-inside: avoid }
  .card { border-color: #ccc } .card:has(tbody) { break-inside: auto }
  * { print-color-adjust: exact }
}
`;
