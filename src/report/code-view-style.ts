// The style of machine code beside its source (code-view.ts). Colours are those of the page that it stands on.

export const CODE_VIEW_STYLE = `
.code-view { --marked: color-mix(in srgb, var(--accent) 22%, transparent); container-type: inline-size }
.code-view .panes { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 12px }
.code-view .pane { overflow: auto; max-height: var(--pane-height, min(80vh, 900px)); border: 1px solid var(--rule); border-radius: 6px; scroll-padding: 3em 0 }
.code-view .pane:focus-visible { outline: 2px solid var(--accent) }
.code-view table { border-collapse: collapse; width: 100%; font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
.code-view td, .code-view th { padding: 0 6px; white-space: pre; text-align: right; vertical-align: top }
.code-view th { position: sticky; top: 0; padding: 3px 6px; background: var(--card); color: var(--soft); font: 12px/1.5 system-ui, sans-serif; border-bottom: 1px solid var(--rule); z-index: 1 }
.code-view :is(.col-text, .col-class, .col-why, .col-fold) { text-align: left } .code-view .col-text { width: 100% }
.code-view pre { margin: 0 8px 6px; font: inherit; color: var(--soft) }
.code-view .col-bar { min-width: 4.2em; background: linear-gradient(to right, color-mix(in srgb, var(--meter) 38%, transparent) var(--share, 0%), transparent 0) }
.code-view .col-time { --meter: var(--dram) } .code-view .col-stall { --meter: var(--l2) }
.code-view a { color: var(--ink); text-decoration-color: var(--accent); text-underline-offset: 2px }
.code-view b { display: inline-block; min-width: calc(17ch + var(--depth, 0) * 1.5ch); font-weight: 600; padding-left: calc(var(--depth, 0) * 1.5ch) }
.code-view small { color: var(--ink); font: italic 12px system-ui, sans-serif } .code-view :is(.col-why, .col-class) { font: 12px/1.625 system-ui, sans-serif }
.code-view tr.segment > td { border-top: 1px solid var(--rule) }
.code-view tr:target { background: var(--marked); outline: 2px solid var(--accent); outline-offset: -2px }
.code-view tr { scroll-margin: 3em 0 }
.code-view summary { padding: 2px 6px; cursor: pointer; color: var(--soft); font: 13px/1.5 system-ui, sans-serif }
@container (max-width: 860px) {
  .code-view .panes { grid-template-columns: minmax(0, 1fr) } .code-view .pane { max-height: 46vh }
  .code-view :is(.col-issues, .col-index, .col-class, .col-why) { display: none }
}
`;
