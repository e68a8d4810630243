// Random kernels and found cases. On a device (test/devices.ts) all ways of running a
// kernel give what the device gives; without one, the generator keeps its promises and kernelcast's own
// ways agree with one another. Longer runs: run.ts.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/profile/package-root.ts';
import { describeOnDevice } from '../devices.ts';
import { check, parseWays } from './check.ts';
import { firstDifference } from './compare.ts';
import { withoutHalves } from './generator/halves.ts';
import {
  contentsOf,
  generateKernel,
  generateTextureKernel,
  type Kernel,
  readCase,
  writeCase,
} from './kernel.ts';
import { decodeKernel, runModule, STAGES } from './kernelcast.ts';
import { nagaSpirv } from './spirv-sources.ts';

const FIRST_SEED = 1;
const KERNELS_ON_DEVICE = 60;
/** Compiled half as well, without the behaviours of the modelled compilers. */
const KERNELS_IN_BETWEEN = 23;
const KERNELS_AS_SPIRV = 10;
const KERNELS_WITHOUT = 24;
const KERNELS_ON_TEXTURES = 120;
const TEXTURES_ON_DEVICE = 30;
const SUBGROUP_SIZE = 4;

const folder = path.join(packageRoot(), 'test', 'differential', 'found');
const found = readdirSync(folder)
  .filter((file) => file.endsWith('.wgsl'))
  .map((file) => readCase(file, readFileSync(path.join(folder, file), 'utf8')));

const known = new Map<number, Kernel>();

function generated(count: number): Kernel[] {
  return Array.from({ length: count }, (_, index) => {
    const seed = FIRST_SEED + index;
    const kernel = known.get(seed) ?? generateKernel(seed);
    known.set(seed, kernel);
    return kernel;
  });
}

describe('the generator', () => {
  it('gives the same kernel for the same seed, and another for another', () => {
    expect(generateKernel(7)).toEqual(generateKernel(7));
    expect(generateKernel(7).code).not.toBe(generateKernel(8).code);
  });

  it('writes kernels that a case file keeps', () => {
    const { tree: _tree, ...kernel } = generateKernel(7);
    const back = readCase(kernel.name, writeCase(kernel, ['a remark']));
    expect(back).toEqual({ ...kernel, code: `// a remark\n${kernel.code}` });
  });

  it('uses every kind of statement and memory within a hundred seeds', () => {
    const text = generated(100)
      .map((each) => each.code)
      .join('\n');
    const wanted = [
      'if ',
      'else if',
      'switch ',
      'default',
      'for (',
      'while ',
      'loop ',
      'continuing ',
      'break if',
    ]
      .concat([
        'break;',
        'continue;',
        'return',
        '_ = ',
        '++;',
        '--;',
        '<<= ',
        '>>= ',
        '%= ',
        'override ',
        'const ',
      ])
      .concat([
        'workgroupBarrier',
        'storageBarrier',
        'workgroupUniformLoad',
        'subgroup',
        'quad',
        'atomicCompare',
      ])
      .concat([
        'ptr<function',
        'ptr<private',
        'ptr<workgroup',
        'ptr<storage',
        'enable f16',
        'bits_of_four(',
        'triple_at(',
        'workgroupUniformLoad(&w',
        'cells[thread - lane',
        ' % (abs(',
        'arrayLength',
        'bitcast<',
        'select(',
        '@align',
        '@size',
      ]);
    expect(wanted.filter((each) => !text.includes(each))).toEqual([]);
  });
});

