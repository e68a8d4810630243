// Numbers of the assembly language ↔ the words that hold them. A literal takes its width from a type:
// narrower than a word it is sign- or zero-extended, wider it takes two words, low half first.
// (SPIR-V specification, section 2.2.1 "Instructions", Literal.)

export interface NumericType {
  readonly isFloat: boolean;
  /** 8, 16, 32 or 64. */
  readonly width: number;
  readonly isSigned: boolean;
}

/** Operands of kind LiteralInteger. */
export const WORD_TYPE: NumericType = { isFloat: false, width: 32, isSigned: false };

interface FloatFormat {
  readonly fractionBits: number;
  readonly bias: number;
}

const FORMATS: Readonly<Record<number, FloatFormat>> = {
  16: { fractionBits: 10, bias: 15 },
  32: { fractionBits: 23, bias: 127 },
  64: { fractionBits: 52, bias: 1023 },
};

const INTEGER = /^([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)$/;
const DECIMAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]{1,6})$/;
/** No literal of 64 bits needs more; longer ones would only cost time. */
const MOST_DIGITS = 400;

const view = new DataView(new ArrayBuffer(8));

/** One or two words, or a message that says what is wrong. */
export function encodeLiteral(text: string, type: NumericType): readonly number[] | string {
  if (text.length > MOST_DIGITS) return `a number of ${text.length} digits is too long`;
  return type.isFloat ? encodeFloat(text, type.width) : encodeInteger(text, type);
}

function encodeInteger(text: string, { width, isSigned }: NumericType): readonly number[] | string {
  // Nearly all are like this, and need no big integers.
  if (width === 32 && /^[0-9]{1,9}$/.test(text)) return [Number(text)];
  const match = INTEGER.exec(text);
  if (match === null) return `expected an integer, found ${text}`;
  const isNegative = match[1] === '-';
  if (isNegative && !isSigned) return `${text} is negative, but the literal has no sign`;
  const magnitude = BigInt(match[2]);
  const value = isNegative ? -magnitude : magnitude;
  // Hexadecimal digits give the bits, so they may set the sign bit.
  const isBits = !isNegative && /^0x/i.test(match[2]);
  const valueBits = BigInt(isSigned && !isBits ? width - 1 : width);
  const least = isNegative ? -(1n << valueBits) : 0n;
  if (value < least || value >= 1n << valueBits) {
    return `${text} does not fit ${isSigned ? 'a signed' : 'an unsigned'} integer of ${width} bits`;
  }
  return integerWords(isSigned ? BigInt.asIntN(width, value) : value, width);
}

function integerWords(value: bigint, width: number): readonly number[] {
  const low = Number(BigInt.asUintN(32, value));
  return width <= 32 ? [low] : [low, Number(BigInt.asUintN(32, value >> 32n))];
}

function encodeFloat(text: string, width: number): readonly number[] | string {
  const format = FORMATS[width];
  if (format === undefined) return `floats of ${width} bits are not known`;
  const hexadecimal = HEXADECIMAL.exec(text);
  if (hexadecimal !== null) return encodeHexadecimal(text, hexadecimal, width, format);
  if (!DECIMAL.test(text)) return `expected a number, found ${text}`;
  const value = width === 64 ? Number(text) : Math.fround(Number(text));
  if (!Number.isFinite(value) || (width === 16 && Math.abs(value) >= 2 ** 16)) {
    return `${text} does not fit a float of ${width} bits`;
  }
  if (width === 64) view.setFloat64(0, value);
  else view.setFloat32(0, value);
  if (width === 32) return [view.getUint32(0)];
  if (width === 64) return [view.getUint32(4), view.getUint32(0)];
  return [halfTowardsZero(view.getUint32(0))];
}

/** As spirv-as rounds; the values that disassemblers print are exact. */
function halfTowardsZero(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127;
  const significand = (bits & 0x7fffff) | 0x800000;
  if (exponent >= -14) return sign | ((exponent + 15) << 10) | ((significand >>> 13) & 0x3ff);
  return sign | (exponent < -25 ? 0 : significand >>> (-1 - exponent));
}

