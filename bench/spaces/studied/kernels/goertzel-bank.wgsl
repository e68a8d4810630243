// Goertzel filters for vibration monitoring: the power of each harmonic in each sensor's block of samples. Samples
// of all sensors are interleaved, as the recorder delivers them.
override SENSORS: u32;
override HARMONICS: u32;
override SAMPLES: u32;

@group(0) @binding(0) var<storage, read> samples: array<f32>;       // [SAMPLES][SENSORS]
@group(0) @binding(1) var<storage, read> coefficients: array<f32>;  // 2 cos of each frequency
@group(0) @binding(2) var<storage, read_write> power: array<f32>;   // [HARMONICS][SENSORS]

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let sensor = id.x;
  let harmonic = id.y;
  if (sensor >= SENSORS || harmonic >= HARMONICS) {
    return;
  }
  let coefficient = coefficients[harmonic];

  var s1 = 0.0;
  var s2 = 0.0;
  for (var t = 0u; t < SAMPLES; t++) {
    let s0 = samples[t * SENSORS + sensor] + coefficient * s1 - s2;
    s2 = s1;
    s1 = s0;
  }
  power[harmonic * SENSORS + sensor] = (s1 * s1 + s2 * s2 - coefficient * s1 * s2) / f32(SAMPLES);
}
