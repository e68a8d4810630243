// Heat in the editor: beside each line its share of the time, behind it a colour, and above it, when one points at it,
// what the line is made of.

import { type Range, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
} from '@codemirror/view';
import { formatNumber, formatShare } from '../src/report/units.ts';
import { make } from './dom.ts';
import type { LineFacts } from './messages.ts';

export const setHeat = StateEffect.define<readonly LineFacts[]>();

/** Of less time nothing is said. */
const LEAST = 0.005;
const MOST_INSTRUCTIONS = 24;

class Share extends GutterMarker {
  readonly facts: LineFacts;
  constructor(facts: LineFacts) {
    super();
    this.facts = facts;
  }
  override toDOM() {
    const { timeFraction } = this.facts;
    return document.createTextNode(timeFraction < LEAST ? '' : formatShare(timeFraction));
  }
}

interface Heat {
  readonly markers: RangeSet<Share>;
  readonly colours: DecorationSet;
}

const NONE: Heat = { markers: RangeSet.empty, colours: Decoration.none };

function heatOf(facts: readonly LineFacts[], text: Text): Heat {
  const most = Math.max(0.01, ...facts.map(({ timeFraction }) => timeFraction));
  const markers: Range<Share>[] = [];
  const colours: Range<Decoration>[] = [];
  for (const each of facts) {
    if (each.line > text.lines) continue;
    const { from } = text.line(each.line);
    markers.push(new Share(each).range(from));
    if (each.timeFraction < LEAST) continue;
    const strength = `--heat:${Math.round((each.timeFraction / most) * 100)}%`;
    colours.push(Decoration.line({ class: 'heated', attributes: { style: strength } }).range(from));
  }
  return { markers: RangeSet.of(markers, true), colours: Decoration.set(colours, true) };
}

/** Moves with the text while that is edited, until the next answer. */
const heat = StateField.define<Heat>({
  create: () => NONE,
  update({ markers, colours }, { changes, effects, newDoc }) {
    for (const effect of effects) if (effect.is(setHeat)) return heatOf(effect.value, newDoc);
    return { markers: markers.map(changes), colours: colours.map(changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ colours }) => colours),
});

function factsAt(view: EditorView, position: number): LineFacts | undefined {
  const { from } = view.state.doc.lineAt(position);
  const next = view.state.field(heat).markers.iter(from);
  return next.value && next.from === from ? next.value.facts : undefined;
}

/** What hovering a line, or moving the cursor to it, tells. */
export function detailsOf(facts: LineFacts): HTMLElement {
  const { instructions, accesses, mostly, timeFraction, issueFraction } = facts;
  const shares = `${formatShare(timeFraction)} of the time, mostly ${mostly}; ${formatShare(issueFraction)} of what is issued`;
  const shown = instructions.slice(0, MOST_INSTRUCTIONS).join(' ');
  const rest =
    instructions.length > MOST_INSTRUCTIONS ? ` … ${instructions.length - MOST_INSTRUCTIONS} more` : '';
  const code = instructions.length === 0 ? undefined : make('code', { textContent: `${shown}${rest}` });
  const count = `${instructions.length} ${instructions.length === 1 ? 'instruction' : 'instructions'}`;
  return make(
    'div',
    { className: 'details' },
    make('p', { textContent: shares }),
    ...accessLines(accesses).map((textContent) => make('p', { textContent })),
    make('p', {}, code ? `${count}: ` : 'no instructions of its own', code),
  );
}

function accessLines(accesses: LineFacts['accesses']): string[] {
  const lines = accesses.map(({ name, sectorsPerRequest, passesPerRequest }) =>
    sectorsPerRequest > 0
      ? `${name}: ${formatNumber(sectorsPerRequest)} sectors per request`
      : `${name}: ${formatNumber(passesPerRequest)} passes per request`,
  );
  return [...new Set(lines)].slice(0, 6);
}

const hover = hoverTooltip((view, position) => {
  const facts = factsAt(view, position);
  if (!facts) return null;
  const { from } = view.state.doc.lineAt(position);
  return { pos: from, above: true, create: () => ({ dom: detailsOf(facts) }) };
});

/** Heat beside the lines; it is set by the effect `setHeat`. */
export const heatBeside = [
  heat,
  gutter({ class: 'heat', markers: (view) => view.state.field(heat).markers, renderEmptyElements: false }),
  hover,
];