function encodeHexadecimal(
  text: string,
  [, sign, whole, fraction, power]: RegExpExecArray,
  width: number,
  { fractionBits, bias }: FloatFormat,
): readonly number[] | string {
  if (whole === '' && fraction === '') return `expected a number, found ${text}`;
  const digits = BigInt(`0x${whole}${fraction}`);
  const top = digits.toString(2).length - 1;
  const exponent = Number(power) - 4 * fraction.length + top;
  let magnitude = 0n;
  if (digits !== 0n) {
    // One above the largest exponent stands for infinities and NaNs, as spirv-dis prints them.
    if (exponent > bias + 1) return `${text} does not fit a float of ${width} bits`;
    const isNormal = exponent > -bias;
    const scale = fractionBits - top - (isNormal ? 0 : 1 - bias - exponent);
    const significand = scale >= 0 ? digits << BigInt(scale) : digits >> BigInt(-scale);
    magnitude = isNormal
      ? (BigInt(exponent + bias) << BigInt(fractionBits)) | (significand - (1n << BigInt(fractionBits)))
      : significand;
  }
  const bits = sign === '-' ? magnitude | (1n << BigInt(width - 1)) : magnitude;
  return integerWords(bits, width);
}

/** The number as spirv-dis prints it; undefined when the words are not as a literal of this type must be. */
export function decodeLiteral(low: number, high: number, type: NumericType): string | undefined {
  const { width, isSigned, isFloat } = type;
  if (width < 32) {
    const extended = isSigned && !isFloat ? (low << (32 - width)) >> (32 - width) : low & ((1 << width) - 1);
    if (extended >>> 0 !== low) return undefined;
  }
  if (isFloat) return decodeFloat(low, high, width);
  if (width <= 32) return String(isSigned ? low | 0 : low);
  const value = (BigInt(high) << 32n) | BigInt(low);
  return String(isSigned ? BigInt.asIntN(64, value) : value);
}

function decodeFloat(low: number, high: number, width: number): string | undefined {
  const format = FORMATS[width];
  if (format === undefined) return undefined;
  const bits = width === 64 ? (BigInt(high) << 32n) | BigInt(low) : BigInt(low);
  const fraction = bits & ((1n << BigInt(format.fractionBits)) - 1n);
  const exponent = Number((bits >> BigInt(format.fractionBits)) & BigInt(2 * format.bias + 1));
  const isZero = exponent === 0 && fraction === 0n;
  const isNormal = exponent > 0 && exponent <= 2 * format.bias;
  // Halves, subnormals, infinities and NaNs are printed by their bits.
  if (width === 16 ? !isZero : !isZero && !isNormal)
    return printHexadecimal(bits, fraction, exponent, width, format);
  if (isZero) return bits === 0n ? '0' : '-0';
  view.setUint32(0, width === 64 ? high : low);
  view.setUint32(4, low);
  return width === 64 ? String(view.getFloat64(0)) : shortestFloat(view.getFloat32(0));
}

/** Nine digits always give the same float back; fewer often do. */
function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

function printHexadecimal(
  bits: bigint,
  fraction: bigint,
  exponent: number,
  width: number,
  { fractionBits, bias }: FloatFormat,
): string {
  const sign = bits >> BigInt(width - 1) === 1n ? '-' : '';
  // A subnormal has no leading one of its own, so it is shifted until it has.
  const shift = exponent === 0 ? fractionBits + 1 - fraction.toString(2).length : 0;
  const shown = (fraction << BigInt(shift)) & ((1n << BigInt(fractionBits)) - 1n);
  const power = (exponent === 0 ? 1 - shift : exponent) - bias;
  const digits = Math.ceil(fractionBits / 4);
  const padded = (shown << BigInt(4 * digits - fractionBits)).toString(16).padStart(digits, '0');
  const trimmed = padded.replace(/0+$/, '');
  return `${sign}0x1${trimmed === '' ? '' : `.${trimmed}`}p${power < 0 ? '' : '+'}${power}`;
}
