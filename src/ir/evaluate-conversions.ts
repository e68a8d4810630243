// Conversions between integers and floats, and the packing of floats into one 32-bit word. Normalised
// packing multiplies in f32 and rounds halves to even, as implementations of the SPIR-V instructions
// do; the WGSL specification's floor(0.5 + x) differs only on negative ties. Nothing here allocates.

import { roundHalfEven } from './evaluate-floats.ts';
import { halfBitsOf, halfFromBits } from './half.ts';

const floatScratch = new Float32Array(1);
const wordScratch = new Int32Array(floatScratch.buffer);

/** The bits of an f32, as a signed integer. */
export function bitsOfFloat(value: number): number {
  floatScratch[0] = value;
  return wordScratch[0];
}

/** The f32 that 32 bits stand for. */
export function floatFromBits(bits: number): number {
  wordScratch[0] = bits;
  return floatScratch[0];
}

/** Toward zero, saturating to a signed 32-bit integer; NaN gives 0. */
export function floatToSigned(value: number): number {
  if (!(value > -2147483649)) return Number.isNaN(value) ? 0 : -2147483648;
  return value < 2147483648 ? value | 0 : 2147483647;
}

/** Toward zero, saturating to an unsigned 32-bit integer, whose bits are returned; NaN gives 0. */
export function floatToUnsigned(value: number): number {
  if (!(value > 0)) return 0;
  return value < 4294967296 ? value | 0 : -1;
}

function signedNorm(value: number, scale: number): number {
  const clamped = value > -1 ? Math.min(value, 1) : -1;
  return roundHalfEven(Math.fround((Number.isNaN(value) ? 0 : clamped) * scale)) | 0;
}

function unsignedNorm(value: number, scale: number): number {
  return roundHalfEven(Math.fround((value > 0 ? Math.min(value, 1) : 0) * scale)) | 0;
}

function pack2x16float(a: number, b: number): number {
  return halfBitsOf(a) | (halfBitsOf(b) << 16);
}

function pack2x16snorm(a: number, b: number): number {
  return (signedNorm(a, 32767) & 0xffff) | (signedNorm(b, 32767) << 16);
}

function pack2x16unorm(a: number, b: number): number {
  return unsignedNorm(a, 65535) | (unsignedNorm(b, 65535) << 16);
}

function pack4x8snorm(a: number, b: number, c: number, d: number): number {
  const low = (signedNorm(a, 127) & 0xff) | ((signedNorm(b, 127) & 0xff) << 8);
  return low | ((signedNorm(c, 127) & 0xff) << 16) | (signedNorm(d, 127) << 24);
}

function pack4x8unorm(a: number, b: number, c: number, d: number): number {
  const low = unsignedNorm(a, 255) | (unsignedNorm(b, 255) << 8);
  return low | (unsignedNorm(c, 255) << 16) | (unsignedNorm(d, 255) << 24);
}

function unpack2x16float(word: number, component: number): number {
  return halfFromBits(word >>> (component * 16));
}

function unpack2x16snorm(word: number, component: number): number {
  return Math.fround(Math.max((word << (16 - component * 16)) >> 16, -32767) / 32767);
}

function unpack2x16unorm(word: number, component: number): number {
  return Math.fround(((word >>> (component * 16)) & 0xffff) / 65535);
}

function unpack4x8snorm(word: number, component: number): number {
  return Math.fround(Math.max((word << (24 - component * 8)) >> 24, -127) / 127);
}

function unpack4x8unorm(word: number, component: number): number {
  return Math.fround(((word >>> (component * 8)) & 0xff) / 255);
}

/** The operations that pack numbers into a word, and those that take one out of it. */
export const packingFunctions = {
  pack2x16float,
  pack2x16snorm,
  pack2x16unorm,
  pack4x8snorm,
  pack4x8unorm,
  unpack2x16float,
  unpack2x16snorm,
  unpack2x16unorm,
  unpack4x8snorm,
  unpack4x8unorm,
};
