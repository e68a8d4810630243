// Look-ups in words of a uniform buffer at places that differ between lanes.
struct U { trips: u32, step: u32, z0: u32, z1: u32 }
@group(0) @binding(0) var<storage, read> start: array<u32>;
@group(0) @binding(1) var<storage, read_write> sink: array<u32>;
@group(0) @binding(2) var<uniform> u: U;
@group(0) @binding(3) var<uniform> t: array<vec4<u32>, 256>;
@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var at = start[id.x];
  var x = 0u;
  for (var i = 0u; i < u.trips; i++) {
    x = (x >> 3u) ^ t[(at & 255u) >> 2u][at & 3u];
    at += 5u;
  }
  sink[id.x] = x;
}
