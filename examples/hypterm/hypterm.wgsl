// The hypterm stencils of the CNS proxy application, in the groupings of section 6.2 of "GPU Code Optimization using
// Abstract Kernel Emulation and Sensitivity Analysis" (PLDI 2018)
//
// Five fluxes (density, three momenta, energy) are each the sum of three first derivatives, along x, y and z, of fourth
// order per side: 15 stencils, which reach four cells both ways. Kernels differ in which of them they compute together:
// six kernels (g1 to g6), three (h1, h2, g6) or one (all). Elements are pairs of f32, which have the bytes of doubles.
//
// A workgroup has a tile of TILE_X by TILE_Y cells and marches along z over PLANES of them. Each plane is read once: its
// part of the derivatives along z goes to nine sums of an invocation, for the planes from four behind to four ahead, of
// which one is finished with every step; those along x and y are taken through workgroup memory, flux after flux.

override N: u32 = 128;
override TILE_X: u32 = 16;
override TILE_Y: u32 = 16;
override PLANES: u32 = 32;

const REACH = 4u;
// Fluxes, and fields of the two inputs.
const DENSITY = 0u;
const MOMENTUM_X = 1u;
const MOMENTUM_Y = 2u;
const MOMENTUM_Z = 3u;
const ENERGY = 4u;

/** Velocity along x, y, z, and pressure; REACH cells of surroundings on each side. */
@group(0) @binding(0) var<storage, read> primitive: array<vec2<f32>>;
/** Momentum along x, y, z, and energy; surroundings likewise. */
@group(0) @binding(1) var<storage, read> conserved: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> flux: array<vec2<f32>>;

var<workgroup> rows: array<vec2<f32>, (TILE_X + 2 * REACH) * TILE_Y>;
var<workgroup> columns: array<vec2<f32>, TILE_X * (TILE_Y + 2 * REACH)>;

struct Place {
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
}

alias Sums = array<vec2<f32>, 9>;

fn edge() -> u32 { return N + 2 * REACH; }
fn primitiveAt(field: u32, cell: u32) -> vec2<f32> { return primitive[field * edge() * edge() * edge() + cell]; }
fn conservedAt(field: u32, cell: u32) -> vec2<f32> { return conserved[field * edge() * edge() * edge() + cell]; }
fn momentum(axis: u32, cell: u32) -> vec2<f32> { return conservedAt(axis, cell); }
fn velocity(axis: u32, cell: u32) -> vec2<f32> { return primitiveAt(axis, cell); }
fn pressure(cell: u32) -> vec2<f32> { return primitiveAt(3, cell); }
fn energy(cell: u32) -> vec2<f32> { return conservedAt(3, cell); }

/** What the derivative along the axis is taken of. */
fn transported(which: u32, axis: u32, cell: u32) -> vec2<f32> {
  if (which == DENSITY) { return momentum(axis, cell); }
  if (which == ENERGY) { return (energy(cell) + pressure(cell)) * velocity(axis, cell); }
  let moved = momentum(which - MOMENTUM_X, cell) * velocity(axis, cell);
  if (which - MOMENTUM_X == axis) { return moved + pressure(cell); }
  return moved;
}

fn weight(distance: u32) -> f32 {
  if (distance == 1) { return 0.8; }
  if (distance == 2) { return -0.2; }
  if (distance == 3) { return 0.038095238; }
  return -0.0035714286;
}

/** The first cell of a plane in this invocation's column, planes counted with the surroundings. */
fn cellAt(place: Place, plane: u32) -> u32 {
  let x = place.group.x * TILE_X + place.local.x + REACH;
  let y = place.group.y * TILE_Y + place.local.y + REACH;
  return (plane * edge() + y) * edge() + x;
}

