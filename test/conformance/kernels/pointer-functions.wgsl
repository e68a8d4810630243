@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

fn bump(place: ptr<function, u32>, by: u32) {
  *place += by;
}

fn order(a: ptr<function, u32>, b: ptr<function, u32>) {
  if (*a > *b) {
    let kept = *a;
    *a = *b;
    *b = kept;
  }
}

fn total(list: ptr<function, array<u32, 4>>) -> u32 {
  var sum = 0u;
  for (var k = 0; k < 4; k++) {
    sum += (*list)[k];
  }
  return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var a = inputs[i];
  var b = inputs[255 - i];
  order(&a, &b);
  bump(&a, 10u);
  var list = array<u32, 4>(a, b, i, 1u);
  let third = &list[2];
  *third = *third * 3u;
  outputs[3 * i] = a;
  outputs[3 * i + 1] = b;
  outputs[3 * i + 2] = total(&list);
}
