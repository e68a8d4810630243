import { describe, expect, it } from 'vitest';
import { dropBounds, tintClamps } from '../../src/compilers/tint/clamps.ts';
import { promote } from '../../src/passes/mem2reg.ts';
import { decode } from '../decode/wgsl-support.ts';
import { instructionsOf, kernel, operations, valid } from './support.ts';

describe('index clamps', () => {
  const indexed = (index: string, workgroupSize: readonly [number, number, number] = [16, 4, 1]) =>
    kernel(
      `
      %x:i32 = input local_id_x
      %y:i32 = input local_id_y
      %w:i32 = input workgroup_id_x
      %n:i32 = load i32 buffer 0 [0]
      ${index}
      %safe:i32 = bound %index < 64
      %at:i32 = shl %safe, 2
      store i32 workgroup 0 [%at] %n
      return`,
      { variables: 'variable 0 "tile" workgroup size 256 align 4', workgroupSize },
    );
  const isClamped = (index: string, workgroupSize?: readonly [number, number, number]): boolean => {
    const module = valid(tintClamps(indexed(index, workgroupSize)));
    expect(instructionsOf(module, 'bound')).toHaveLength(0);
    return instructionsOf(module, 'pure').some((each) => each.origin === 'index-clamp');
  };

  it.each([
    ['%index:i32 = iadd %x, 0'],
    ['%row:i32 = imul %y, 16\n%index:i32 = iadd %row, %x'],
    ['%index:i32 = urem %n, 64'],
    ['%index:i32 = umin %n, 63'],
    ['%index:i32 = ushr %n, 26'],
    ['%up:i32 = iadd %x, 1\n%index:i32 = isub %up, 1'],
    ['%low:i32 = smax %n, 0\n%index:i32 = smin %low, 63'],
    ['%index:i32 = udiv %n, 67108864'],
  ])('are not needed for %s', (index) => {
    expect(isClamped(index)).toBe(false);
  });

  it.each([
    ['%index:i32 = iadd %n, 0'],
    ['%row:i32 = imul %y, 17\n%index:i32 = iadd %row, %x'],
    ['%index:i32 = and %n, 63'],
    ['%index:i32 = xor %x, 1'],
    ['%row:i32 = shl %y, 4\n%index:i32 = or %row, %x'],
    ['%big:bool = slt 3, %n\n%index:i32 = select %big, %x, 5'],
    ['%index:i32 = srem %n, 64'],
    ['%index:i32 = isub %x, 1'],
    ['%index:i32 = smin %n, 63'],
    ['%index:i32 = iadd %w, %x'],
    ['%index:i32 = ushr %n, 25'],
  ])('are needed for %s', (index) => {
    expect(isClamped(index)).toBe(true);
  });

  it('depend on the workgroup size', () => {
    expect(isClamped('%index:i32 = iadd %x, 0', [64, 1, 1])).toBe(false);
    expect(isClamped('%index:i32 = iadd %x, 0', [65, 1, 1])).toBe(true);
  });

  it('give way to checks by the driver for runtime-sized arrays, and to nothing without the dialect', () => {
    const runtime = kernel(`
      %n:i32 = load i32 buffer 0 [0]
      %safe:i32 = bound %n < buffer 1
      %at:i32 = shl %safe, 2
      store i32 buffer 1 [%at] 1
      return`);
    expect(operations(valid(tintClamps(runtime)))).toEqual({ shl: 1 });
    expect(operations(valid(dropBounds(indexed('%index:i32 = iadd %n, 0'))))).toEqual({ iadd: 1, shl: 1 });
  });
});

describe('index clamps in loops', () => {
  const clampsIn = (head: string, test: string, step: string): number => {
    const module = valid(
      tintClamps(
        kernel(
          `
        %n:i32 = load i32 buffer 0 [0]
        loop #0 finite (%i:i32 = ${head}) {
          %more:bool = ${test}
          if #1 %more {
            break #1
          } else {
            break #0
          }
          %safe:i32 = bound %i < 64
          %at:i32 = shl %safe, 2
          store i32 workgroup 0 [%at] 1
          %next:i32 = ${step}
          next #0 (%next)
        }
        return`,
          { variables: 'variable 0 "tile" workgroup size 256 align 4' },
        ),
      ),
    );
    return operations(module)['umin'] ?? 0;
  };

  it.each([
    ['0', 'ult %i, 64', 'iadd %i, 1'],
    ['0', 'slt %i, 64', 'iadd %i, 1'],
    ['0', 'ule %i, 63', 'iadd %i, 1'],
    ['0', 'slt %i, 64', 'iadd %i, 16'],
    ['63', 'sle 0, %i', 'isub %i, 1'],
    ['63', 'slt 0, %i', 'iadd %i, -1'],
  ])('are not needed from %s while %s, %s', (head, test, step) => {
    expect(clampsIn(head, test, step)).toBe(0);
  });

  it.each([
    ['0', 'ult %i, 65', 'iadd %i, 1'],
    ['1', 'ult %i, 64', 'shl %i, 1'],
    ['0', 'ult %i, %n', 'iadd %i, 1'],
    ['-1', 'slt %i, 64', 'iadd %i, 1'],
    ['%n', 'slt %i, 64', 'iadd %i, 1'],
    ['63', 'sle -1, %i', 'isub %i, 1'],
    ['0', 'slt %i, 64', 'isub %i, 1'],
  ])('are needed from %s while %s, %s', (head, test, step) => {
    expect(clampsIn(head, test, step)).toBe(1);
  });

  it('do not trust the test after the loop has ended', () => {
    const module = valid(
      tintClamps(
        kernel(
          `
        %last:i32 = loop #0 finite (%i:i32 = 0) {
          %more:bool = ult %i, 64
          if #1 %more {
            break #1
          } else {
            break #0 (%i)
          }
          %next:i32 = iadd %i, 1
          next #0 (%next)
        }
        %safe:i32 = bound %last < 64
        %at:i32 = shl %safe, 2
        store i32 workgroup 0 [%at] 1
        return`,
          { variables: 'variable 0 "tile" workgroup size 256 align 4' },
        ),
      ),
    );
    expect(operations(module)['umin']).toBe(1);
  });

  it('are added where the index went through a call, a variable or a vector', () => {
    const source = (index: string) => `
      var<workgroup> tile: array<f32, 64>;
      @group(0) @binding(0) var<storage, read_write> out: array<f32>;
      fn twice(i: u32) -> u32 { return 2u * i; }
      fn read(i: u32) -> f32 { return tile[i]; }
      @compute @workgroup_size(16, 4)
      fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
        let row = 16u * local.y;
        let at = vec2<u32>(local.x, lane);
        var place = lane;
        for (var i = 0u; i < 4u; i++) { out[lane] = ${index}; }
      }`;
    const clamped = (index: string): boolean =>
      instructionsOf(tintClamps(promote(decode(source(index)))), 'pure').some(
        (each) => each.origin === 'index-clamp',
      );
    for (const index of ['lane', 'row + local.x', 'i * 16u + local.x', 'u32(i32(lane))', 'min(place, 63u)'])
      expect(clamped(`tile[${index}]`), index).toBe(false);
    for (const index of ['twice(local.x)', 'at.y', 'local.yx.x', 'place', 'select(lane, 0u, i == 1u)'])
      expect(clamped(`tile[${index}]`), index).toBe(true);
    expect(clamped('read(lane)')).toBe(true);
    expect(clamped('read(3u)')).toBe(false);
  });
});
