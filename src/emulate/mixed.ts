// Numbers that follow no order, the same on every machine.

/** Unrelated numbers for neighbouring ones, by multiplications and shifts that keep every bit's influence: 32 bits. */
export function mixed(value: number): number {
  let bits = Math.imul(value, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 0;
}
