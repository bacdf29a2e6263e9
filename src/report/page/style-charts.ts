/** The look of charts and of the network drawing. */
export const CHART_STYLE = `
figure { margin: .75rem 0 0 }
figcaption { font-size: .9rem; color: var(--muted); margin-bottom: .5rem; max-width: 46rem }
.plot { padding: .6rem 1.4rem 1.6rem 3.2rem }
.plot.titled { padding-bottom: 2.6rem }
.plot svg { display: block; width: 100%; overflow: visible }
svg text { font-size: 12px; fill: var(--muted); font-variant-numeric: tabular-nums }
.y-tick { stroke: var(--line); stroke-width: 1 }
.base { stroke: var(--open); stroke-width: 1 }
.succeeded { fill: var(--fill) } .failed { fill: var(--warn-fill) } .indeterminate { fill: var(--open) }
.rate { stroke: var(--accent); stroke-width: 2; stroke-linecap: round }
.rate.dashed { stroke-dasharray: 4 4 } .rate.faint { stroke-opacity: .5 }
.dry-line { stroke: var(--warn-fill); stroke-width: 2; stroke-linecap: round }
.rate-dot { fill: var(--surface); stroke: var(--accent); stroke-width: 2 }
.moment { stroke: var(--warn); stroke-width: 1.5; stroke-dasharray: 2 3 }
.moment-text { fill: var(--warn); font-weight: 600; paint-order: stroke; stroke: var(--surface); stroke-width: 3px }
.short { fill: color-mix(in srgb, var(--warn-fill) 45%, var(--surface)) }
.offered { stroke: var(--open); stroke-width: 1; stroke-dasharray: 1 3 }
.interval { fill: var(--accent-soft); fill-opacity: .45 }
.limit { stroke: var(--ink); stroke-width: 1.5 } .knee { stroke: var(--muted); stroke-width: 1.5; stroke-dasharray: 2 3 }
.reach { stroke: var(--ink); stroke-width: 1.5; stroke-opacity: .7 }
.tornado-bar { display: block; width: 100%; min-width: 8rem }
.multiples { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem }
.probe-cross { fill: none; stroke: var(--warn-fill); stroke-width: 2; stroke-linecap: round }
.mark:hover { opacity: .75 }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; margin: .5rem 0 0; padding: 0; font-size: .88rem; color: var(--muted) }
.legend li { display: flex; align-items: center; gap: .45rem }
.legend svg { flex: none }
.bar { position: relative; height: .8rem; background: var(--raised); border-radius: 3px; overflow: hidden; min-width: 4rem }
.bar > span { position: absolute; inset: 0 auto 0 0; background: var(--fill); border-radius: 3px; min-width: 2px }
.bar.failed-bar > span { background: var(--warn-fill) }
td.wide { width: 40% }
td .bar { margin-top: .35rem; min-width: 2rem }
.bar-cell { width: 26% }
@container (min-width: 1000px) { .detail { min-height: 1.6em } }
.share { display: flex; height: .8rem; border-radius: 3px; overflow: hidden; min-width: 6rem; gap: 2px; background: var(--surface) }
.share > span:first-child { background: var(--fill) } .share > span:last-child { background: var(--accent-soft) }
.share.drained > span:first-child { background: var(--warn-fill) }
.share.drained > span:last-child { background: color-mix(in srgb, var(--warn-fill) 40%, var(--surface)) }
.sequence, .scroll { overflow-x: auto; margin-block: 1rem }
.lane { stroke: var(--line) } .lane-name { fill: var(--ink); font-weight: 600 }
.asked { fill: var(--ink) } .way { stroke: var(--accent); stroke-width: 1.5 } .head { fill: var(--accent) } .door { fill: var(--ink) }
.blame { fill: var(--warn-soft) } .blamed .came { fill: var(--warn); font-weight: 600 }
td.off { color: var(--warn); font-weight: 600 }
.network { container-type: inline-size }
.network svg { display: block; width: 100%; height: 320px; touch-action: pan-y }
.network.few svg { height: 240px }
.network .label { fill: var(--ink); pointer-events: none; paint-order: stroke; stroke: var(--surface); stroke-width: 3px; stroke-linejoin: round }
.network .medium, .network .large { display: none }
.near { stroke: var(--fill) } .far { stroke: var(--accent-soft) }
.drained .near, .drained .far { stroke: var(--warn-fill) }
.drained .dry { stroke: var(--warn-fill); stroke-dasharray: 2 3; stroke-width: 2px }
.node circle { fill: var(--ink); stroke: var(--surface); stroke-width: 1.5px; r: calc(var(--r) * .62px) }
.node.offline circle { fill: var(--surface); stroke: var(--open); stroke-width: 2px; stroke-dasharray: 2 2 }
.marked .near, .marked .far { stroke: var(--warn-fill); stroke-width: 5px }
.node.marked circle { fill: var(--warn-fill); stroke: var(--ink); stroke-width: 2px }
.node, .channel { cursor: default }
.node:focus { outline: none } .node:focus circle, .node:hover circle { fill: var(--accent); stroke: var(--ink) }
.channel:hover line { stroke-opacity: 1; filter: brightness(1.15) }
.network svg.focusing .channel:not(.lit) { opacity: .15 }
.network svg.focusing .node:not(.lit) { opacity: .3 }
.detail { display: block; min-height: 3em; margin-top: .5rem; font-size: .94rem }
@container (min-width: 640px) {
  .network svg { height: 440px }
  .network.few svg { height: 320px }
  .network .small { display: none } .network .medium { display: inline }
  .node circle { r: calc(var(--r) * .85px) }
}
@container (min-width: 1000px) {
  .network svg { height: 620px }
  .network.few svg { height: 400px }
  .network .medium { display: none } .network .large { display: inline }
  .node circle { r: calc(var(--r) * 1px) }
}
`;
