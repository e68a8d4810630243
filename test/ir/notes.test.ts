// Notes stand beside a module; passes that copy code keep them, and no pass mixes up what is noted.

import { describe, expect, it } from 'vitest';
import { printModule } from '../../src/ir/print.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { share } from '../../src/passes/cse.ts';
import { unroll } from '../../src/passes/unroll.ts';
import { bodyOf, kernel } from '../passes/code.ts';

/** What is noted about constructs and results that the module has, in order. */
function notesOf({ body, notes }: ReturnType<typeof kernel>): string[] {
  const found: string[] = [];
  forEachInstruction(body, (instruction) => {
    if ('id' in instruction) found.push(...(notes.constructs.get(instruction.id) ?? []));
    if ('result' in instruction) found.push(...(notes.values.get(instruction.result!) ?? []));
  });
  return found;
}

const NESTED = kernel(`
  loop #0 (%i:i32 = 0) {
    %c:bool = ult %i, 4
    if #1 %c { break #1 } else { break #0 }
    loop #2 endless slow (%k:i32 = 0) {
      %at:i32 spoken of = bound %k < 4
      %d:bool = ult %at, %i
      if #3 known %d { break #3 } else { break #2 }
      next #2 (%at)
    }
    store i32 buffer 1 [0] 5
    %n:i32 = iadd %i, 1
    next #0 (%n)
  }
  return`);

describe('notes', () => {
  it('are words behind a type or a construct in the text', () => {
    const notes = ['endless', 'slow', 'spoken', 'of', 'known'];
    expect(notesOf(NESTED)).toEqual(notes);
    const text = printModule(NESTED);
    expect(text).toContain('loop #2 endless slow (');
    expect(text).toContain(':i32 spoken of = bound');
    expect(bodyOf(NESTED)).toContain('if #3 known %');
  });

  it('are those of the original in each copy', () => {
    const copied = unroll(NESTED, { factorOf: ({ loop }, tripCount) => (loop.id === 0 ? tripCount : 1) });
    const once = notesOf(NESTED);
    expect(notesOf(copied)).toEqual([...once, ...once, ...once, ...once]);
  });

  it('are those of the original in a loop that is left of one', () => {
    const loop = (facts: string) =>
      kernel(`
        loop #0 ${facts} (%i:i32 = 0) {
          %c:bool = ult %i, 8
          if #1 %c { break #1 } else { break #0 }
          store i32 buffer 1 [%i] 5
          %n:i32 = iadd %i, 1
          next #0 (%n)
        }
        return`);
    expect(notesOf(unroll(loop('known'), { factorOf: () => 2 }))).toEqual(['known']);
    expect(notesOf(unroll(loop(''), { factorOf: () => 2 }))).toEqual([]);
  });

  it('keep apart what they differ on', () => {
    const shared = (first: string, second: string): number => {
      const module = kernel(`
        %i:i32 = load i32 buffer 0 [0]
        %a:i32 ${first} = bound %i < 4
        %b:i32 ${second} = bound %i < 4
        store i32 workgroup 0 [%a] %b
        return`);
      return bodyOf(share(module)).split('bound').length - 1;
    };
    expect(shared('', '')).toBe(1);
    expect(shared('seen', 'seen')).toBe(1);
    expect(shared('seen', '')).toBe(2);
    expect(shared('', 'seen')).toBe(2);
  });
});
