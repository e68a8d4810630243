// Late interaction (ColBERT): the score of a document is the sum, over the query's tokens, of the best dot product with
// any token of the document. Embeddings are f16, documents of any length; one workgroup per document.
enable f16;

const TOKENS = 32u;         // of the query, padded
const DIMENSIONS = 128u;
const VECTORS = DIMENSIONS / 4u;
const PITCH = VECTORS + 1u;
const SLOTS = 4u;

@group(0) @binding(0) var<storage, read> query: array<vec4<f16>>;       // [TOKENS][VECTORS]
@group(0) @binding(1) var<storage, read> starts: array<u32>;            // first token of each document, and the end
@group(0) @binding(2) var<storage, read> tokens: array<vec4<f16>>;      // [all tokens][VECTORS]
@group(0) @binding(3) var<storage, read_write> scores: array<f32>;

var<workgroup> wanted: array<vec4<f16>, TOKENS * PITCH>;
var<workgroup> best: array<f32, TOKENS * SLOTS>;

@compute @workgroup_size(TOKENS, SLOTS)
fn maxsim(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let document = group.x;
  if (document >= arrayLength(&scores)) {
    return;
  }
  for (var i = lane; i < TOKENS * VECTORS; i += TOKENS * SLOTS) {
    wanted[(i / VECTORS) * PITCH + i % VECTORS] = query[i];
  }
  workgroupBarrier();

  let own = local.x * PITCH;
  let end = min(starts[document + 1u], arrayLength(&tokens) / VECTORS);
  var nearest = -1e30;
  for (var token = starts[document] + local.y; token < end; token += SLOTS) {
    var similarity = 0.0;
    for (var k = 0u; k < VECTORS; k++) {
      similarity += f32(dot(wanted[own + k], tokens[token * VECTORS + k]));
    }
    nearest = max(nearest, similarity);
  }
  best[local.y * TOKENS + local.x] = nearest;
  workgroupBarrier();

  if (local.y == 0u) {
    var most = nearest;
    for (var slot = 1u; slot < SLOTS; slot++) {
      most = max(most, best[slot * TOKENS + local.x]);
    }
    best[local.x] = most;
  }
  workgroupBarrier();

  for (var half = TOKENS / 2u; half > 0u; half /= 2u) {
    if (lane < half) {
      best[lane] += best[lane + half];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    scores[document] = best[0];
  }
}
