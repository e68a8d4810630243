// Functions that JavaScript engines compute differently in the last bit (ECMA-262, 21.3.2 leaves them to the
// implementation): of the logarithms of random numbers V8 11.3 and 15.6 differ in 7 %. Rounded to single precision, far
// beyond what any prediction means, they agree, so that a page's numbers are the command's.

const { fround } = Math;

export const log = (x: number): number => fround(Math.log(x));
export const log1p = (x: number): number => fround(Math.log1p(x));
export const exp = (x: number): number => fround(Math.exp(x));
export const expm1 = (x: number): number => fround(Math.expm1(x));

/** Square roots are exact everywhere; `Math.hypot` is not. */
export const hypot = (a: number, b: number): number => Math.sqrt(a * a + b * b);
