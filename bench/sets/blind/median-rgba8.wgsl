// Median of 3 x 3 of an image of packed bytes, all four channels at once by a network of exchanges.
override WIDTH: u32;
override HEIGHT: u32;
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> target_image: array<u32>;

fn texel(x: i32, y: i32) -> vec4<u32> {
  let cx = clamp(x, 0, i32(WIDTH) - 1);
  let cy = clamp(y, 0, i32(HEIGHT) - 1);
  return unpack4xU8(source[u32(cy) * WIDTH + u32(cx)]);
}

fn exchange(a: ptr<function, vec4<u32>>, b: ptr<function, vec4<u32>>) {
  let low = min(*a, *b);
  *b = max(*a, *b);
  *a = low;
}

@compute @workgroup_size(16, 16)
fn median(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= WIDTH || gid.y >= HEIGHT) { return; }
  let x = i32(gid.x);
  let y = i32(gid.y);
  var a = texel(x - 1, y - 1); var b = texel(x, y - 1); var c = texel(x + 1, y - 1);
  var d = texel(x - 1, y);     var e = texel(x, y);     var f = texel(x + 1, y);
  var g = texel(x - 1, y + 1); var h = texel(x, y + 1); var i = texel(x + 1, y + 1);
  // sort the columns, then the middle of: largest low, middle middle, smallest high
  exchange(&a, &d); exchange(&d, &g); exchange(&a, &d);
  exchange(&b, &e); exchange(&e, &h); exchange(&b, &e);
  exchange(&c, &f); exchange(&f, &i); exchange(&c, &f);
  let low = max(a, max(b, c));
  let high = min(g, min(h, i));
  exchange(&d, &e);
  let middle = max(d, min(e, f));
  target_image[gid.y * WIDTH + gid.x] = pack4xU8(max(min(low, middle), min(max(low, middle), high)));
}
