// References for kernels from finance, physics and filtering: prices, forces, fluxes, particles.

import { clamp, floats, type Inputs, type KernelCase, type KernelCases, sum, words } from '../reference.ts';

/** Cumulative normal distribution by integrating the density with Simpson's rule. */
function normal(x: number): number {
  const steps = 400;
  const width = x / steps;
  const density = (t: number) => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  const weight = (i: number) => (i === 0 || i === steps ? 1 : i % 2 ? 4 : 2);
  return 0.5 + (width / 3) * sum(steps + 1, (i) => weight(i) * density(i * width));
}

const prices = (small: Record<string, number>): KernelCase => ({
  small,
  tolerance: 1e-5,
  reference: (input) => {
    const [spot, strike, expiry] = [input.f32(0), input.f32(1), input.f32(2)];
    const [rate, volatility] = [0.02, 0.3];
    const call = floats(spot.length, (i) => {
      const [s, k, t] = [spot[i], strike[i], expiry[i]];
      const forward = Math.log(s / k) + rate * t;
      const deviation = volatility * Math.sqrt(t);
      const d1 = forward / deviation + deviation / 2;
      return s * normal(d1) - k * Math.exp(-rate * t) * normal(d1 - deviation);
    });
    // Put-call parity.
    const put = call.map((value, i) => value - spot[i] + strike[i] * Math.exp(-rate * expiry[i]));
    return { 3: call, 4: put };
  },
});

const spread = (small: Record<string, number>): KernelCase => ({
  small,
  tolerance: 1e-4,
  reference: (input) => {
    const [x, y, z, samples] = [input.f32(0), input.f32(1), input.f32(2), input.f32(3)];
    const part = (i: number, wave: (angle: number) => number) =>
      sum(samples.length / 4, (k) => {
        const [kx, ky, kz, magnitude] = samples.subarray(4 * k);
        return magnitude * wave(2 * Math.PI * (kx * x[i] + ky * y[i] + kz * z[i]));
      });
    return { 4: floats(x.length, (i) => part(i, Math.cos)), 5: floats(x.length, (i) => part(i, Math.sin)) };
  },
});

const gravity = (bodies: number): KernelCase => ({
  small: { BODIES: bodies },
  tolerance: 1e-4,
  reference: (input) => {
    const places = input.f32(0);
    const pull = (i: number, axis: number) =>
      sum(bodies, (j) => {
        const away = [0, 1, 2].map((c) => places[4 * j + c] - places[4 * i + c]);
        const squared = away[0] ** 2 + away[1] ** 2 + away[2] ** 2 + 0.001;
        return (places[4 * j + 3] * away[axis]) / squared ** 1.5;
      });
    return { 1: floats(4 * bodies, (k) => (k % 4 === 3 ? 0 : pull(Math.floor(k / 4), k % 4))) };
  },
});

/** Forces and energies of all particles; boxes are cells of side one, neighbours touch. */
function boxForces(input: Inputs): Float64Array {
  const side = input.params['SIDE'];
  const [places, charges] = [input.f32(0), input.f32(1)];
  const cellOf = (box: number) => [box % side, Math.floor(box / side) % side, Math.floor(box / side ** 2)];
  const count = 100 * side ** 3;
  const positions = Array.from({ length: count }, (_, i) => {
    const cell = cellOf(Math.floor(i / 100));
    return [0, 1, 2].map((axis) => cell[axis] + places[4 * i + axis]);
  });
  const result = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const here = cellOf(Math.floor(i / 100));
    for (let j = 0; j < count; j++) {
      const there = cellOf(Math.floor(j / 100));
      if (there.some((c, axis) => Math.abs(c - here[axis]) > 1)) continue;
      const away = positions[i].map((c, axis) => c - positions[j][axis]);
      const energy = charges[j] * Math.exp(-0.5 * sum(3, (axis) => away[axis] ** 2));
      for (let axis = 0; axis < 3; axis++) result[4 * i + axis] += energy * away[axis];
      result[4 * i + 3] += energy;
    }
  }
  return result;
}

