// Alternating least squares for recommendations (implicit feedback): one workgroup solves for the factors of one
// user. The normal matrix of the rated items is summed in registers, then factorised in workgroup memory.
const RANK = 32u;
const THREADS = 256u;
const CHUNK = 8u;
const PITCH = 33u;

struct Model { users: u32, lambda: f32, alpha: f32 }

@group(0) @binding(0) var<uniform> model: Model;
@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> itemOf: array<u32>;
@group(0) @binding(3) var<storage, read> rating: array<f32>;
@group(0) @binding(4) var<storage, read> items: array<f32>;
@group(0) @binding(5) var<storage, read_write> users: array<f32>;

var<workgroup> rows: array<f32, 256>;
var<workgroup> weight: array<f32, 8>;
var<workgroup> normal: array<f32, 1056>;  // 32 x 33
var<workgroup> rhs: array<f32, 32>;

@compute @workgroup_size(THREADS)
fn solve(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) t: u32) {
  let user = wg.x;
  let begin = rowStart[user];
  let end = rowStart[user + 1u];
  let r = t / 8u;             // row of the normal matrix
  let c = (t % 8u) * 4u;      // four columns of it
  var acc = vec4f(0.0);
  var b = 0.0;

  for (var base = begin; base < end; base += CHUNK) {
    let e = base + t / RANK;
    var value = 0.0;
    if (e < end) {
      value = items[itemOf[e] * RANK + t % RANK];
    }
    rows[t] = value;
    if (t < CHUNK) {
      var w = 0.0;
      if (base + t < end) { w = model.alpha * rating[base + t]; }
      weight[t] = w;
    }
    workgroupBarrier();
    for (var k = 0u; k < CHUNK; k++) {
      let f = weight[k] * rows[k * RANK + r];
      let o = k * RANK + c;
      acc += f * vec4f(rows[o], rows[o + 1u], rows[o + 2u], rows[o + 3u]);
    }
    if (t < RANK) {
      for (var k = 0u; k < CHUNK; k++) {
        b += (1.0 + weight[k]) * rows[k * RANK + t];
      }
    }
    workgroupBarrier();
  }

  for (var k = 0u; k < 4u; k++) {
    var x = acc[k];
    if (r == c + k) { x += model.lambda; }
    normal[r * PITCH + c + k] = x;
  }
  if (t < RANK) { rhs[t] = b; }
  workgroupBarrier();

  // Cholesky, column by column, the right side along with it
  for (var j = 0u; j < RANK; j++) {
    let pivot = sqrt(max(normal[j * PITCH + j], 1e-12));
    workgroupBarrier();
    if (t < RANK) {
      if (t == j) {
        normal[j * PITCH + j] = pivot;
        rhs[j] = rhs[j] / pivot;
      } else if (t > j) {
        normal[t * PITCH + j] = normal[t * PITCH + j] / pivot;
      }
    }
    workgroupBarrier();
    let lrj = normal[r * PITCH + j];
    if (r > j) {
      for (var k = 0u; k < 4u; k++) {
        let col = c + k;
        if (col > j && col <= r) {
          normal[r * PITCH + col] -= lrj * normal[col * PITCH + j];
        }
      }
    }
    if (t > j && t < RANK) {
      rhs[t] -= normal[t * PITCH + j] * rhs[j];
    }
    workgroupBarrier();
  }

  // back substitution with the transpose
  for (var n = 0u; n < RANK; n++) {
    let j = RANK - 1u - n;
    if (t == 0u) { rhs[j] = rhs[j] / normal[j * PITCH + j]; }
    workgroupBarrier();
    if (t < j) { rhs[t] -= normal[j * PITCH + t] * rhs[j]; }
    workgroupBarrier();
  }
  if (t < RANK) { users[user * RANK + t] = rhs[t]; }
}
