// The six faces of a cube: which one a direction meets and where (Vulkan specification, "Cube Map Face Selection").

/** By face: the axis that it lies across, its sign, and what u and v follow. */
const FACES: readonly {
  readonly axis: 0 | 1 | 2;
  readonly sign: 1 | -1;
  readonly u: readonly [axis: 0 | 1 | 2, sign: 1 | -1];
  readonly v: readonly [axis: 0 | 1 | 2, sign: 1 | -1];
}[] = [
  { axis: 0, sign: 1, u: [2, -1], v: [1, -1] },
  { axis: 0, sign: -1, u: [2, 1], v: [1, -1] },
  { axis: 1, sign: 1, u: [0, 1], v: [2, 1] },
  { axis: 1, sign: -1, u: [0, 1], v: [2, -1] },
  { axis: 2, sign: 1, u: [0, 1], v: [1, -1] },
  { axis: 2, sign: -1, u: [0, -1], v: [1, -1] },
];

/** The face that a direction meets: +x, -x, +y, -y, +z, -z. */
function faceOf(x: number, y: number, z: number): number {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (az >= ax && az >= ay) return z < 0 ? 5 : 4;
  if (ay >= ax) return y < 0 ? 3 : 2;
  return x < 0 ? 1 : 0;
}

/** The face and the place on it, from 0 to 1. */
export function faceSpot(
  x: number,
  y: number,
  z: number,
): { readonly face: number; readonly u: number; readonly v: number } {
  const face = faceOf(x, y, z);
  const direction = [x, y, z];
  const { axis, u, v } = FACES[face];
  const size = Math.abs(direction[axis]);
  const along = ([of, sign]: readonly [number, number]) => 0.5 * ((sign * direction[of]) / size + 1);
  return { face, u: along(u), v: along(v) };
}

/** The direction of a place on a face, or beside it. */
export function directionIn(face: number, u: number, v: number): [number, number, number] {
  const { axis, sign, u: alongU, v: alongV } = FACES[face];
  const direction: [number, number, number] = [0, 0, 0];
  direction[axis] = sign;
  direction[alongU[0]] = alongU[1] * (2 * u - 1);
  direction[alongV[0]] = alongV[1] * (2 * v - 1);
  return direction;
}
