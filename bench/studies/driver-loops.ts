// The loops of the driver's machine code, read off its listings: natural loops of the control-flow graph (a branch
// back to a block that every path to the branch passes), and the work that each holds apart from loops inside it.
// Run: node build.mjs bench/studies/driver-loops.ts && node dist/bench/studies/driver-loops.js LISTINGS, where
// LISTINGS holds NAME/0.sass as nvdisasm prints it, one folder per launch. Writes the suite's recorded/driver-loops-*.json.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listingFor } from '../../src/compilers/for-device.ts';
import type { DriverCodeFile } from '../../src/validate/layers.ts';
import type { DriverLoop, DriverLoopsFile } from '../../src/validate/loops.ts';
import { workOf } from '../../src/validate/opcodes.ts';

const RECORDED = path.join(process.cwd(), 'bench/sets/development/recorded');
const DEVICE = 'nvidia-h200';
const listing = listingFor({ compiler: 'nvidia', generation: 'hopper' });

interface MachineLine {
  readonly address: number;
  readonly isPredicated: boolean;
  readonly opcode: string;
  readonly operands: string;
}

const LINE = /\/\*([0-9a-f]{4,})\*\/\s+(?:@!?(U?P\w+)\s+)?([A-Z][A-Z0-9_.]*)\s*(.*?)\s*;/;

function readListing(text: string): MachineLine[] {
  return text.split('\n').flatMap((line) => {
    const match = LINE.exec(line);
    if (!match) return [];
    const [, address, predicate, opcode, operands] = match;
    return [
      {
        address: Number.parseInt(address, 16),
        isPredicated: predicate !== undefined && predicate !== 'PT',
        opcode: opcode,
        operands: operands,
      },
    ];
  });
}

/** Where control goes from each line, as positions in the listing. */
function successorsOf(lines: readonly MachineLine[]): readonly (readonly number[])[] {
  const at = new Map(lines.map((line, position) => [line.address, position]));
  return lines.map(({ opcode, operands, isPredicated }, position) => {
    const next = position + 1 < lines.length ? [position + 1] : [];
    const kind = opcode.split('.')[0];
    if (kind === 'EXIT' || kind === 'RET') return isPredicated ? next : [];
    // The driver leaves loops by a call that never returns, too.
    if (kind !== 'BRA' && kind !== 'CALL') return next;
    const target = /(?:^|[\s,])0x([0-9a-f]+)/.exec(operands);
    const to = target ? at.get(Number.parseInt(target[1], 16)) : undefined;
    // A branch on a uniform predicate, or one that lanes may take apart, names its condition as an operand.
    const isConditional = isPredicated || /\.DIV|\.CONV/.test(opcode) || /^!?U?P\d/.test(operands);
    return [...(to === undefined ? [] : [to]), ...(isConditional ? next : [])];
  });
}

/** Per line, the lines that every path to it passes, as bit sets; lines that no path reaches have all bits. */
function dominatorsOf(successors: readonly (readonly number[])[]): readonly Uint32Array[] {
  const count = successors.length;
  const words = (count >>> 5) + 1;
  const predecessors: number[][] = successors.map(() => []);
  successors.forEach((list, from) => {
    for (const to of list) predecessors[to].push(from);
  });
  const sets = successors.map(() => new Uint32Array(words).fill(0xffffffff));
  sets[0].fill(0)[0] = 1;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let line = 1; line < count; line++) {
      const before = predecessors[line];
      if (before.length === 0) continue;
      for (let word = 0; word < words; word++) {
        let bits = 0xffffffff;
        for (const each of before) bits &= sets[each][word];
        if (word === line >>> 5) bits |= 1 << (line & 31);
        if (bits >>> 0 !== sets[line][word]) {
          sets[line][word] = bits >>> 0;
          isChanged = true;
        }
      }
    }
  }
  return sets;
}

/** Headers with the lines of their loops, outer loops first where they share lines. */
function naturalLoops(lines: readonly MachineLine[]): Map<number, Set<number>> {
  const successors = successorsOf(lines);
  const dominators = dominatorsOf(successors);
  const isReachable = (line: number): boolean =>
    line === 0 || dominators[line].some((word) => word !== 0xffffffff);
  const predecessors: number[][] = successors.map(() => []);
  successors.forEach((list, from) => {
    for (const to of list) predecessors[to].push(from);
  });
  const loops = new Map<number, Set<number>>();
  successors.forEach((list, from) => {
    for (const header of list) {
      const isBack =
        header <= from && isReachable(from) && (dominators[from][header >>> 5] >>> (header & 31)) & 1;
      // The branch to itself that closes a listing is none.
      if (!isBack || header === from) continue;
      const body = loops.get(header) ?? new Set([header]);
      loops.set(header, body);
      const waiting = [from];
      while (waiting.length > 0) {
        const line = waiting.pop()!;
        if (body.has(line)) continue;
        body.add(line);
        waiting.push(...predecessors[line]);
      }
    }
  });
  return new Map([...loops].sort(([a], [b]) => a - b));
}

function loopsOf(lines: readonly MachineLine[]): DriverLoop[] {
  const loops = naturalLoops(lines);
  return [...loops].map(([header, body]) => {
    const around = [...loops].filter(([other, lines]) => other !== header && lines.has(header));
    const inner = [...loops].filter(([other]) => other !== header && body.has(other));
    const own = [...body].filter((line) => !inner.some(([, lines]) => lines.has(line)));
    const opcodes = own.map((line) => lines[line].opcode).filter((opcode) => !listing.isPadding(opcode));
    return {
      depth: around.length + 1,
      instructions: opcodes.length,
      work: workOf(opcodes, listing),
    };
  });
}

const folder = process.argv[2];
if (folder === undefined || !existsSync(folder)) throw new Error('name the folder of listings');
const code = JSON.parse(
  readFileSync(path.join(RECORDED, `driver-code-${DEVICE}.json`), 'utf8'),
) as DriverCodeFile & { readonly webgpu: string; readonly date: string };
const wanted = new Set(code.rows.map((row) => row.name));
const rows = readdirSync(folder)
  .filter((name) => wanted.has(name) && existsSync(path.join(folder, name, '0.sass')))
  .sort()
  .map((name) => ({
    name,
    loops: loopsOf(readListing(readFileSync(path.join(folder, name, '0.sass'), 'utf8'))),
  }));
const head: Omit<DriverLoopsFile, 'rows'> = {
  schema: 'kernelcast/driver-loops@1',
  device: code.device,
  driver: code.driver,
  webgpu: code.webgpu,
  date: code.date,
  method:
    "Natural loops of the driver's shader-cache code as nvdisasm lists it, made by bench/studies/driver-loops.ts; work and instructions are a loop's own, without those of loops inside it.",
};
const text = `${JSON.stringify(head).slice(0, -1)}, "rows": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`;
writeFileSync(path.join(RECORDED, `driver-loops-${DEVICE}.json`), text);
console.log(`${rows.length} launches, ${rows.reduce((sum, row) => sum + row.loops.length, 0)} loops`);