describe('a kernel on textures', () => {
  const kernels = Array.from({ length: KERNELS_ON_TEXTURES }, (_, index) =>
    generateTextureKernel(FIRST_SEED + index),
  );

  it('uses every builtin function and every shape', () => {
    const text = kernels.map((each) => each.code).join('\n');
    const wanted = ['Load', 'Store', 'SampleLevel', 'SampleGrad', 'SampleCompareLevel', 'Gather']
      .concat(['GatherCompare', 'SampleBaseClampToEdge', 'Dimensions', 'NumLevels', 'NumLayers'])
      .map((each) => `texture${each}(`)
      .concat(['_1d<', '_2d<', '_2d_array<', '_3d<', '_cube<', '_cube_array<', 'depth_2d', 'read_write>']);
    expect(wanted.filter((each) => !text.includes(each))).toEqual([]);
  });

  it('gives the same in full, and through the SPIR-V that naga makes', async () => {
    const some = kernels.slice(0, KERNELS_WITHOUT);
    const answers = await nagaSpirv(some);
    for (const [index, kernel] of some.entries()) {
      const module = decodeKernel(kernel);
      const expected = runModule(kernel, module, 'decoded', SUBGROUP_SIZE);
      const full = runModule(kernel, module, 'dawn', SUBGROUP_SIZE);
      expect(firstDifference(kernel, expected, full), kernel.name).toBeUndefined();
      const answer = answers[index];
      if ('error' in answer) throw new Error(`${kernel.name}: ${answer.error}`);
      const spirv = runModule(kernel, decodeKernel(kernel, answer), 'decoded', SUBGROUP_SIZE);
      expect(firstDifference(kernel, expected, spirv), kernel.name).toBeUndefined();
    }
  });
});

describe('a kernel with halves', () => {
  const withHalves = generated(100).filter((each) => each.code.includes('enable f16;'));

  it('has none of them on a device without', () => {
    expect(withHalves.length).toBeGreaterThan(10);
    const left = withHalves.filter((each) => /\bf16\b|\dh\b/.test(withoutHalves(each.code)));
    expect(left.map((each) => each.name)).toEqual([]);
  });

  it('gives what it gives without them', () => {
    for (const kernel of withHalves) {
      const whole = { ...kernel, code: withoutHalves(kernel.code) };
      const [expected, actual] = [whole, kernel].map((each) =>
        runModule(each, decodeKernel(each), 'decoded', SUBGROUP_SIZE),
      );
      expect(firstDifference(kernel, expected, actual), kernel.name).toBeUndefined();
    }
  });
});

