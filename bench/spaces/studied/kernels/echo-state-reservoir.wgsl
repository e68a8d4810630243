// Echo state networks: each workgroup drives one reservoir of 256 leaky tanh units through its input series.
// Recurrent weights are sparse (FAN_IN per unit) and stored slot-major.
override FAN_IN: u32 = 24u;
override STEPS: u32 = 300u;
override KEEP_EVERY: u32 = 10u;

@group(0) @binding(0) var<storage, read> from_unit: array<u32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> w_in: array<f32>;
@group(0) @binding(3) var<storage, read> input: array<f32>;
@group(0) @binding(4) var<storage, read_write> harvest: array<f32>;
@group(0) @binding(5) var<storage, read_write> spread: array<f32>;

var<workgroup> now: array<f32, 256>;
var<workgroup> nxt: array<f32, 256>;

@compute @workgroup_size(256)
fn reservoir(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let u = lid.x;
  let net = wg.x;
  let base = net * FAN_IN * 256u;
  let gain = w_in[net * 256u + u];
  let leak = 0.3;
  now[u] = 0.0;
  workgroupBarrier();

  var energy = 0.0;
  for (var t = 0u; t < STEPS; t++) {
    var a = gain * input[net * STEPS + t];
    for (var k = 0u; k < FAN_IN; k++) {
      let e = base + k * 256u + u;
      a += weight[e] * now[from_unit[e]];
    }
    let s = mix(now[u], tanh(a), leak);
    nxt[u] = s;
    energy += s * s;
    workgroupBarrier();
    now[u] = nxt[u];
    if (t % KEEP_EVERY == 0u) {
      harvest[(net * (STEPS / KEEP_EVERY) + t / KEEP_EVERY) * 256u + u] = s;
    }
    workgroupBarrier();
  }

  nxt[u] = energy / f32(STEPS);
  workgroupBarrier();
  for (var h = 128u; h > 0u; h /= 2u) {
    if (u < h) { nxt[u] += nxt[u + h]; }
    workgroupBarrier();
  }
  if (u == 0u) { spread[net] = sqrt(nxt[0] / 256.0); }
}
