// One time step of a gated recurrent unit for a batch: new hidden state from the input and the old hidden state.
// Weights are stored input-major: one row per input feature, in it the reset, update and candidate gates of all units.
struct Shape {
  batch: u32,
  inputs: u32,
  units: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;           // batch x inputs
@group(0) @binding(1) var<storage, read> hidden: array<f32>;          // batch x units
@group(0) @binding(2) var<storage, read> inputWeights: array<f32>;    // inputs x 3 units
@group(0) @binding(3) var<storage, read> hiddenWeights: array<f32>;   // units x 3 units
@group(0) @binding(4) var<storage, read> bias: array<f32>;            // 4 units: reset, update, candidate twice
@group(0) @binding(5) var<storage, read_write> next: array<f32>;
@group(0) @binding(6) var<uniform> shape: Shape;

fn sigmoid(x: f32) -> f32 {
  return 1.0 / (1.0 + exp(-x));
}

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let unit = id.x;
  let sample = id.y;
  let units = shape.units;
  if (unit >= units || sample >= shape.batch) {
    return;
  }
  var reset = bias[unit];
  var update = bias[units + unit];
  var candidate = bias[2u * units + unit];
  var recurrent = bias[3u * units + unit];

  for (var k = 0u; k < shape.inputs; k++) {
    let x = input[sample * shape.inputs + k];
    let row = k * 3u * units + unit;
    reset += x * inputWeights[row];
    update += x * inputWeights[row + units];
    candidate += x * inputWeights[row + 2u * units];
  }
  for (var k = 0u; k < units; k++) {
    let h = hidden[sample * units + k];
    let row = k * 3u * units + unit;
    reset += h * hiddenWeights[row];
    update += h * hiddenWeights[row + units];
    recurrent += h * hiddenWeights[row + 2u * units];
  }

  let keep = sigmoid(update);
  let fresh = tanh(candidate + sigmoid(reset) * recurrent);
  next[sample * units + unit] = mix(fresh, hidden[sample * units + unit], keep);
}