/** Derivatives along x and y of a plane, negative. All invocations of the workgroup come here together. */
fn inPlane(which: u32, place: Place, plane: u32) -> vec2<f32> {
  let cell = cellAt(place, plane);
  let x = place.local.x;
  let y = place.local.y;
  let row = y * (TILE_X + 2 * REACH);
  rows[row + x + REACH] = transported(which, 0, cell);
  if (x < 2 * REACH) {
    // Four cells in front of the tile, four behind it.
    let column = select(x, x + TILE_X, x >= REACH);
    rows[row + column] = transported(which, 0, cell - x + column - REACH);
  }
  columns[(y + REACH) * TILE_X + x] = transported(which, 1, cell);
  if (y < 2 * REACH) {
    let line = select(y, y + TILE_Y, y >= REACH);
    columns[line * TILE_X + x] = transported(which, 1, cell + (line - y) * edge() - REACH * edge());
  }
  workgroupBarrier();
  var sum = vec2<f32>();
  for (var i = 1u; i <= REACH; i++) {
    let middle = x + REACH;
    sum -= weight(i) * (rows[row + middle + i] - rows[row + middle - i]);
    sum -= weight(i) * (columns[(y + REACH + i) * TILE_X + x] - columns[(y + REACH - i) * TILE_X + x]);
  }
  workgroupBarrier();
  return sum;
}

/** Adds what a plane has to do with the derivatives along z of its neighbours, negative. */
fn spread(sums: ptr<function, Sums>, moved: vec2<f32>) {
  for (var i = 1u; i <= REACH; i++) {
    (*sums)[REACH - i] -= weight(i) * moved;
    (*sums)[REACH + i] += weight(i) * moved;
  }
}

/** Takes the sum that is finished; the others move up. */
fn finished(sums: ptr<function, Sums>) -> vec2<f32> {
  let first = (*sums)[0];
  for (var i = 0u; i < 2 * REACH; i++) {
    (*sums)[i] = (*sums)[i + 1];
  }
  (*sums)[2 * REACH] = vec2<f32>();
  return first;
}

/** Where a flux is kept: without surroundings. */
fn placeOf(which: u32, place: Place, plane: u32) -> u32 {
  let x = place.group.x * TILE_X + place.local.x;
  let y = place.group.y * TILE_Y + place.local.y;
  return ((which * N + plane) * N + y) * N + x;
}

fn store(which: u32, place: Place, plane: u32, value: vec2<f32>) { flux[placeOf(which, place, plane)] = value; }
fn add(which: u32, place: Place, plane: u32, value: vec2<f32>) {
  let at = placeOf(which, place, plane);
  flux[at] = flux[at] + value;
}

fn isOwn(step: u32) -> bool { return step >= REACH && step < PLANES + REACH; }

@compute @workgroup_size(TILE_X, TILE_Y)
fn g1(place: Place) {
  for (var step = 0u; step < PLANES; step++) {
    let plane = place.group.z * PLANES + step;
    store(DENSITY, place, plane, inPlane(DENSITY, place, plane + REACH));
    store(ENERGY, place, plane, inPlane(ENERGY, place, plane + REACH));
  }
}

@compute @workgroup_size(TILE_X, TILE_Y)
fn g2(place: Place) {
  var density: Sums;
  for (var step = 0u; step < PLANES + 2 * REACH; step++) {
    let plane = place.group.z * PLANES + step;
    spread(&density, transported(DENSITY, 2, cellAt(place, plane)));
    if (isOwn(step)) { store(MOMENTUM_Z, place, plane - REACH, inPlane(MOMENTUM_Z, place, plane)); }
    let done = finished(&density);
    if (step >= 2 * REACH) { add(DENSITY, place, plane - 2 * REACH, done); }
  }
}

@compute @workgroup_size(TILE_X, TILE_Y)
fn g3(place: Place) {
  for (var step = 0u; step < PLANES; step++) {
    let plane = place.group.z * PLANES + step;
    store(MOMENTUM_X, place, plane, inPlane(MOMENTUM_X, place, plane + REACH));
    store(MOMENTUM_Y, place, plane, inPlane(MOMENTUM_Y, place, plane + REACH));
  }
}

/** One derivative along z, added to what is there. */
fn alongZ(which: u32, place: Place) {
  var sums: Sums;
  for (var step = 0u; step < PLANES + 2 * REACH; step++) {
    let plane = place.group.z * PLANES + step;
    spread(&sums, transported(which, 2, cellAt(place, plane)));
    let done = finished(&sums);
    if (step >= 2 * REACH) { add(which, place, plane - 2 * REACH, done); }
  }
}

@compute @workgroup_size(TILE_X, TILE_Y)
fn g4(place: Place) { alongZ(MOMENTUM_X, place); }

@compute @workgroup_size(TILE_X, TILE_Y)
fn g5(place: Place) { alongZ(MOMENTUM_Y, place); }

