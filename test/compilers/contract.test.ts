import { describe, expect, it } from 'vitest';
import { contract } from '../../src/passes/contract.ts';
import { drop } from '../../src/passes/dce.ts';
import { kernel, operations, valid } from './support.ts';

/** Operations after contraction of a product that two sums read. */
function contracted(product: string, second = '%t:f32 = fadd %w, %p'): Record<string, number> {
  const module = kernel(`
    %x:f32 = load f32 buffer 0 [0]
    %w:f32 = load f32 buffer 0 [4]
    %p:f32 = fmul ${product}
    %s:f32 = fsub %w, %p
    ${second}
    store f32 buffer 1 [0] %s
    store f32 buffer 1 [4] %t
    return`);
  return operations(valid(drop(contract(module))));
}

const shared = '%x, %w';
const sameKind = '%t:f32 = fsub %x, %p';

describe('a product that several sums read', () => {
  it('is part of each where all of them take it away, or add it', () => {
    expect(contracted(shared, sameKind)).toEqual({ ffma: 2, fneg: 2 });
  });

  it('is computed once where one adds it and another takes it away', () => {
    expect(contracted(shared)).toEqual({ fmul: 1, fsub: 1, fadd: 1 });
    expect(contracted('%x, 2f')).toEqual({ fmul: 1, fsub: 1, fadd: 1 });
  });

  it('is kept where something else reads it, too', () => {
    expect(contracted(shared, '%t:f32 = fmax %w, %p')).toEqual({ fmul: 1, fsub: 1, fmax: 1 });
  });
});

describe('a product that sums of two blocks read', () => {
  const inTwoBlocks = (afterwards: string) => {
    const module = kernel(`
      %x:f32 = load f32 buffer 0 [0]
      %w:f32 = load f32 buffer 0 [4]
      %c:bool = flt %x, %w
      %p:f32 = fmul %x, %w
      ${afterwards}
      return`);
    return operations(valid(drop(contract(module))));
  };
  const inside = `
      if #1 %c {
        %s:f32 = fadd %w, %p
        store f32 buffer 1 [0] %s
        break #1
      } else {
        break #1
      }`;
  const same = '%t:f32 = fadd %x, %p\nstore f32 buffer 1 [4] %t';

  it('is part of each where both come after it', () => {
    expect(inTwoBlocks(`${inside}\n${same}`)).toMatchObject({ ffma: 2 });
  });

  it('is computed once where one is in its own block', () => {
    expect(inTwoBlocks(`${same}\n${inside}`)).toMatchObject({ fmul: 1, fadd: 2 });
  });
});

describe('of two products in a sum', () => {
  it('the one that fewer read is contracted', () => {
    const module = kernel(`
      %x:f32 = load f32 buffer 0 [0]
      %y:f32 = load f32 buffer 0 [4]
      %a:f32 = fmul %x, %x
      %b:f32 = fmul %y, %y
      %c:f32 = fmul %x, %y
      %s:f32 = fadd %a, %b
      %t:f32 = fadd %a, %c
      store f32 buffer 1 [0] %s
      store f32 buffer 1 [4] %t
      return`);
    expect(operations(valid(drop(contract(module))))).toEqual({ fmul: 1, ffma: 2 });
  });
});
