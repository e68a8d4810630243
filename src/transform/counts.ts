// Numbers of workgroups as a launch file gives them, divided so that expressions stay readable: `ceil(N / 64)`
// for four workgroups in one is `ceil(N / 256)`.

import type { Count } from './transformation.ts';

const ATOM = String.raw`(?:[\w.]+|\([^()]*\))`;
const PRODUCT = String.raw`${ATOM}(?:\s*\*\s*${ATOM})*`;
const QUOTIENT = new RegExp(
  String.raw`^(?:ceil\(\s*(${PRODUCT})\s*\/\s*(\w+)\s*\)|(${PRODUCT})\s*\/\s*(\w+))$`,
);

/** The smallest whole number that is no less than `count / by`. */
function dividedUp(count: Count, by: number): Count {
  if (typeof count === 'number') return Math.ceil(count / by);
  const text = count.trim();
  if (by === 1) return text;
  const match = QUOTIENT.exec(text);
  if (!match) return `ceil(${/^[\w.]+$/.test(text) ? text : `(${text})`} / ${by})`;
  const dividend = match[1] ?? match[3];
  const divisor = match[2] ?? match[4];
  const product = /^\d+$/.test(divisor) ? String(Number(divisor) * by) : `(${divisor} * ${by})`;
  return `ceil(${dividend} / ${product})`;
}

const CEILING = String.raw`ceil\((?:[^()]|\([^()]*\))*\)`;
const FRACTION = new RegExp(
  String.raw`^(${ATOM}|${CEILING})(?:\s*\*\s*(\d+))?(?:\s*\/\s*(?:(\d+)|(\w+)|\((\w+) \* (\d+)\)))?$`,
);
const PRODUCT_OF_COUNT = new RegExp(String.raw`^(${CEILING})\s*\*\s*(\d+)$`);

/** `ceil(count * times / by)`. */
export function scaledUp(count: Count, times: number, by: number): Count {
  if (typeof count === 'number') return Math.ceil((count * times) / by);
  // A whole number of times what is scaled anyway.
  const [, known, factor] = PRODUCT_OF_COUNT.exec(count.trim()) ?? [];
  const all = times * Number(factor ?? 1);
  const common = greatestCommonDivisor(all, by);
  const [up, down] = [all / common, by / common];
  const text = known ?? count.trim();
  if (up === 1) return dividedUp(text, down);
  const operand = /^[\w.]+$|^ceil\([^()]*\)$/.test(text) ? text : `(${text})`;
  return down === 1 ? `${operand} * ${up}` : `ceil(${operand} * ${up} / ${down})`;
}

/**
 * `count * times / by`, not rounded: where that is no whole number, the launch file is refused. For kernels
 * that would do harm with more workgroups than they need.
 */
export function scaledExactly(count: Count, times: number, by: number): Count {
  if (typeof count === 'number') return (count * times) / by;
  const text = count.trim();
  const [, whole, block, inner] = IN_BLOCKS.exec(text) ?? [];
  if (inner !== undefined) {
    const scaled = scaledExactly(inner, times, by);
    // What is a whole number only for whole blocks needs no condition any more.
    const isStrict = [1, 2, 4, 8, 16, 32].some(
      (each) => scaledExactly(whole, 1, Number(block) * each) === scaled,
    );
    return isStrict ? scaled : `mod(${whole}, ${block}) == 0 ? ${scaled} : 0.5`;
  }
  const [, known, factor = '1', divisor, symbol, product, more] = FRACTION.exec(text) ?? [];
  const [all, below] = [times * Number(factor), by * Number(divisor ?? more ?? '1')];
  const common = greatestCommonDivisor(all, below);
  const [up, down] = [all / common, below / common];
  const head = `${known ?? `(${text})`}${up === 1 ? '' : ` * ${up}`}`;
  const name = symbol ?? product;
  if (down === 1) return name === undefined ? head : `${head} / ${name}`;
  return name === undefined ? `${head} / ${down}` : `${head} / (${name} * ${down})`;
}

/** The same where only multiples of `block` will do, though others would give whole numbers too. */
export function scaledInBlocks(count: Count, by: number, block: number): Count {
  const scaled = scaledExactly(count, 1, by);
  if (typeof count === 'number' || block === by) return scaled;
  return `mod(${count.trim()}, ${block}) == 0 ? ${scaled} : 0.5`;
}

const IN_BLOCKS = /^mod\((.+), (\d+)\) == 0 \? (.+) : 0\.5$/;

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
