// Texels to and from memory: what their bits mean, by format (WGSL specification, "Texel Formats" and their transfer
// functions). Components that a format lacks read as 0, alpha as 1; what does not fit is clamped.

import { bitsOfFloat, floatFromBits } from '../ir/evaluate.ts';
import { halfBitsOf, halfFromBits } from '../ir/half.ts';
import { formatOf, isSrgb, type TexelFormat } from '../texture/formats.ts';
import { PAGE_SHIFT, PAGE_WORDS, type PagedBuffer } from './memory.ts';

/** Four components. */
export type Texel = Float64Array;

export interface TexelCoder {
  /** Adds `weight` times the texel at a byte offset to `out`. */
  add(buffer: PagedBuffer, address: number, weight: number, out: Texel): void;
  write(buffer: PagedBuffer, address: number, texel: Texel): void;
}

/** Reads and writes texels of a format. */
export function texelCoder(name: string): TexelCoder {
  const format = formatOf(name)!;
  const isCurved = isSrgb(name);
  const { components } = format;
  const place = (component: number) => (format.isBgra && component < 3 ? 2 - component : component);
  const read = format.bits === 0 ? unpackedReader(name) : componentReader(format);
  const write = format.bits === 0 ? packedWriter(name) : componentWriter(format);
  const read4 = new Float64Array(4);
  return {
    add(buffer, address, weight, out) {
      read(buffer, address, read4);
      for (let component = 0; component < 4; component++) {
        let value = component < components ? read4[place(component)] : component === 3 ? 1 : 0;
        if (isCurved && component < 3) value = linearOf(value);
        out[component] += weight * value;
      }
    },
    write(buffer, address, texel) {
      for (let component = 0; component < components; component++) read4[place(component)] = texel[component];
      write(buffer, address, read4);
    },
  };
}

type Reader = (buffer: PagedBuffer, address: number, out: Texel) => void;

/** Formats whose components have equal widths. */
function componentReader({ components, bits, encoding }: TexelFormat): Reader {
  const bytes = bits / 8;
  const decode = (word: number): number => {
    const unsigned = bits === 32 ? word >>> 0 : word & (2 ** bits - 1);
    const signed = (word << (32 - bits)) >> (32 - bits);
    if (encoding === 'unorm') return unsigned / (2 ** bits - 1);
    if (encoding === 'snorm') return Math.max(-1, signed / (2 ** (bits - 1) - 1));
    if (encoding === 'uint') return unsigned;
    if (encoding === 'sint') return signed;
    return bits === 16 ? halfFromBits(unsigned) : floatFromBits(word);
  };
  return (buffer, address, out) => {
    for (let component = 0; component < components; component++) {
      const at = address + component * bytes;
      out[component] = decode(buffer.word(at - (at & 3)) >>> ((at & 3) << 3));
    }
  };
}

function componentWriter({ components, bits, encoding }: TexelFormat): Reader {
  const bytes = bits / 8;
  const encode = (value: number): number => {
    if (encoding === 'float') return bits === 16 ? halfBitsOf(value) : bitsOfFloat(value);
    const most = encoding === 'snorm' || encoding === 'sint' ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
    if (encoding === 'unorm') return roundHalfUp(clamp(value, 0, 1) * most);
    if (encoding === 'snorm') return roundHalfUp(clamp(value, -1, 1) * most);
    // Integers come as i32, whatever their sign.
    if (encoding === 'uint') return Math.min(value >>> 0, most);
    return clamp(value, -most - 1, most);
  };
  return (buffer, address, texel) => {
    for (let component = 0; component < components; component++) {
      writeBits(buffer, address + component * bytes, bits, encode(texel[component]));
    }
  };
}

/** Formats of one word in which components have several widths. */
function unpackedReader(name: string): Reader {
  return (buffer, address, out) => {
    const word = buffer.word(address);
    if (name === 'rg11b10ufloat') {
      out[0] = smallFloat(word & 2047, 6);
      out[1] = smallFloat((word >>> 11) & 2047, 6);
      out[2] = smallFloat(word >>> 22, 5);
    } else if (name === 'rgb9e5ufloat') {
      const scale = 2 ** ((word >>> 27) - 24);
      for (let component = 0; component < 3; component++)
        out[component] = ((word >>> (9 * component)) & 511) * scale;
    } else {
      const isInteger = name === 'rgb10a2uint';
      for (let component = 0; component < 4; component++) {
        const most = component === 3 ? 3 : 1023;
        const bits = (word >>> (10 * component)) & most;
        out[component] = isInteger ? bits : bits / most;
      }
    }
  };
}

function packedWriter(name: string): Reader {
  return (buffer, address, texel) => {
    let word = 0;
    for (let component = 0; component < 4; component++) {
      const value = texel[component];
      if (name === 'rg11b10ufloat') {
        if (component < 3) word |= smallFloatBits(value, component === 2 ? 5 : 6) << (11 * component);
        continue;
      }
      const most = component === 3 ? 3 : 1023;
      const bits =
        name === 'rgb10a2uint' ? Math.min(value >>> 0, most) : roundHalfUp(clamp(value, 0, 1) * most);
      word |= bits << (10 * component);
    }
    writeBits(buffer, address, 32, word);
  };
}

const LARGEST_EXPONENT = 31;

/** A float without sign: five bits of exponent as of a half, then `fractionBits`. */
function smallFloat(bits: number, fractionBits: number): number {
  return halfFromBits(bits << (10 - fractionBits));
}

/** Rounded towards zero, as hardware does; what is negative becomes 0. */
function smallFloatBits(value: number, fractionBits: number): number {
  if (!(value > 0)) return Number.isNaN(value) ? (LARGEST_EXPONENT << fractionBits) | 1 : 0;
  const largest = (LARGEST_EXPONENT << fractionBits) - 1;
  if (value === Infinity) return LARGEST_EXPONENT << fractionBits;
  const step = 2 ** (Math.max(-14, Math.floor(Math.log2(value))) - fractionBits);
  const truncated = Math.floor(value / step) * step;
  return Math.min(largest, halfBitsOf(truncated) >>> (10 - fractionBits));
}

function writeBits(buffer: PagedBuffer, address: number, bits: number, value: number): void {
  const words = buffer.integers(address >>> PAGE_SHIFT);
  const index = (address >>> 2) & (PAGE_WORDS - 1);
  if (bits === 32) {
    words[index] = value;
    return;
  }
  const shift = (address & 3) << 3;
  const mask = (2 ** bits - 1) << shift;
  words[index] = (words[index] & ~mask) | ((value << shift) & mask);
}

function clamp(value: number, least: number, most: number): number {
  // A comparison with NaN is false, and NaN becomes the least, 0 for what has no sign.
  return value > most ? most : value >= least ? value : Number.isNaN(value) ? Math.max(0, least) : least;
}

function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5);
}

function linearOf(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
