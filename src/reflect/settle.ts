// Which sizes a kernel is to be launched with, by the part that each quantity plays in the code. Names only name.

import { SMALL } from './defaults.ts';
import { settleExtents } from './extents.ts';
import { settleMembers } from './members.ts';
import { NO_DEFAULT, Params, type ShaderNames } from './params.ts';
import * as poly from './polynomial.ts';
import { memberName, type Quantities } from './quantities.ts';
import { Sizes } from './sizes.ts';
import { isOverride } from './symbolic.ts';

/** Params as `Params` takes them. */
export function settle(
  quantities: Quantities,
  given: Readonly<Record<string, number>>,
  names: ShaderNames,
): Sizes {
  const params = new Params(quantities, given, names);
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
