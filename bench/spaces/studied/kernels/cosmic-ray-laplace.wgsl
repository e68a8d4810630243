// Cosmic ray rejection on a CCD frame (after van Dokkum): Laplacian significance against the local median and
// noise model; flagged pixels are replaced by the median of their 3x3 surroundings.
@group(0) @binding(0) var<storage, read> frame : array<f32>;
@group(0) @binding(1) var<storage, read_write> cleaned : array<f32>;
@group(0) @binding(2) var<storage, read_write> mask : array<u32>;

override width : i32 = 2048;
override height : i32 = 2048;
const gain = 1.8;
const read_noise = 6.5;
const sig_clip = 3.0;

const HALO = 2i;
const PITCH = 20i;
var<workgroup> px : array<f32, 400>;
var<workgroup> lap : array<f32, 324>;   // 18 x 18

fn sort2(a : ptr<function, f32>, b : ptr<function, f32>) {
  let lo = min(*a, *b);
  *b = max(*a, *b);
  *a = lo;
}

// median of nine, 19 exchanges
fn median9(at : i32) -> f32 {
  var a = px[at - PITCH - 1]; var b = px[at - PITCH]; var c = px[at - PITCH + 1];
  var d = px[at - 1];         var e = px[at];         var f = px[at + 1];
  var g = px[at + PITCH - 1]; var h = px[at + PITCH]; var i = px[at + PITCH + 1];
  sort2(&b, &c); sort2(&e, &f); sort2(&h, &i);
  sort2(&a, &b); sort2(&d, &e); sort2(&g, &h);
  sort2(&b, &c); sort2(&e, &f); sort2(&h, &i);
  sort2(&a, &d); sort2(&f, &i); sort2(&e, &h);
  sort2(&d, &g); sort2(&b, &e); sort2(&c, &f);
  sort2(&e, &h); sort2(&e, &c); sort2(&g, &e);
  sort2(&e, &c);
  return e;
}

@compute @workgroup_size(16, 16)
fn reject(@builtin(workgroup_id) wg : vec3<u32>, @builtin(local_invocation_id) lid : vec3<u32>, @builtin(local_invocation_index) li : u32) {
  let origin = vec2<i32>(wg.xy) * 16 - HALO;
  for (var k = i32(li); k < PITCH * PITCH; k += 256) {
    let p = clamp(origin + vec2<i32>(k % PITCH, k / PITCH), vec2<i32>(0), vec2<i32>(width - 1, height - 1));
    px[k] = frame[p.y * width + p.x];
  }
  workgroupBarrier();
  for (var k = i32(li); k < 324; k += 256) {
    let c = (k / 18 + 1) * PITCH + k % 18 + 1;
    // the four half-pixel Laplacians, negative lobes dropped, averaged
    let v = px[c];
    let l = vec4<f32>(v - px[c - 1], v - px[c + 1], v - px[c - PITCH], v - px[c + PITCH]);
    lap[k] = 0.25 * dot(max(l.xxyy + l.zwzw, vec4<f32>(0.0)), vec4<f32>(1.0));
  }
  workgroupBarrier();
  let x = i32(wg.x * 16u + lid.x);
  let y = i32(wg.y * 16u + lid.y);
  if (x >= width || y >= height) { return; }
  let at = (i32(lid.y) + HALO) * PITCH + i32(lid.x) + HALO;
  let med = median9(at);
  let noise = sqrt(gain * max(med, 0.01) + read_noise * read_noise) / gain;
  let own = (i32(lid.y) + 1) * 18 + i32(lid.x) + 1;
  let around = 0.25 * (lap[own - 1] + lap[own + 1] + lap[own - 18] + lap[own + 18]);
  let significance = (lap[own] - 0.5 * around) / (2.0 * noise);
  let hit = significance > sig_clip && px[at] > med;
  let o = y * width + x;
  cleaned[o] = select(px[at], med, hit);
  mask[o] = select(0u, 1u, hit);
}
