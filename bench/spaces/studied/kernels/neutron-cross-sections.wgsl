// Neutron transport: macroscopic cross sections of the material that each particle is in, summed over the material's
// nuclides. A nuclide has a table of its own over lethargy, with as many points as it needs.
@group(0) @binding(0) var<storage, read> lethargies: array<f32>; // per particle, 0 to 1
@group(0) @binding(1) var<storage, read> materials: array<u32>; // per particle
@group(0) @binding(2) var<storage, read> materialStarts: array<u32>;
@group(0) @binding(3) var<storage, read> nuclides: array<u32>; // of all materials
@group(0) @binding(4) var<storage, read> densities: array<f32>; // of all materials
@group(0) @binding(5) var<storage, read> tableStarts: array<u32>; // per nuclide
@group(0) @binding(6) var<storage, read> tables: array<vec4<f32>>; // total, elastic, absorption, fission
@group(0) @binding(7) var<storage, read_write> macroscopic: array<vec4<f32>>;

override PARTICLES: u32;

fn microscopic(nuclide: u32, lethargy: f32) -> vec4<f32> {
  let start = tableStarts[nuclide];
  let last = tableStarts[nuclide + 1u] - 1u;
  let at = lethargy * f32(last - start);
  let below = start + u32(at);
  let above = min(below + 1u, last);
  return mix(tables[below], tables[above], fract(at));
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= PARTICLES) {
    return;
  }
  let lethargy = lethargies[id.x];
  let material = materials[id.x];
  let end = materialStarts[material + 1u];
  var sum = vec4<f32>();
  for (var i = materialStarts[material]; i < end; i++) {
    sum += densities[i] * microscopic(nuclides[i], lethargy);
  }
  macroscopic[id.x] = sum;
}
