// Photon transport, scoring: every photon deposits part of its energy in the spherical shell of the phantom that it is in.
// The dose of a shell is a sum of floats, added by compare-exchange.
struct Phantom {
  photons: u32,
  shells: u32,
  radius: f32,
  attenuation: f32,
}

@group(0) @binding(0) var<storage, read> positions: array<vec4<f32>>; // w: direction cosine
@group(0) @binding(1) var<storage, read> energies: array<f32>;
@group(0) @binding(2) var<storage, read_write> dose: array<atomic<u32>>;
@group(0) @binding(3) var<uniform> phantom: Phantom;

fn addDose(shell: u32, amount: f32) {
  var old = atomicLoad(&dose[shell]);
  loop {
    let sum = bitcast<f32>(old) + amount;
    let result = atomicCompareExchangeWeak(&dose[shell], old, bitcast<u32>(sum));
    if (result.exchanged) {
      break;
    }
    old = result.old_value;
  }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= phantom.photons) {
    return;
  }
  let photon = positions[id.x];
  let r = length(photon.xyz);
  if (r >= phantom.radius) {
    return;
  }
  let width = phantom.radius / f32(phantom.shells);
  let shell = min(u32(r / width), phantom.shells - 1u);
  let path = width / max(abs(photon.w), 0.1);
  addDose(shell, energies[id.x] * (1.0 - exp(-phantom.attenuation * path)));
}
