// Longwave radiation of an atmosphere in four spectral bands: one column per invocation sweeps down through the layers
// and then up again; a layer is heated by what flows in and does not flow out.
override LONGITUDES: u32 = 640;
override LATITUDES: u32 = 320;
override LEVELS: u32 = 47;

@group(0) @binding(0) var<storage, read> opacity: array<f32>; // LEVELS x LATITUDES x LONGITUDES
@group(0) @binding(1) var<storage, read> temperature: array<f32>; // the same
@group(0) @binding(2) var<storage, read> ground: array<f32>; // LATITUDES x LONGITUDES
@group(0) @binding(3) var<storage, read_write> heating: array<f32>;

const ABSORPTION = vec4<f32>(0.15, 0.7, 1.6, 4.0);
const SHARE = vec4<f32>(0.32, 0.28, 0.24, 0.16);

fn emission(kelvin: f32) -> vec4<f32> {
  let squared = kelvin * kelvin;
  return SHARE * (5.670374e-8 * squared * squared);
}

fn transmission(depth: f32) -> vec4<f32> {
  return exp(-1.66 * depth * ABSORPTION);
}

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= LONGITUDES || id.y >= LATITUDES) {
    return;
  }
  let columns = LONGITUDES * LATITUDES;
  let column = id.y * LONGITUDES + id.x;

  var down = vec4<f32>(0.0);
  for (var level = 0u; level < LEVELS; level++) {
    let at = level * columns + column;
    let through = transmission(opacity[at]);
    let below = mix(emission(temperature[at]), down, through);
    heating[at] = dot(down - below, vec4<f32>(1.0));
    down = below;
  }

  var up = emission(ground[column]);
  for (var k = 0u; k < LEVELS; k++) {
    let at = (LEVELS - 1u - k) * columns + column;
    let through = transmission(opacity[at]);
    let above = mix(emission(temperature[at]), up, through);
    heating[at] += dot(up - above, vec4<f32>(1.0));
    up = above;
  }
}
