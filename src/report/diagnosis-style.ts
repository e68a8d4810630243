// The style of the HTML report.

export const STYLE = `
:root {
  --ground: #fbfbfa; --card: #fff; --ink: #1d1f23; --soft: #61656d; --rule: #dcdee2; --accent: #b3401f;
  --issue: #3a7d44; --fma: #4477aa; --alu: #7a5195; --sfu: #aa4499; --shared: #c08a00; --l1: #44a5a5;
  --l2: #5566cc; --dram: #c8553d; --atomic: #994455; --barrier: #6b7f3a; --launch: #777; --other: #888; --idle: #8d939e; --pale: 1.45;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171b; --card: #1e2126; --ink: #e8e9ec; --soft: #a3a8b2; --rule: #363b44; --accent: #ff9d7a;
    --issue: #6cc07a; --fma: #7fb2e5; --alu: #b48ad6; --sfu: #dd88cc; --shared: #e0b13d; --l1: #6fd0d0;
    --l2: #8f9cf0; --dram: #f08a70; --atomic: #d98899; --barrier: #a9c26b; --launch: #aaa; --other: #999; --idle: #6b7380; --pale: .62;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, sans-serif }
article { max-width: 1240px; margin: 0 auto; padding: 20px 16px 40px }
h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere } h2 { margin: 0 0 6px; font-size: 1.05rem }
.answer { margin: 4px 0; font-size: 1.15rem } .answer b { color: var(--accent) }
.facts, .note { margin: 0 0 8px; color: var(--soft); font-size: .87rem }
.cards { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); grid-auto-flow: dense; gap: 14px; margin-top: 14px }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: 14px; min-width: 0 }
section.wide, section:has(.code-view), section:has(table.wide) { grid-column: 1 / -1 }
ul, ol { margin: 0; padding-left: 1.2em } li { margin: 4px 0; overflow-wrap: anywhere } small { color: var(--soft) }
code { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
.gain { color: var(--accent) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
.numbers td, .numbers th { padding: 3px 8px; text-align: right; border-bottom: 1px solid var(--rule); font-variant-numeric: tabular-nums; white-space: nowrap; font-weight: normal }
.numbers th:first-child { text-align: left }
.numbers td[style] { background: color-mix(in srgb, var(--dram) calc(var(--heat) * .5), transparent) }
.diff { overflow-x: auto; margin: 4px 0 }
.scroll:focus-visible { outline: 2px solid var(--accent) } a { color: var(--accent) }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: .85rem }
.legend span { display: inline-block; width: 11px; height: 11px; margin-right: 5px; border-radius: 2px }
/* Not by opacity, which would let what lies behind shine through. */
.pale { filter: saturate(.75) brightness(var(--pale)) }
svg { width: 100%; height: auto; display: block; font: 11px system-ui, sans-serif; fill: var(--ink) }
.roofline svg { font-size: 14px }
.chart { display: grid; grid-template-columns: fit-content(46%) minmax(0, 1fr) max-content; gap: 3px 8px; align-items: center; font-size: 13px; line-height: 1.35 }
.chart > div { display: contents } .chart .label { text-align: right } .chart .value { text-align: right; font-variant-numeric: tabular-nums }
.chart svg { height: 20px } .chart .fill { display: block; height: 15px } .chart .scale { display: flex; justify-content: space-between; color: var(--soft) }
.hottest { margin: 0 0 8px } .hottest code { overflow-wrap: anywhere }
.grid { stroke: var(--rule) } .axis { stroke: var(--soft) } .point { stroke: var(--card); stroke-width: 1.5 }
.l-dram { stroke: var(--dram); stroke-width: 2 } .l-l2 { stroke: var(--l2); stroke-width: 2 } .l-peak { stroke: var(--fma); stroke-width: 2 }
${['issue', 'fma', 'alu', 'sfu', 'shared', 'l1', 'l2', 'dram', 'atomic', 'barrier', 'launch', 'other', 'idle']
  .map((name) => `.c-${name} { fill: var(--${name}); background: var(--${name}) }`)
  .join('\n')}
@media (max-width: 760px) { .cards { grid-template-columns: minmax(0, 1fr) } article { padding: 12px 10px 30px } svg { font-size: 17px } .roofline svg { font-size: 24px } .numbers td, .numbers th { padding: 3px 5px; font-size: 14px } .numbers th:first-child { padding-left: 0 } }
`;
