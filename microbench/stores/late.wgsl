// Structures of 32 bytes stored word by word after so many dependent multiply-adds, of which each warp has between one
// and two times as many as the other: how much stores of other warps come between.
struct Words { a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32 }
struct Values { least: u32, x: f32 }
@group(0) @binding(0) var<storage, read_write> words: array<Words>;
@group(0) @binding(1) var<uniform> values: Values;
override SIZE: u32 = 128u;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let warp = id.x >> 5u;
  var mixed = (warp ^ (warp >> 15u)) * 0x2c1b3c6du;
  mixed = mixed ^ (mixed >> 12u);
  let trips = values.least + mixed % (values.least + 1u);
  var x = f32(id.x);
  for (var i = 0u; i < trips; i++) {
    x = fma(x, values.x, 1.0);
  }
  words[id.x] = Words(x, x + 1.0, x + 2.0, x + 3.0, x + 4.0, x + 5.0, x + 6.0, x + 7.0);
}
