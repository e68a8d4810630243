// Kalman filter over many tracks: one step of prediction and correction for states of six numbers (place, velocity)
// of which the first three are measured. P = F P F^T + q I, then K = P H^T (H P H^T + r I)^-1, x += K (z - H x),
// P -= K H P. One invocation per track, all matrices row by row.
override TRACKS: u32;
override PROCESS_NOISE: f32;
override MEASUREMENT_NOISE: f32;

struct Track {
  state: array<f32, 6>,
  covariance: array<f32, 36>,
}

@group(0) @binding(0) var<storage, read> transition: array<f32, 36>;
@group(0) @binding(1) var<storage, read> measured: array<f32>; // three per track
@group(0) @binding(2) var<storage, read_write> tracks: array<Track>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let t = id.x;
  if (t >= TRACKS) {
    return;
  }

  // prediction
  var x: array<f32, 6>;
  var fp: array<f32, 36>;
  for (var i = 0u; i < 6u; i++) {
    var sum = 0.0;
    for (var k = 0u; k < 6u; k++) {
      sum += transition[i * 6u + k] * tracks[t].state[k];
    }
    x[i] = sum;
    for (var j = 0u; j < 6u; j++) {
      var entry = 0.0;
      for (var k = 0u; k < 6u; k++) {
        entry += transition[i * 6u + k] * tracks[t].covariance[k * 6u + j];
      }
      fp[i * 6u + j] = entry;
    }
  }
  var p: array<f32, 36>;
  for (var i = 0u; i < 6u; i++) {
    for (var j = 0u; j < 6u; j++) {
      var entry = select(0.0, PROCESS_NOISE, i == j);
      for (var k = 0u; k < 6u; k++) {
        entry += fp[i * 6u + k] * transition[j * 6u + k];
      }
      p[i * 6u + j] = entry;
    }
  }

  // inverse of the innovation's covariance, by cofactors
  let s00 = p[0] + MEASUREMENT_NOISE;
  let s01 = p[1];
  let s02 = p[2];
  let s10 = p[6];
  let s11 = p[7] + MEASUREMENT_NOISE;
  let s12 = p[8];
  let s20 = p[12];
  let s21 = p[13];
  let s22 = p[14] + MEASUREMENT_NOISE;
  let c00 = s11 * s22 - s12 * s21;
  let c01 = s12 * s20 - s10 * s22;
  let c02 = s10 * s21 - s11 * s20;
  let scale = 1.0 / (s00 * c00 + s01 * c01 + s02 * c02);
  let inverse = array<f32, 9>(
    c00 * scale, (s02 * s21 - s01 * s22) * scale, (s01 * s12 - s02 * s11) * scale,
    c01 * scale, (s00 * s22 - s02 * s20) * scale, (s02 * s10 - s00 * s12) * scale,
    c02 * scale, (s01 * s20 - s00 * s21) * scale, (s00 * s11 - s01 * s10) * scale,
  );

  // correction
  let innovation = vec3<f32>(
    measured[t * 3u] - x[0],
    measured[t * 3u + 1u] - x[1],
    measured[t * 3u + 2u] - x[2],
  );
  for (var i = 0u; i < 6u; i++) {
    var gain: vec3<f32>;
    for (var j = 0u; j < 3u; j++) {
      gain[j] = p[i * 6u] * inverse[j] + p[i * 6u + 1u] * inverse[3u + j] + p[i * 6u + 2u] * inverse[6u + j];
    }
    tracks[t].state[i] = x[i] + dot(gain, innovation);
    for (var j = 0u; j < 6u; j++) {
      tracks[t].covariance[i * 6u + j] = p[i * 6u + j] - dot(gain, vec3<f32>(p[j], p[6u + j], p[12u + j]));
    }
  }
}
