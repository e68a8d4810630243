// Components of vectors in uniform buffers that are chosen at run time. Tint reads a uniform buffer as vectors of four
// words, so that what lies at an address that is no multiple of them is such a component, or a pair of them. The
// driver finds one by branches: two words of the vector, then the other two where it is one of these, and a choice of
// either pair; and a pair by loading both of them.
// Source: driver code for SM 9.0 (`resolutions[level / 4][level % 4]`, a vec4 indexed by a symbol, limits of codes:
// LDC.64, ISETP.GE with 2, a branch around LDC.64 and ISETP.GE with 3, or ISETP.NE with 1, each with SEL or two moves;
// columns of a mat2x2: two LDC.64 and two SEL).

import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import type { IfInstruction, LoadInstruction, Module, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { forEachInstruction } from '../../../ir/walk.ts';

const WORD_BYTES = 4;
const VECTOR_BYTES = 16;

/** The module with such loads as branches; the same module when there are none. */
export function indexedComponents(module: Module): Module {
  const loads = new Set<LoadInstruction>();
  let ranges: Ranges | undefined;
  forEachInstruction(module.body, (each) => {
    if (each.kind !== 'load' || each.root.space !== 'buffer' || each.results.length > 2) return;
    if (module.buffers[each.root.index].kind !== 'uniform' || scalarBytes(each.type) !== WORD_BYTES) return;
    if (module.values[each.address].constant !== undefined) return;
    ranges ??= valueRanges(module);
    if (2 ** ranges.trailingZeros(each.address) < VECTOR_BYTES) loads.add(each);
  });
  if (loads.size === 0) return module;
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'load' || !loads.has(instruction)) return false;
    if (instruction.results.length === 1) chooseWord(instruction, rewriter);
    else choosePair(instruction, rewriter);
    return true;
  });
}

type Pair = readonly [ValueId, ValueId];

/** The parts of a load's address, and its vector. */
function vectorOf(load: LoadInstruction, rewriter: Rewriter) {
  const type = rewriter.typeOf(load.address);
  const word = (value: number) => rewriter.constant(type, value);
  const { offsetBytes } = load;
  const address =
    offsetBytes === 0 ? load.address : rewriter.pure('iadd', type, [load.address, word(offsetBytes)]);
  const vector = rewriter.pure('and', type, [address, word(-VECTOR_BYTES)]);
  return {
    word,
    /** The bits of the place in the vector that `mask` names. */
    bits: (mask: number) => rewriter.pure('and', type, [address, word(mask)]),
    pairAt: (place: number): Pair => {
      const pair = [rewriter.value(load.type), rewriter.value(load.type)] as const;
      rewriter.emit({ ...load, address: vector, offsetBytes: place, results: pair });
      return pair;
    },
  };
}

function chooseWord(load: LoadInstruction, rewriter: Rewriter): void {
  const { word, bits, pairAt } = vectorOf(load, rewriter);
  const component = rewriter.pure('ushr', 'i32', [bits(VECTOR_BYTES - WORD_BYTES), word(2)]);
  const isBelow = (first: number) => rewriter.pure('slt', 'bool', [component, word(first)]);
  const [x, y] = pairAt(0);
  const condition = isBelow(2);
  const id = rewriter.construct();
  const leaving = (fill: () => ValueId) =>
    rewriter.region(() => rewriter.emit({ kind: 'break', target: id, values: [fill()] }));
  const branch: IfInstruction = {
    kind: 'if',
    id,
    condition,
    results: load.results,
    then: leaving(() => rewriter.pure('select', load.type, [isBelow(1), x, y])),
    otherwise: leaving(() => {
      const [z, w] = pairAt(VECTOR_BYTES / 2);
      return rewriter.pure('select', load.type, [isBelow(3), z, w]);
    }),
  };
  rewriter.emit(branch);
}

function choosePair(load: LoadInstruction, rewriter: Rewriter): void {
  const { word, bits, pairAt } = vectorOf(load, rewriter);
  const isFirst = rewriter.pure('ieq', 'bool', [bits(VECTOR_BYTES / 2), word(0)]);
  const [first, second] = [pairAt(0), pairAt(VECTOR_BYTES / 2)];
  load.results.forEach((result, at) => {
    rewriter.define(result, 'select', [isFirst, first[at], second[at]]);
  });
}
