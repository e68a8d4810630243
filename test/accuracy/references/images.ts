// References for kernels over images and grids: convolutions, edges, stencils, diffusion, wavelets, tracking.

import { clamp, floats, type Inputs, type KernelCase, type KernelCases, sum } from '../reference.ts';

const WIDTH = 70;
const HEIGHT = 45;

/** The pixel at a place; what lies outside repeats the border. */
function repeated(image: ArrayLike<number>, width: number, height: number) {
  return (x: number, y: number) => image[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

/** One number per pixel from its place. */
function pixels(width: number, height: number, value: (x: number, y: number) => number): Float64Array {
  return floats(width * height, (i) => value(i % width, Math.floor(i / width)));
}

const wrap = (value: number, length: number) => ((value % length) + length) % length;

function separable(width: number, height: number, radius: number, isRow: boolean): KernelCase {
  return {
    small: { WIDTH: width, HEIGHT: height, RADIUS: radius },
    reference: (input) => {
      const [image, weights] = [input.f32(0), input.f32(1)];
      const at = (x: number, y: number) => image[wrap(y, height) * width + wrap(x, width)];
      const tap = (x: number, y: number, i: number) =>
        isRow ? at(x + i - radius, y) : at(x, y + i - radius);
      return {
        2: pixels(width, height, (x, y) => sum(2 * radius + 1, (i) => tap(x, y, i) * weights[i])),
      };
    },
  };
}

function convolved(
  image: Float32Array,
  side: number,
  weight: (dx: number, dy: number) => number,
): Float64Array {
  const at = repeated(image, WIDTH, HEIGHT);
  const radius = (side - 1) / 2;
  return pixels(WIDTH, HEIGHT, (x, y) =>
    sum(side * side, (i) => {
      const [dx, dy] = [i % side, Math.floor(i / side)];
      return at(x + dx - radius, y + dy - radius) * weight(dx, dy);
    }),
  );
}

type Sampler = (x: number, y: number) => number;

function edgeStrength(at: Sampler, x: number, y: number): number {
  const smooth = [1, 2, 1];
  const horizontal = sum(3, (i) => smooth[i] * (at(x + 1, y + i - 1) - at(x - 1, y + i - 1)));
  const vertical = sum(3, (i) => smooth[i] * (at(x + i - 1, y + 1) - at(x + i - 1, y - 1)));
  return Math.hypot(horizontal, vertical);
}

const isBorder = (x: number, y: number) => x === 0 || y === 0 || x === WIDTH - 1 || y === HEIGHT - 1;

const jacobi: KernelCase = {
  small: { WIDTH, HEIGHT },
  reference: (input) => {
    const at = repeated(input.f32(0), WIDTH, HEIGHT);
    const next = (x: number, y: number) =>
      0.5 * at(x, y) + (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 8;
    return { 1: pixels(WIDTH, HEIGHT, (x, y) => (isBorder(x, y) ? at(x, y) : next(x, y))) };
  },
};

const N = 37;
const volume: KernelCase = {
  small: { N },
  reference: (input) => {
    const before = input.f32(0);
    const next = (i: number) => {
      const [x, y, z] = [i % N, Math.floor(i / N) % N, Math.floor(i / (N * N))];
      if ([x, y, z].some((c) => c === 0 || c === N - 1)) return 0;
      const around = [1, N, N * N].map((step) => before[i - step] + before[i + step]);
      return 0.4 * before[i] + 0.1 * (around[0] + around[1] + around[2]);
    };
    return { 1: floats(N ** 3, next) };
  },
};

/** Two steps of heat over the whole chip. */
function heat(input: Inputs): Float64Array {
  const power = input.f32(0);
  let now: ArrayLike<number> = input.f32(1);
  for (let step = 0; step < 2; step++) {
    const at = repeated(now, WIDTH, HEIGHT);
    now = pixels(WIDTH, HEIGHT, (x, y) => {
      const here = at(x, y);
      const vertical = (at(x, y - 1) + at(x, y + 1) - 2 * here) * 0.1;
      const horizontal = (at(x - 1, y) + at(x + 1, y) - 2 * here) * 0.1;
      return here + 0.05 * (power[y * WIDTH + x] + vertical + horizontal + (80 - here) * 0.01);
    });
  }
  return now as Float64Array;
}

function diffusion(input: Inputs): readonly [Float64Array, Float64Array] {
  const at = repeated(input.f32(0), WIDTH, HEIGHT);
  const slopes = (x: number, y: number) =>
    [at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y)].map((value) => value - at(x, y));
  const coefficient = (x: number, y: number) => {
    const relative = slopes(x, y).map((slope) => slope / at(x, y));
    const gradient = sum(4, (i) => relative[i] ** 2);
    const laplacian = sum(4, (i) => relative[i]);
    const q = (gradient / 2 - laplacian ** 2 / 16) / (1 + laplacian / 4) ** 2;
    return clamp(1 / (1 + (q - 0.1) / (0.1 * 1.1)), 0, 1);
  };
  const all = floats(4 * WIDTH * HEIGHT, (i) => {
    const pixel = Math.floor(i / 4);
    return slopes(pixel % WIDTH, Math.floor(pixel / WIDTH))[i % 4];
  });
  return [all, pixels(WIDTH, HEIGHT, coefficient)];
}

/** One level of the reversible 5/3 transform of a line that is mirrored at its ends. */
function lifted(line: readonly number[]): number[] {
  const last = line.length - 1;
  const at = (i: number) => line[last - Math.abs(last - Math.abs(i))];
  const high = (pair: number) => at(2 * pair + 1) - Math.floor((at(2 * pair) + at(2 * pair + 2)) / 2);
  const pairs = Array.from({ length: line.length / 2 }, (_, pair) => pair);
  const low = (pair: number) => at(2 * pair) + Math.floor((high(pair - 1) + high(pair) + 2) / 4);
  return [...pairs.map(low), ...pairs.map(high)];
}

export const images: KernelCases = {
  'convolution-rows': separable(256, 3, 5, true),
  'convolution-columns': separable(70, 45, 5, false),
  'convolution-2d': {
    small: { WIDTH, HEIGHT, RADIUS: 3 },
    reference: (input) => ({ 2: convolved(input.f32(0), 7, (dx, dy) => input.f32(1)[7 * dy + dx]) }),
  },
  'convolution-2d-tiled': {
    small: { WIDTH, HEIGHT },
    reference: (input) => ({ 2: convolved(input.f32(0), 5, (dx, dy) => input.f32(1)[8 * dy + dx]) }),
  },
  sobel: {
    small: { WIDTH, HEIGHT },
    reference: (input) => {
      const at = repeated(input.f32(0), WIDTH, HEIGHT);
      return { 1: pixels(WIDTH, HEIGHT, (x, y) => (isBorder(x, y) ? 0 : edgeStrength(at, x, y))) };
    },
  },
  'sobel-rgba': {
    small: { WIDTH, HEIGHT },
    reference: (input) => {
      const bytes = new Uint8Array(input.u32(0).buffer);
      const grey = floats(WIDTH * HEIGHT, (i) => {
        const [red, green, blue] = bytes.subarray(4 * i);
        return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
      });
      const at = repeated(grey, WIDTH, HEIGHT);
      return {
        1: Uint32Array.from(
          pixels(WIDTH, HEIGHT, (x, y) => {
            const byte = Math.floor(0.5 + 255 * Math.min(edgeStrength(at, x, y), 1));
            return 0xff000000 + byte * 0x10101;
          }),
        ),
      };
    },
  },
  'stencil-2d': jacobi,
  'stencil-2d-tiled': jacobi,
  'stencil-3d': volume,
  'stencil-3d-marching': volume,
  hotspot: { small: { WIDTH, HEIGHT }, reference: (input) => ({ 2: heat(input) }) },
  'srad-coefficient': {
    small: { COLUMNS: WIDTH, ROWS: HEIGHT },
    reference: (input) => {
      const [slopes, coefficients] = diffusion(input);
      return { 1: slopes, 2: coefficients };
    },
  },
  'srad-update': {
    small: { COLUMNS: WIDTH, ROWS: HEIGHT },
    reference: (input) => {
      const [slopes, image] = [input.f32(0), input.f32(2)];
      const at = repeated(input.f32(1), WIDTH, HEIGHT);
      const divergence = (x: number, y: number) => {
        const [north, south, west, east] = slopes.subarray(4 * (y * WIDTH + x));
        return at(x, y) * (north + west) + at(x, y + 1) * south + at(x + 1, y) * east;
      };
      return { 2: pixels(WIDTH, HEIGHT, (x, y) => image[y * WIDTH + x] + 0.125 * divergence(x, y)) };
    },
  },
  'dwt2d-rows': {
    small: { WIDTH: 512, HEIGHT: 3 },
    reference: (input) => {
      const image = [...input.i32(0)];
      const rows = [0, 1, 2].flatMap((y) => lifted(image.slice(512 * y, 512 * (y + 1))));
      return { 1: Int32Array.from(rows) };
    },
  },
  'dwt2d-columns': {
    small: { WIDTH: 70, HEIGHT: 44 },
    reference: (input) => {
      const image = input.i32(0);
      const output = new Int32Array(70 * 44);
      for (let x = 0; x < 70; x++) {
        const column = lifted(Array.from({ length: 44 }, (_, y) => image[70 * y + x]));
        for (const [y, value] of column.entries()) output[70 * y + x] = value;
      }
      return { 1: output };
    },
  },
  'heartwall-correlation': {
    small: { SPOTS: 3, WIDTH: 64 },
    reference: (input) => {
      const [frame, templates, corners] = [input.f32(0), input.f32(1), input.u32(2)];
      const correlation = (i: number) => {
        const [spot, dy, dx] = [Math.floor(i / 256), Math.floor(i / 16) % 16, i % 16];
        const pixel = (k: number) =>
          frame[(corners[2 * spot + 1] + dy + Math.floor(k / 16)) * 64 + corners[2 * spot] + dx + (k % 16)];
        const mean = sum(256, pixel) / 256;
        const deviation = Math.sqrt(sum(256, (k) => (pixel(k) - mean) ** 2));
        return sum(256, (k) => pixel(k) * templates[256 * spot + k]) / deviation;
      };
      return { 3: floats(3 * 256, correlation) };
    },
  },
};
