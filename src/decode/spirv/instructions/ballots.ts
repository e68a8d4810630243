// Ballots: a bit per lane in four words, lowest lane first, and the instructions that look at such bits. Only
// the bits that stand for lanes of the subgroup count.

import type { ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import { define, refuse, resultComponents, sameComponentsAt, scalarAt, word } from './operands.ts';
import { checkScope, expectBool, type First, laneAt } from './subgroups.ts';

const WORD_BITS = 32;

function ballot(first: First): Handler {
  return (lowering, at) => {
    checkScope(lowering, at, first);
    const type = resultComponents(lowering, at, 'i32');
    if (type.kind !== 'vector' || type.size !== 4) {
      refuse(lowering, at, `vec4<i32> as its result, not ${typeName(type)}`);
    }
    const condition = scalarAt(lowering, at, first, 'bool');
    define(lowering, at, type, lowering.builder.subgroup('ballot', ['i32', 'i32', 'i32', 'i32'], condition));
  };
}

function wordsAt(lowering: Lowering, at: number, index: number): readonly ValueId[] {
  return sameComponentsAt(lowering, at, index, 'i32', 4);
}

/** Whether bit `lane` is set. */
function isSet(lowering: Lowering, words: readonly ValueId[], lane: ValueId): ValueId {
  const { builder } = lowering;
  const integer = (number: number) => builder.constant('i32', number);
  const index = emitPure(builder, 'ushr', 'i32', [lane, integer(5)]);
  let bits = words[0];
  for (let k = 1; k < words.length; k++) {
    const isHere = emitPure(builder, 'ieq', 'bool', [index, integer(k)]);
    bits = emitPure(builder, 'select', 'i32', [isHere, words[k], bits]);
  }
  // Shift amounts count modulo the width.
  const bit = emitPure(builder, 'and', 'i32', [emitPure(builder, 'ushr', 'i32', [bits, lane]), integer(1)]);
  return emitPure(builder, 'ine', 'bool', [bit, integer(0)]);
}

const inverseBallot: Handler = (lowering, at) => {
  checkScope(lowering, at, 4);
  const type = expectBool(lowering, at);
  const words = wordsAt(lowering, at, 4);
  define(lowering, at, type, [isSet(lowering, words, lowering.builder.input('subgroup_lane'))]);
};

const bitExtract: Handler = (lowering, at) => {
  checkScope(lowering, at, 4);
  const type = expectBool(lowering, at);
  const words = wordsAt(lowering, at, 4);
  define(lowering, at, type, [isSet(lowering, words, laneAt(lowering, at, 5))]);
};

/** The words with only their lowest `count` bits; a field that leaves a word is cut off at its end. */
function lowestBits(lowering: Lowering, words: readonly ValueId[], count: ValueId): ValueId[] {
  const { builder } = lowering;
  return words.map((bits, k) => {
    const start = builder.constant('i32', k * WORD_BITS);
    const reached = emitPure(builder, 'umax', 'i32', [count, start]);
    const remaining = emitPure(builder, 'isub', 'i32', [reached, start]);
    return emitPure(builder, 'uextractbits', 'i32', [bits, builder.constant('i32', 0), remaining]);
  });
}

/** How many of the lowest bits each GroupOperation counts. */
const COUNTED: readonly ((lowering: Lowering) => ValueId)[] = [
  ({ builder }) => builder.input('subgroup_size'),
  ({ builder }) =>
    emitPure(builder, 'iadd', 'i32', [builder.input('subgroup_lane'), builder.constant('i32', 1)]),
  ({ builder }) => builder.input('subgroup_lane'),
];

const bitCount: Handler = (lowering, at) => {
  checkScope(lowering, at, 4);
  const { builder } = lowering;
  const type = resultComponents(lowering, at, 'integer');
  if (type.kind !== 'scalar') refuse(lowering, at, 'one integer as its result');
  const operation = word(lowering, at, 4);
  const counted = COUNTED[operation];
  if (!counted) {
    return unsupported('group-operation', `group operation ${operation} is not supported`, lowering.span(at));
  }
  const words = lowestBits(lowering, wordsAt(lowering, at, 5), counted(lowering));
  const count = words
    .map((bits) => emitPure(builder, 'popcount', 'i32', [bits]))
    .reduce((left, right) => emitPure(builder, 'iadd', 'i32', [left, right]));
  define(lowering, at, type, [convertInteger(builder, count, type.scalar, 'uextend')]);
};

/** The number of the lowest or highest bit that is set; open when none is. */
function findBit(end: 'lowest' | 'highest'): Handler {
  return (lowering, at) => {
    checkScope(lowering, at, 4);
    const { builder } = lowering;
    const type = resultComponents(lowering, at, 'integer');
    if (type.kind !== 'scalar') refuse(lowering, at, 'one integer as its result');
    const words = wordsAt(lowering, at, 4);
    const bits = end === 'lowest' ? words : lowestBits(lowering, words, builder.input('subgroup_size'));
    const op = end === 'lowest' ? 'firstbitlow' : 'ufirstbithigh';
    const zero = builder.constant('i32', 0);
    // The word that decides comes last in the chain of choices.
    const order = end === 'lowest' ? [3, 2, 1, 0] : [0, 1, 2, 3];
    let found: ValueId | undefined;
    for (const k of order) {
      const inWord = emitPure(builder, op, 'i32', [bits[k]]);
      const here =
        k === 0 ? inWord : emitPure(builder, 'iadd', 'i32', [inWord, builder.constant('i32', k * WORD_BITS)]);
      const isHere = emitPure(builder, 'ine', 'bool', [bits[k], zero]);
      found = found === undefined ? here : emitPure(builder, 'select', 'i32', [isHere, here, found]);
    }
    define(lowering, at, type, [convertInteger(builder, found!, type.scalar, 'uextend')]);
  };
}

export const ballots: Handlers = {
  OpGroupNonUniformBallot: ballot(4),
  OpGroupNonUniformInverseBallot: inverseBallot,
  OpGroupNonUniformBallotBitExtract: bitExtract,
  OpGroupNonUniformBallotBitCount: bitCount,
  OpGroupNonUniformBallotFindLSB: findBit('lowest'),
  OpGroupNonUniformBallotFindMSB: findBit('highest'),
  OpSubgroupBallotKHR: ballot(3),
};
