requires linear_indexing;

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

struct Place {
  @builtin(workgroup_index) group: u32,
  @builtin(local_invocation_index) local: u32,
}

@compute @workgroup_size(4, 3, 2)
fn main(@builtin(global_invocation_index) global: u32, place: Place) {
  outputs[global] = place.group * 100u + place.local;
  outputs[288u + place.group * 24u + place.local] = global + inputs[global % 256u] % 2u;
}
