@group(0) @binding(0) var<storage, read> values: array<i32>;
@group(0) @binding(1) var<storage, read_write> results: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let x = values[2u * i];
  let y = values[2u * i + 1u];
  var result = 0;
  switch (x & 7) {
    case 0, 1: {
      result = x + y;
    }
    case 2: {
      result = x * y;
      result += x - y;
    }
    case 3: {
      result += x - y;
    }
    default: {
      result = x ^ y;
    }
    case 5: {
      if (y > x) { break; }
      result = ~x;
    }
    case -1: {
      result = 7;
    }
  }
  results[i] = result;
}