@compute @workgroup_size(TILE_X, TILE_Y)
fn g6(place: Place) {
  var momentumZ: Sums;
  var energies: Sums;
  for (var step = 0u; step < PLANES + 2 * REACH; step++) {
    let plane = place.group.z * PLANES + step;
    let cell = cellAt(place, plane);
    spread(&momentumZ, transported(MOMENTUM_Z, 2, cell));
    spread(&energies, transported(ENERGY, 2, cell));
    let doneZ = finished(&momentumZ);
    let doneEnergy = finished(&energies);
    if (step >= 2 * REACH) {
      add(MOMENTUM_Z, place, plane - 2 * REACH, doneZ);
      add(ENERGY, place, plane - 2 * REACH, doneEnergy);
    }
  }
}

/** g1 and g2 together. */
@compute @workgroup_size(TILE_X, TILE_Y)
fn h1(place: Place) {
  var density: Sums;
  for (var step = 0u; step < PLANES + 2 * REACH; step++) {
    let plane = place.group.z * PLANES + step;
    spread(&density, transported(DENSITY, 2, cellAt(place, plane)));
    if (isOwn(step)) {
      density[REACH] += inPlane(DENSITY, place, plane);
      store(ENERGY, place, plane - REACH, inPlane(ENERGY, place, plane));
      store(MOMENTUM_Z, place, plane - REACH, inPlane(MOMENTUM_Z, place, plane));
    }
    let done = finished(&density);
    if (step >= 2 * REACH) { store(DENSITY, place, plane - 2 * REACH, done); }
  }
}

/** g3, g4 and g5 together. */
@compute @workgroup_size(TILE_X, TILE_Y)
fn h2(place: Place) {
  var momentumX: Sums;
  var momentumY: Sums;
  for (var step = 0u; step < PLANES + 2 * REACH; step++) {
    let plane = place.group.z * PLANES + step;
    let cell = cellAt(place, plane);
    spread(&momentumX, transported(MOMENTUM_X, 2, cell));
    spread(&momentumY, transported(MOMENTUM_Y, 2, cell));
    if (isOwn(step)) {
      momentumX[REACH] += inPlane(MOMENTUM_X, place, plane);
      momentumY[REACH] += inPlane(MOMENTUM_Y, place, plane);
    }
    let doneX = finished(&momentumX);
    let doneY = finished(&momentumY);
    if (step >= 2 * REACH) {
      store(MOMENTUM_X, place, plane - 2 * REACH, doneX);
      store(MOMENTUM_Y, place, plane - 2 * REACH, doneY);
    }
  }
}

/** All fifteen. */
@compute @workgroup_size(TILE_X, TILE_Y)
fn all15(place: Place) {
  var density: Sums;
  var momentumX: Sums;
  var momentumY: Sums;
  var momentumZ: Sums;
  var energies: Sums;
  for (var step = 0u; step < PLANES + 2 * REACH; step++) {
    let plane = place.group.z * PLANES + step;
    let cell = cellAt(place, plane);
    spread(&density, transported(DENSITY, 2, cell));
    spread(&momentumX, transported(MOMENTUM_X, 2, cell));
    spread(&momentumY, transported(MOMENTUM_Y, 2, cell));
    spread(&momentumZ, transported(MOMENTUM_Z, 2, cell));
    spread(&energies, transported(ENERGY, 2, cell));
    if (isOwn(step)) {
      density[REACH] += inPlane(DENSITY, place, plane);
      momentumX[REACH] += inPlane(MOMENTUM_X, place, plane);
      momentumY[REACH] += inPlane(MOMENTUM_Y, place, plane);
      momentumZ[REACH] += inPlane(MOMENTUM_Z, place, plane);
      energies[REACH] += inPlane(ENERGY, place, plane);
    }
    let densityDone = finished(&density);
    let momentumXDone = finished(&momentumX);
    let momentumYDone = finished(&momentumY);
    let momentumZDone = finished(&momentumZ);
    let energiesDone = finished(&energies);
    if (step >= 2 * REACH) {
      store(DENSITY, place, plane - 2 * REACH, densityDone);
      store(MOMENTUM_X, place, plane - 2 * REACH, momentumXDone);
      store(MOMENTUM_Y, place, plane - 2 * REACH, momentumYDone);
      store(MOMENTUM_Z, place, plane - 2 * REACH, momentumZDone);
      store(ENERGY, place, plane - 2 * REACH, energiesDone);
    }
  }
}
