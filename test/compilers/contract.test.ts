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

describe('a product that several sums read', () => {
  it('is computed once', () => {
    expect(contracted('%x, %w')).toEqual({ fmul: 1, fsub: 1, fadd: 1 });
  });

  it('is part of each where a factor is constant', () => {
    expect(contracted('%x, 2f')).toEqual({ ffma: 2, fneg: 1 });
  });

  it('is kept where something else reads it, too', () => {
    expect(contracted('%x, 2f', '%t:f32 = fmax %w, %p')).toEqual({ fmul: 1, fsub: 1, fmax: 1 });
  });
});

describe('a blend', () => {
  const blended = (rest: string) =>
    operations(
      valid(
        drop(
          contract(
            kernel(`
              %x:f32 = load f32 buffer 0 [0]
              %y:f32 = load f32 buffer 0 [4]
              %t:f32 = load f32 buffer 0 [8]
              %rest:f32 = fsub ${rest}, %t
              %a:f32 = fmul %x, %rest
              %b:f32 = fmul %y, %t
              %s:f32 = fadd %a, %b
              store f32 buffer 1 [0] %s
              return`),
          ),
        ),
      ),
    );

  it('is one difference and one multiply-add', () => {
    expect(blended('1f')).toEqual({ fsub: 1, ffma: 1 });
  });

  it('of shares that make no whole stays two products', () => {
    expect(blended('2f')).toEqual({ fsub: 1, fmul: 1, ffma: 1 });
  });
});
