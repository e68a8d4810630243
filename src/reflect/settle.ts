// Which sizes a kernel is to be launched with, by the part that each quantity plays in the code. Names only name.

import { SMALL } from './defaults.ts';
import { settleExtents } from './extents.ts';
import { settleMembers } from './members.ts';
import { NO_DEFAULT, Params } from './params.ts';
import * as poly from './polynomial.ts';
import { memberName, type Quantities } from './quantities.ts';
import { Sizes } from './sizes.ts';
import { isOverride } from './symbolic.ts';

/**
 * @param given numbers of params that somebody chose, by their names
 * @param taken names that params must not have
 */
export function settle(
  quantities: Quantities,
  given: Readonly<Record<string, number>>,
  taken: readonly string[],
): Sizes {
  const params = new Params(quantities, given, taken);
  const sizes = new Sizes(quantities, params);
  const overrides = quantities.module.buffers.flatMap((buffer, k) =>
    isOverride(buffer) ? [{ name: memberName(k, 0), number: params.givenFor(buffer.name) }] : [],
  );
  for (const { name, number } of overrides)
    if (number !== undefined) sizes.settleOpen(poly.symbol(name), number);
  settleExtents(sizes);
  settleMembers(sizes);
  for (const { name } of overrides) if (sizes.isOpen(name)) sizes.free(name, SMALL, NO_DEFAULT);
  return sizes;
}
