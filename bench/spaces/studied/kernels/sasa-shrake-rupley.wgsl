// Solvent-accessible surface area (Shrake & Rupley): one workgroup per atom. The group first gathers the atoms whose
// inflated spheres overlap with its own, then tests points of a golden spiral against them.
struct Params { atoms: u32, points: u32, probe: f32 }

@group(0) @binding(0) var<storage, read> positions: array<vec4f>;
@group(0) @binding(1) var<storage, read> elements: array<u32>;
@group(0) @binding(2) var<storage, read_write> area: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

override WG: u32 = 128u;
const CAP = 384u;
const RADII = array<f32, 5>(1.70, 1.55, 1.52, 1.80, 1.10); // C N O S H

var<workgroup> near: array<vec4f, CAP>;
var<workgroup> nearCount: atomic<u32>;
var<workgroup> exposed: atomic<u32>;

@compute @workgroup_size(WG)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  let atom = wg.x;
  let centre = positions[atom].xyz;
  let radius = RADII[elements[atom]] + params.probe;

  for (var j = lane; j < params.atoms; j += WG) {
    let other = positions[j].xyz;
    let reach = RADII[elements[j]] + params.probe;
    let d = other - centre;
    let sum = reach + radius;
    if (j != atom && dot(d, d) < sum * sum) {
      let slot = atomicAdd(&nearCount, 1u);
      if (slot < CAP) {
        near[slot] = vec4f(d, reach * reach);
      }
    }
  }
  workgroupBarrier();

  let count = min(atomicLoad(&nearCount), CAP);
  var mine = 0u;
  for (var p = lane; p < params.points; p += WG) {
    let z = 1.0 - (2.0 * f32(p) + 1.0) / f32(params.points);
    let ring = sqrt(max(0.0, 1.0 - z * z));
    let phi = f32(p) * 2.39996323;
    let point = radius * vec3f(ring * cos(phi), ring * sin(phi), z);
    var free = true;
    for (var k = 0u; k < count; k++) {
      let o = near[k];
      let d = point - o.xyz;
      if (dot(d, d) < o.w) {
        free = false;
        break;
      }
    }
    mine += select(0u, 1u, free);
  }
  atomicAdd(&exposed, mine);
  workgroupBarrier();
  if (lane == 0u) {
    area[atom] = 12.5663706 * radius * radius * f32(atomicLoad(&exposed)) / f32(params.points);
  }
}
