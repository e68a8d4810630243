// Small private arrays that are indexed at run time live in registers all the same: an access becomes a search by
// halves for the element, with a fixed place at each end. Arrays of constants stay tables in memory.

import { constantTables } from '../../../ir/analyses/constant-tables.ts';
import { valueRanges } from '../../../ir/analyses/ranges.ts';
import type { LoadInstruction, Module, StoreInstruction, ValueId } from '../../../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../../../ir/rewrite.ts';
import { scalarBytes } from '../../../ir/scalars.ts';

type Access = LoadInstruction | StoreInstruction;

/** @param mostBytes larger variables stay in memory */
export function searchElements(module: Module, mostBytes: number): Module {
  if (!module.variables.some((each) => each.space === 'private')) return module;
  const tables = constantTables(module);
  const ranges = valueRanges(module);
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'load' && instruction.kind !== 'store') return false;
    const { root, address, offsetBytes } = instruction;
    if (root.space !== 'private' || tables.has(root.index) || rewriter.constantOf(address) !== undefined)
      return false;
    const { sizeBytes } = module.variables[root.index];
    if (sizeBytes > mostBytes) return false;
    const step = 2 ** Math.min(ranges.trailingZeros(address), 30);
    const count = instruction.kind === 'load' ? instruction.results.length : instruction.values.length;
    const last = Math.min(
      sizeBytes - offsetBytes - count * scalarBytes(instruction.type),
      ranges.unsignedMax(address),
    );
    if (step < scalarBytes(instruction.type) || last < 0) return false;
    const places = Array.from({ length: Math.floor(last / step) + 1 }, (_, k) => k * step);
    search(instruction, places, rewriter);
    return true;
  });
}

function search(access: Access, places: readonly number[], rewriter: Rewriter): void {
  if (places.length === 1) {
    rewriter.emit({ ...access, address: rewriter.constant('i32', places[0]) });
    return;
  }
  const middle = places.length >> 1;
  const condition = rewriter.pure('slt', 'bool', [access.address, rewriter.constant('i32', places[middle])]);
  const id = rewriter.construct();
  const arm = (part: readonly number[]) =>
    rewriter.region(() => {
      const { results, inner } = fresh(access, rewriter);
      search(inner, part, rewriter);
      rewriter.emit({ kind: 'break', target: id, values: results });
    });
  const then = arm(places.slice(0, middle));
  const otherwise = arm(places.slice(middle));
  const results = access.kind === 'load' ? access.results : [];
  rewriter.emit({ kind: 'if', id, condition, results, then, otherwise });
}

/** The access with results of its own. */
function fresh(access: Access, rewriter: Rewriter): { results: readonly ValueId[]; inner: Access } {
  if (access.kind === 'store') return { results: [], inner: access };
  const results = access.results.map((each) => rewriter.value(rewriter.typeOf(each)));
  return { results, inner: { ...access, results } };
}
