// Values that enter a loop, start its next iteration or leave a construct: one move each into the register of the
// parameter or result, unless both sides come to share one; zeros in pairs where the generation has a move for two.

import type { ValueId } from '../../../ir/ir.ts';
import type { EmitOptions } from './code.ts';
import { asMask } from './select-pure.ts';
import type { Selection } from './selection.ts';

/** @param entersLoop the two halves of a loop's guard are set together there */
export function selectCopies(
  s: Selection,
  targets: readonly ValueId[],
  values: readonly ValueId[],
  entersLoop: boolean,
): void {
  let hasGuard = false;
  const zeroed: number[] = [];
  targets.forEach((target, k) => {
    const value = values[k];
    if (target === value) return;
    const place = s.place(target);
    if (entersLoop && place === 'vector' && s.module.values[value].constant === 0) {
      zeroed.push(s.code.register(target));
      return;
    }
    const isPair = entersLoop && place !== 'vector' && s.module.values[target].name?.startsWith('guard_');
    if (isPair && hasGuard) return;
    if (isPair) hasGuard = true;
    const mask = place === 'mask' ? asMask(s, value) : undefined;
    const sources = place !== 'mask' ? s.sources([value]) : mask === undefined ? [] : [mask];
    const isWide = place === 'mask' || place === 'flag' || isPair;
    const opcode = place === 'vector' ? 'v_mov_b32' : isWide ? 's_mov_b64' : 's_mov_b32';
    s.code.emit(opcode, [s.code.register(target)], sources, { place: 'end', isCopy: sources.length > 0 });
  });
  zeroWords(s, zeroed, zeroed.length, { place: 'end' });
}

/** Zeros for as many words, which lie in one register of several or in one each. */
export function zeroWords(
  s: Selection,
  registers: readonly number[],
  words: number,
  options?: EmitOptions,
): void {
  const size = s.generation.movesPairs ? 2 : 1;
  for (let word = 0; word < words; word += size) {
    const written = registers.length === 1 ? registers : registers.slice(word, word + size);
    const opcode = Math.min(size, words - word) === 2 ? 'v_lshrrev_b64' : 'v_mov_b32';
    s.code.emit(opcode, [...written], [], options);
  }
}
