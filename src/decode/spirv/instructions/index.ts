// The handlers of all instructions that compute values, by opcode. A handler reads its words, checks the types
// and defines its result; the caller sets the builder's span. Instructions without a handler are either the
// structure's (types, memory, control flow) or not supported.

import { opcodeOf } from '../grammar.ts';
import type { Handler } from '../lowering.ts';
import { atomics } from './atomics.ts';
import { ballots } from './ballots.ts';
import { barriers } from './barriers.ts';
import { bitFields } from './bit-fields.ts';
import { bitcasts } from './bitcast.ts';
import { componentwise, type Handlers } from './componentwise.ts';
import { composites } from './composites.ts';
import { conversions } from './conversions.ts';
import { dotProducts } from './dot-products.ts';
import { dynamicComponents } from './dynamic-components.ts';
import { lowerGlsl } from './glsl.ts';
import { images } from './images.ts';
import { matrices } from './matrices.ts';
import { subgroups } from './subgroups.ts';
import { wideArithmetic } from './wide-arithmetic.ts';

/** OpExtInst is here for GLSL.std.450 only: the caller looks at the set first. */
const byName: Handlers = {
  ...componentwise,
  ...wideArithmetic,
  ...bitFields,
  ...dotProducts,
  ...matrices,
  ...conversions,
  ...bitcasts,
  ...composites,
  ...dynamicComponents,
  ...atomics,
  ...barriers,
  ...subgroups,
  ...ballots,
  ...images,
  OpExtInst: lowerGlsl,
};

let byOpcode: (Handler | undefined)[] | undefined;

/** What lowers the instruction; undefined when it computes no value that is known here. */
export function handlerFor(opcode: number): Handler | undefined {
  byOpcode ??= tabulate();
  return byOpcode[opcode];
}

function tabulate(): (Handler | undefined)[] {
  const table: (Handler | undefined)[] = [];
  for (const [name, handler] of Object.entries(byName)) table[opcodeOf(name)] = handler;
  return table;
}
