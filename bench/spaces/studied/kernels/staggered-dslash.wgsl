// Lattice QCD: the staggered Dirac operator on a periodic 4-D lattice. For each site, SU(3) links times the colour
// vectors of the eight neighbours. Complex numbers are vec2; element after element, sites contiguous.
@group(0) @binding(0) var<storage, read> links: array<vec2<f32>>; // [direction][row][column][site]
@group(0) @binding(1) var<storage, read> field: array<vec2<f32>>; // [colour][site]
@group(0) @binding(2) var<storage, read_write> result: array<vec2<f32>>; // [colour][site]

override LX: u32;
override LY: u32;
override LZ: u32;
override LT: u32;

struct Colour {
  r: vec2<f32>,
  g: vec2<f32>,
  b: vec2<f32>,
}

fn volume() -> u32 {
  return LX * LY * LZ * LT;
}

fn siteAt(x: u32, y: u32, z: u32, t: u32) -> u32 {
  return ((t * LZ + z) * LY + y) * LX + x;
}

fn times(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn conjTimes(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x);
}

fn loadColour(site: u32) -> Colour {
  return Colour(field[site], field[volume() + site], field[2u * volume() + site]);
}

// U(site) v
fn forward(direction: u32, site: u32, neighbour: u32) -> Colour {
  let v = loadColour(neighbour);
  let n = volume();
  let u = direction * 9u * n + site;
  return Colour(
    times(links[u], v.r) + times(links[u + n], v.g) + times(links[u + 2u * n], v.b),
    times(links[u + 3u * n], v.r) + times(links[u + 4u * n], v.g) + times(links[u + 5u * n], v.b),
    times(links[u + 6u * n], v.r) + times(links[u + 7u * n], v.g) + times(links[u + 8u * n], v.b),
  );
}

// The adjoint of U(neighbour) times v
fn backward(direction: u32, neighbour: u32) -> Colour {
  let v = loadColour(neighbour);
  let n = volume();
  let u = direction * 9u * n + neighbour;
  return Colour(
    conjTimes(links[u], v.r) + conjTimes(links[u + 3u * n], v.g) + conjTimes(links[u + 6u * n], v.b),
    conjTimes(links[u + n], v.r) + conjTimes(links[u + 4u * n], v.g) + conjTimes(links[u + 7u * n], v.b),
    conjTimes(links[u + 2u * n], v.r) + conjTimes(links[u + 5u * n], v.g) + conjTimes(links[u + 8u * n], v.b),
  );
}

fn accumulate(sum: ptr<function, Colour>, phase: f32, ahead: Colour, behind: Colour) {
  (*sum).r += phase * (ahead.r - behind.r);
  (*sum).g += phase * (ahead.g - behind.g);
  (*sum).b += phase * (ahead.b - behind.b);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let site = id.x;
  if (site >= volume()) {
    return;
  }
  let x = site % LX;
  let y = site / LX % LY;
  let z = site / (LX * LY) % LZ;
  let t = site / (LX * LY * LZ);
  let phaseY = select(0.5, -0.5, (x & 1u) == 1u);
  let phaseZ = select(0.5, -0.5, ((x + y) & 1u) == 1u);
  let phaseT = select(0.5, -0.5, ((x + y + z) & 1u) == 1u);

  var sum: Colour;
  accumulate(&sum, 0.5, forward(0u, site, siteAt((x + 1u) % LX, y, z, t)), backward(0u, siteAt((x + LX - 1u) % LX, y, z, t)));
  accumulate(&sum, phaseY, forward(1u, site, siteAt(x, (y + 1u) % LY, z, t)), backward(1u, siteAt(x, (y + LY - 1u) % LY, z, t)));
  accumulate(&sum, phaseZ, forward(2u, site, siteAt(x, y, (z + 1u) % LZ, t)), backward(2u, siteAt(x, y, (z + LZ - 1u) % LZ, t)));
  accumulate(&sum, phaseT, forward(3u, site, siteAt(x, y, z, (t + 1u) % LT)), backward(3u, siteAt(x, y, z, (t + LT - 1u) % LT)));
  result[site] = sum.r;
  result[volume() + site] = sum.g;
  result[2u * volume() + site] = sum.b;
}
