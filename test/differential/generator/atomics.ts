// Atomic operations whose outcome does not depend on the order of invocations: on shared counters one kind of
// commutative operation each, with the result unused; on an invocation's own counter anything.

import { statement, type Tree } from '../tree.ts';
import { integer } from './integers.ts';
import { make, type State } from './state.ts';
import { I32, U32 } from './types.ts';

/** The operations of shared counter 0, 1, …. */
export const SHARED_OPERATIONS = [['Add', 'Sub'], ['Max'], ['Min'], ['And'], ['Or'], ['Xor']] as const;

/** Counters that all invocations may change: in storage memory, and in workgroup memory where main says so. */
export const COUNTERS = 'struct Counters {\n  u: array<atomic<u32>, 6>,\n  i: array<atomic<i32>, 6>,\n}';

export function atomicStatement(state: State, depth: number): Tree {
  return state.random.once(3) ? ownCounter(state, depth) : sharedCounter(state, depth);
}

function sharedCounter(state: State, depth: number): Tree {
  const { random } = state;
  const root = random.choose(['tallies.all', 'group_tallies']);
  const which = random.below(SHARED_OPERATIONS.length);
  const [member, type] = random.once(2) ? (['u', U32] as const) : (['i', I32] as const);
  const place = `${root}.${member}[${which}]`;
  const value = integer(state, type, depth).tree;
  if (which === 0 && random.once(5)) return exchangeLoop(place, value);
  return statement(`atomic${random.choose(SHARED_OPERATIONS[which])}(&${place}, `, value, ');');
}

/** Addition by compare and exchange: someone succeeds in every round, so all do in the end. */
function exchangeLoop(place: string, value: Tree): Tree {
  return statement(
    '{ let amount = ',
    value,
    `; loop { let seen = atomicLoad(&${place}); `,
    `if atomicCompareExchangeWeak(&${place}, seen, seen + amount).exchanged { break; } } }`,
  );
}

function ownCounter(state: State, depth: number): Tree {
  const { random } = state;
  const own = '&tallies.own[thread]';
  const value = integer(state, U32, depth).tree;
  switch (random.below(4)) {
    case 0:
      return statement(`atomicStore(${own}, `, value, ');');
    case 1:
      return statement(`note(atomicLoad(${own}));`);
    case 2:
      return statement(
        `note(atomic${random.choose(['Add', 'Sub', 'Max', 'Min', 'And', 'Or', 'Xor', 'Exchange'])}(${own}, `,
        value,
        '));',
      );
    default: {
      const expected = random.once(2) ? make(U32, [`atomicLoad(${own})`], { isConst: false }).tree : value;
      return statement(`note(atomicCompareExchangeWeak(${own}, `, expected, ', ', value, ').old_value);');
    }
  }
}
