// Which region each machine instruction belongs to. Regions come from the source where it is WGSL, else from
// the machine program's own loops and barriers. Small ones are joined with their neighbours, so that a table
// of them can be read and each costs no more emulation than it is worth.

import { bodiesOf } from '../machine/nodes.ts';
import type { MachineNode, Program } from '../machine/program.ts';
import type { Place, RegionTime } from './diagnosis.ts';
import { regionsOfSource } from './source-regions.ts';
import type { SourceText } from './source-text.ts';

export interface RegionMap {
  readonly regions: readonly RegionTime[];
  /** Region of each instruction of the flat program. */
  readonly ofInstruction: Int32Array;
}

interface Part {
  readonly name: string;
  readonly label: string;
  readonly span?: Place;
}

const MOST_REGIONS = 8;
/** Of the time; what takes less is joined with its neighbour. */
const LEAST_SHARE = 0.02;

/** @param shares time of each instruction as a share of the whole: [segment][instruction] */
export function regionMap(
  program: Program,
  shares: readonly Float64Array[],
  source: SourceText | undefined,
): RegionMap {
  const flatShares = Float64Array.from(shares.flatMap((each) => [...each]));
  const found = source && /\.wgsl$/i.test(source.file) ? fromSource(program, source) : fromTree(program);
  return joined(found.parts, found.ofInstruction, flatShares);
}

function fromSource(program: Program, source: SourceText): { parts: Part[]; ofInstruction: Int32Array } {
  const regions = regionsOfSource(source.text, (offset) => source.lineAt(offset));
  const parts = regions.map(({ name, label, start, end }) => ({
    name,
    label,
    span: source.place({ file: source.file, start, end }),
  }));
  const spans = program.segments.flatMap(({ instructions }) => instructions.map(({ span }) => span));
  const indexAt = (offset: number) => regions.findIndex(({ start, end }) => offset >= start && offset < end);
  const own = Int32Array.from(spans, (span) => (span ? indexAt(span.start) : -1));
  return parts.length > 0
    ? { parts, ofInstruction: filledIn(own) }
    : { parts: [{ name: 'kernel', label: 'the whole kernel' }], ofInstruction: own.fill(0) };
}

/** Instructions that no line asked for go with those before them, at the start with those behind. */
function filledIn(own: Int32Array): Int32Array {
  let last = own.find((region) => region >= 0) ?? 0;
  return own.map((region) => {
    if (region >= 0) last = region;
    return last;
  });
}

/** A region per outermost loop and per stretch between loops and barriers. */
function fromTree(program: Program): { parts: Part[]; ofInstruction: Int32Array } {
  const firsts: number[] = [];
  let total = 0;
  for (const { instructions } of program.segments) {
    firsts.push(total);
    total += instructions.length;
  }
  const ofInstruction = new Int32Array(total);
  const parts: Part[] = [];
  let loops = 0;
  const begin = (isLoop: boolean) => {
    if (isLoop) loops++;
    const name = isLoop ? `loop ${loops}` : `part ${parts.length - loops + 1}`;
    parts.push({ name, label: name });
  };
  const visit = (nodes: readonly MachineNode[], isInLoop: boolean): void => {
    for (const node of nodes) {
      if (node.kind === 'segment') {
        program.segments[node.segment].instructions.forEach(({ kind }, index) => {
          ofInstruction[firsts[node.segment] + index] = parts.length - 1;
          if (kind === 'barrier') begin(isInLoop);
        });
      } else if (node.kind === 'loop') {
        if (!isInLoop) begin(true);
        visit(node.body, true);
        if (!isInLoop) begin(false);
      } else {
        for (const body of bodiesOf(node)) visit(body, isInLoop);
      }
    }
  };
  begin(false);
  visit(program.nodes, false);
  return { parts, ofInstruction };
}

function joined(parts: readonly Part[], ofInstruction: Int32Array, shares: Float64Array): RegionMap {
  const time = new Float64Array(parts.length);
  ofInstruction.forEach((region, index) => {
    time[region] += shares[index];
  });
  const used = new Set(ofInstruction);
  const groups = parts.map((part, index) => ({ part, members: [index], time: time[index] }));
  let kept = groups.filter(({ members }) => used.has(members[0]));
  const isNamed = parts.some(({ span, name }) => span && !/^lines? \d/.test(name));
  while (!isNamed && kept.length > 1) {
    const smallest = kept.reduce((least, each) => (each.time < least.time ? each : least));
    if (smallest.time >= LEAST_SHARE && kept.length <= MOST_REGIONS) break;
    const at = kept.indexOf(smallest);
    const other = at > 0 ? at - 1 : 1;
    const [first, second] = at > 0 ? [kept[other], smallest] : [smallest, kept[other]];
    const merged = {
      part: together(first.part, second.part, first.time >= second.time),
      members: [...first.members, ...second.members],
      time: first.time + second.time,
    };
    kept = kept.toSpliced(Math.min(at, other), 2, merged);
  }
  const newIndex = new Int32Array(parts.length);
  kept.forEach(({ members }, index) => {
    for (const member of members) newIndex[member] = index;
  });
  const names = unique(kept.map(({ part }) => part.name));
  return {
    regions: kept.map(({ part, time: timeFraction }, index) => ({
      name: names[index],
      label: part.label,
      ...(part.span ? { span: part.span } : {}),
      timeFraction,
    })),
    ofInstruction: ofInstruction.map((region) => newIndex[region]),
  };
}

function together(a: Part, b: Part, isFirstLarger: boolean): Part {
  if (!a.span || !b.span) return isFirstLarger ? a : b;
  const startLine = Math.min(a.span.startLine, b.span.startLine);
  const endLine = Math.max(a.span.endLine, b.span.endLine);
  const name = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  const start = Math.min(a.span.start, b.span.start);
  const end = Math.max(a.span.end, b.span.end);
  const about = /,.*$/.exec(isFirstLarger ? a.label : b.label)?.[0] ?? '';
  return { name, label: name + about, span: { ...a.span, start, end, startLine, endLine } };
}

function unique(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((each) => each === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}