it('kernels have workgroups of up to 1,024 invocations, several entry points and pointers to members', () => {
  const kernels = generated(300);
  expect(Math.max(...kernels.map((each) => each.invocations!))).toBeGreaterThan(256);
  const texts = kernels.map((each) => each.code);
  expect(texts.filter((each) => each.split('@compute').length > 2).length).toBeGreaterThan(10);
  expect(texts.filter((each) => /call\d+\(.*&\w+(\[(thread|lane)\])?[.[]/.test(each)).length).toBeGreaterThan(
    10,
  );
});

describe('without a device', () => {
  const kernels = [...generated(KERNELS_WITHOUT), ...found];
  it.each(kernels.map((each) => [each.name, each] as const))(
    '%s in full gives what it gives as decoded',
    (_, kernel) => {
      const module = decodeKernel(kernel);
      const expected = runModule(kernel, module, 'decoded', SUBGROUP_SIZE);
      expect(
        firstDifference(kernel, expected, runModule(kernel, module, 'dawn', SUBGROUP_SIZE)),
      ).toBeUndefined();
    },
  );

  it('gives the same through the SPIR-V that naga makes', async () => {
    const random = generated(KERNELS_WITHOUT);
    const answers = await nagaSpirv(random);
    const differing = answers.flatMap((answer, index) => {
      if ('error' in answer) return [];
      const kernel = random[index];
      const expected = runModule(kernel, decodeKernel(kernel), 'decoded', SUBGROUP_SIZE);
      const actual = runModule(kernel, decodeKernel(kernel, answer), 'decoded', SUBGROUP_SIZE);
      const difference = firstDifference(kernel, expected, actual);
      return difference ? [`${kernel.name}: ${difference}`] : [];
    });
    expect(differing).toEqual([]);
    expect(answers.filter((each) => 'bytes' in each).length).toBeGreaterThan(KERNELS_WITHOUT / 4);
  }, 60_000);
});

/** What the language says; SwiftShader 5.0.0 gives -x, x and 0 where vectors of known zeros or booleans are made. */
describe('what a device has got wrong', () => {
  const cases: [string, string, string, (x: number) => number][] = [
    ['a quotient of a vector by zero', '', 'var d = vec2<i32>(); d = vec2<i32>();', (x) => x],
    ['a remainder of a vector by a scalar that is zero', 'var<private> z: u32;', '', () => 0],
    ['a vector of falsehoods, negated', 'var<private> z: bool;', '', () => 1],
    ['a vector of zeros, compared with itself', 'var<private> z: vec2<i32>;', 'z.x /= 1i;', () => 1],
  ];
  const results = [
    'bitcast<u32>((vec2<i32>(i32(x)) / d.y).x)',
    '(vec2<u32>(x) % z).x',
    'u32((!vec4<bool>(z))[3u])',
    'u32((z <= z).y)',
  ];
  it.each(cases.map((each, k) => [...each, results[k]] as const))(
    '%s',
    (name, declaration, statement, expected, result) => {
      const kernel: Kernel = {
        name,
        seed: 1,
        dispatch: [1, 1, 1],
        constants: {},
        code: `@group(0) @binding(0) var<storage, read> inputs: array<u32>;
          @group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
          ${declaration}
          @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            let x = inputs[i];
            ${statement}
            outputs[i] = ${result};
          }`,
        buffers: [
          { binding: 0, access: 'read', words: 4, fill: 'integers' },
          { binding: 1, access: 'read_write', words: 4, fill: 'zeros' },
        ],
      };
      const inputs = [...contentsOf(kernel, kernel.buffers[0])];
      for (const stage of STAGES) {
        const outputs = runModule(kernel, decodeKernel(kernel), stage, SUBGROUP_SIZE);
        expect([...outputs.get(1)!]).toEqual(inputs.map(expected));
      }
    },
  );
});

describeOnDevice('on a Vulkan device', () => {
  it(`agrees with it on ${TEXTURES_ON_DEVICE} kernels on textures`, async () => {
    const kernels = Array.from({ length: TEXTURES_ON_DEVICE }, (_, index) =>
      generateTextureKernel(FIRST_SEED + index),
    );
    const ways = parseWays('wgsl:decoded,tint:decoded');
    const { findings, compared } = await check(kernels, ways);
    expect(findings).toEqual([]);
    expect(compared['tint:decoded']).toBe(TEXTURES_ON_DEVICE);
  }, 240_000);

  const kernels = [...found, ...generated(KERNELS_ON_DEVICE)];
  const [some, others] = [kernels.slice(0, KERNELS_IN_BETWEEN), kernels.slice(KERNELS_IN_BETWEEN)];
  it.each([
    ['wgsl:decoded,wgsl:plain,wgsl:dawn', some],
    ['wgsl:decoded,wgsl:dawn', others],
  ])(
    `agrees with it as %s for some of ${kernels.length} kernels`,
    async (ways, chosen) => {
      const { findings, compared } = await check(chosen, parseWays(ways));
      expect(findings).toEqual([]);
      // Few have workgroups that the device does not take.
      expect((compared['wgsl:dawn'] ?? 0) + (compared['without device'] ?? 0)).toBe(chosen.length);
      expect(compared['wgsl:dawn']).toBeGreaterThan(0.9 * chosen.length);
    },
    240_000,
  );

  it('agrees with it through the SPIR-V that Tint makes', async () => {
    const some = [...found, ...generated(KERNELS_AS_SPIRV)];
    const { findings, compared } = await check(some, parseWays('tint:decoded,bare:plain'));
    expect(findings).toEqual([]);
    expect(compared['tint:decoded']).toBeGreaterThan(0.9 * some.length);
  }, 240_000);
});
