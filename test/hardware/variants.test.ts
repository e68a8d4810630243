// Many variants over processes that die, hang and fall silent: each failure is charged to the variant that
// causes it and to no other. The process is a stand-in without a GPU.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GpuError } from '../../src/hardware/gpu-error.ts';
import { type VariantRequest, Variants, type VariantsOptions } from '../../src/hardware/variants.ts';

const KILLS = 20;

const program = path.join(import.meta.dirname, 'fake-gpu-process.mjs');
let folder = '';
let gpu: Variants;

function open(options: Partial<VariantsOptions> = {}): Variants {
  gpu = new Variants({
    program,
    timeoutMs: 30_000,
    ahead: 4,
    compileLimitMs: 20_000,
    dispatchLimitMs: 400,
    ...options,
  });
  return gpu;
}

const request = (code: string): VariantRequest => ({
  code,
  entryPoint: 'main',
  constants: {},
  dispatch: [1, 1, 1],
  bindings: [
    {
      group: 0,
      binding: 0,
      usage: 'storage',
      sizeBytes: 400,
      data: { kind: 'zeros' },
      isRestored: false,
      isWritten: true,
      compares: 'integer',
    },
  ],
  samples: 3,
  limitNs: Number.POSITIVE_INFINITY,
});

const log = () => readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n');
/** The process that began last, and how many lines it has logged since. */
function life(): { pid: number; lines: number } {
  const lines = log();
  const at = lines.findLastIndex((line) => line.startsWith('start'));
  return { pid: Number(lines[at].split(' ')[1]), lines: lines.length - at - 1 };
}
const starts = () => log().filter((line) => line.startsWith('start')).length;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-variants-'));
  process.env['FAKE_GPU_LOG'] = path.join(folder, 'log');
});

afterEach(() => {
  gpu.close();
  delete process.env['FAKE_GPU_LOG'];
  delete process.env['FAKE_GPU_STARTS'];
  rmSync(folder, { recursive: true, force: true });
});

async function outcomes(codes: readonly string[]): Promise<string[]> {
  const results = await Promise.all(codes.map((code) => gpu.measure(request(code))));
  return results.map((each) => {
    if (each.kind === 'measured') return `measured ${each.times.samples[0].timeNs}`;
    return each.kind === 'timeout' ? `timeout ${each.stage}` : `failed ${each.reason}`;
  });
}

describe('variants', () => {
  it('are measured in one process, all of them', async () => {
    open();
    await gpu.setReference(request('ok 500'));
    const codes = Array.from({ length: 40 }, (_, i) => `ok ${1000 + i}`);
    expect(await outcomes(codes)).toEqual(codes.map((_, i) => `measured ${1000 + i}`));
    expect(starts()).toBe(1);
  });

  it.each([
    ['crash', 'failed crash'],
    ['die-compiling', 'failed crash'],
    ['lost', 'failed lost'],
    ['hang', 'timeout running'],
    ['silent', 'timeout running'],
    ['refused', 'failed validation'],
  ])('that %s end as "%s", and the others as if nothing had happened', async (word, expected) => {
    open();
    await gpu.setReference(request('ok 500'));
    const codes = ['ok 1', 'ok 2', word, 'ok 3', 'ok 4', 'ok 5', word, 'ok 6'];
    const results = await outcomes(codes);
    const measured = [1, 2, 3, 4, 5, 6].map((time) => `measured ${time}`);
    expect(results.filter((each) => each.startsWith('measured'))).toEqual(measured);
    expect([results[2], results[6]]).toEqual([expected, expected]);
    // Every process that came later learnt first what is right.
    const firsts = log().flatMap((line, i, all) => (line.startsWith('start') ? [all[i + 1]] : []));
    expect(firsts.every((line) => line === 'reference ok 500')).toBe(true);
  });

  it('whose compilation does not end are given up', async () => {
    open({ compileLimitMs: 300 });
    await gpu.setReference(request('ok 500'));
    expect(await outcomes(['slow-compile', 'ok 1'])).toEqual(['timeout compiling', 'measured 1']);
  });

  it('are refused when the device does not come back', async () => {
    process.env['FAKE_GPU_STARTS'] = path.join(folder, 'starts');
    writeFileSync(process.env['FAKE_GPU_STARTS'], '1');
    open();
    await gpu.setReference(request('ok 500'));
    const results = await Promise.allSettled([gpu.measure(request('crash')), gpu.measure(request('ok 1'))]);
    const reasons = results.map((each) =>
      each.status === 'rejected' ? (each.reason as GpuError) : undefined,
    );
    expect(reasons.some((each) => each instanceof GpuError && each.reason === 'no-adapter')).toBe(true);
  });

  it(`go on when their process is killed ${KILLS} times, at its start or amid its work`, async () => {
    open({ dispatchLimitMs: 10_000 });
    await gpu.setReference(request('ok 500'));
    let next = 0;
    let isOver = false;
    const settled: string[] = [];
    const work = async (): Promise<void> => {
      while (!isOver) {
        const time = 1000 + next++;
        try {
          const outcome = await gpu.measure(request(`ok ${time}`));
          if (outcome.kind === 'measured') expect(outcome.times.samples[0].timeNs).toBe(time);
          settled.push(outcome.kind);
        } catch (error) {
          // The base was killed three times in a row; there is always a next time.
          expect(error).toBeInstanceOf(GpuError);
        }
      }
    };
    const workers = Promise.all([work(), work(), work(), work()]);
    for (let kills = 0, last = 0; kills < KILLS; kills++) {
      // After up to 15 lines of its log, other than that it began.
      while (life().pid === last || life().lines < (5 * kills) % 16) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      last = life().pid;
      process.kill(last, 'SIGKILL');
    }
    isOver = true;
    await workers;
    // One that was alone when it was killed is blamed.
    expect(settled.filter((kind) => kind !== 'measured').length).toBeLessThanOrEqual(KILLS);
    expect(settled.filter((kind) => kind === 'measured').length).toBeGreaterThan(KILLS);
    expect(await gpu.measure(request('ok 42'))).toMatchObject({ kind: 'measured' });
  }, 120_000);

  it('need a reference that runs', async () => {
    open();
    expect(await gpu.setReference(request('crash'))).toMatchObject({ kind: 'failed', reason: 'crash' });
  });
});