/** The Euler fluxes of a cell's five variables along a normal, and the speed of its fastest wave. */
function euler(state: readonly number[], normalVector: readonly number[]) {
  const [density, mx, my, mz, energy] = state as [number, number, number, number, number];
  const momentum = [mx, my, mz];
  const squared = sum(3, (axis) => momentum[axis] ** 2);
  const pressure = 0.4 * (energy - squared / density / 2);
  const through = sum(3, (axis) => (normalVector[axis] * momentum[axis]) / density);
  const flux = [
    density * through,
    ...momentum.map((m, axis) => m * through + pressure * normalVector[axis]),
    (energy + pressure) * through,
  ];
  return { flux, speed: Math.sqrt(squared) / density + Math.sqrt((1.4 * pressure) / density) };
}

function cellFluxes(input: Inputs): Float64Array {
  const cells = input.params['CELLS'];
  const [neighbours, normals, momenta] = [input.u32(0), input.f32(1), input.f32(3)];
  const state = (cell: number) => [
    input.f32(2)[cell],
    ...[0, 1, 2].map((axis) => momenta[axis * cells + cell]),
    input.f32(4)[cell],
  ];
  const result = new Float64Array(5 * cells);
  for (let cell = 0; cell < cells; cell++) {
    for (let face = 0; face < 4; face++) {
      const other = neighbours[face * cells + cell];
      const along = [0, 1, 2].map((axis) => normals[(3 * face + axis) * cells + cell]);
      const [here, there] = [euler(state(cell), along), euler(state(other), along)];
      const smoothing = 0.1 * Math.hypot(...along) * (here.speed + there.speed);
      for (let v = 0; v < 5; v++) {
        const jump = state(cell)[v] - state(other)[v];
        result[v * cells + cell] += smoothing * jump + (here.flux[v] + there.flux[v]) / 2;
      }
    }
  }
  return result;
}

const PARTICLES = 300;

const resampled = (input: Inputs) =>
  words(PARTICLES, (i) => {
    const exceeds = input.u32(0).findIndex((weight) => weight > input.u32(1)[i]);
    return exceeds < 0 ? PARTICLES - 1 : exceeds;
  });

export const simulation: KernelCases = {
  'black-scholes': prices({ N: 300, GROUPS: 2 }),
  'black-scholes-vec4': prices({ N: 300 }),
  'mri-q': spread({ VOXELS: 100, SAMPLES: 50 }),
  'mri-q-tiled': spread({ VOXELS: 256, SAMPLES: 256 }),
  'nbody-direct': gravity(200),
  'nbody-tiled': gravity(256),
  lavamd: { small: { SIDE: 2 }, tolerance: 1e-5, reference: (input) => ({ 2: boxForces(input) }) },
  'cfd-flux': { small: { CELLS: 200 }, tolerance: 1e-5, reference: (input) => ({ 5: cellFluxes(input) }) },
  'particle-likelihood': {
    small: { PARTICLES, PIXELS: 13, SIDE: 40 },
    tolerance: 1e-4,
    reference: (input) => {
      const [places, disc, frame] = [input.f32(0), input.i32(1), input.u32(2)];
      const likelihood = (i: number, k: number) => {
        const x = clamp(Math.floor(places[2 * i]) + disc[2 * k], 0, 39);
        const y = clamp(Math.floor(places[2 * i + 1]) + disc[2 * k + 1], 0, 39);
        const pixel = frame[40 * y + x];
        return ((pixel - 100) ** 2 - (pixel - 228) ** 2) / 50;
      };
      return { 3: floats(PARTICLES, (i) => Math.exp((sum(13, (k) => likelihood(i, k)) / 13) * 0.01)) };
    },
  },
  'particle-resample': { small: { PARTICLES }, reference: (input) => ({ 2: resampled(input) }) },
  'particle-resample-binary': {
    small: { PARTICLES },
    reference: (input) => {
      const chosen = resampled(input);
      return { 3: floats(2 * PARTICLES, (i) => input.f32(2)[2 * chosen[i >> 1] + (i & 1)]) };
    },
  },
};
