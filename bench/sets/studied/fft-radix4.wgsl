// 1024-point complex FFTs, one per workgroup: five radix-4 Stockham passes through workgroup memory.
@group(0) @binding(0) var<storage, read> signal: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2<f32>>;

const N = 1024u;
const THREADS = 256u;
var<workgroup> re: array<f32, N>;
var<workgroup> im: array<f32, N>;

fn cmul(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

@compute @workgroup_size(256)
fn fft(@builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wid: vec3<u32>) {
  let t = lid.x;
  let base = wid.x * N;
  for (var i = 0u; i < 4u; i++) {
    let v = signal[base + t + i * THREADS];
    re[t + i * THREADS] = v.x;
    im[t + i * THREADS] = v.y;
  }
  workgroupBarrier();
  var stride = 1u;
  for (var pass_index = 0u; pass_index < 5u; pass_index++) {
    let k = t & (stride - 1u);
    let angle = -6.2831853 * f32(k) / f32(4u * stride);
    let w1 = vec2<f32>(cos(angle), sin(angle));
    let w2 = cmul(w1, w1);
    let w3 = cmul(w2, w1);
    let a = vec2<f32>(re[t], im[t]);
    let b = cmul(vec2<f32>(re[t + 256u], im[t + 256u]), w1);
    let c = cmul(vec2<f32>(re[t + 512u], im[t + 512u]), w2);
    let d = cmul(vec2<f32>(re[t + 768u], im[t + 768u]), w3);
    workgroupBarrier();
    let s0 = a + c;
    let s1 = a - c;
    let s2 = b + d;
    let s3 = vec2<f32>(b.y - d.y, d.x - b.x);
    let at = ((t - k) << 2u) + k;
    let y0 = s0 + s2;
    let y1 = s1 + s3;
    let y2 = s0 - s2;
    let y3 = s1 - s3;
    re[at] = y0.x;
    im[at] = y0.y;
    re[at + stride] = y1.x;
    im[at + stride] = y1.y;
    re[at + 2u * stride] = y2.x;
    im[at + 2u * stride] = y2.y;
    re[at + 3u * stride] = y3.x;
    im[at + 3u * stride] = y3.y;
    workgroupBarrier();
    stride *= 4u;
  }
  for (var i = 0u; i < 4u; i++) {
    spectrum[base + t + i * THREADS] = vec2<f32>(re[t + i * THREADS], im[t + i * THREADS]);
  }
}
