// Structures of 32 bytes stored member by member: as words, in vectors of two, three and four, and vectors of three alone.
struct Words { a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32 }
struct Pairs { a: vec2f, b: vec2f, c: vec2f, d: vec2f }
struct Triples { a: vec3f, b: f32, c: vec3f, d: f32 }
struct Quads { a: vec4f, b: vec4f }
struct Triple { a: vec3f }
@group(0) @binding(0) var<storage, read_write> words: array<Words>;
@group(0) @binding(0) var<storage, read_write> pairs: array<Pairs>;
@group(0) @binding(0) var<storage, read_write> triples: array<Triples>;
@group(0) @binding(0) var<storage, read_write> quads: array<Quads>;
@group(0) @binding(0) var<storage, read_write> alone: array<vec3f>;
@group(0) @binding(0) var<storage, read_write> floats: array<f32>;
override COLUMNS: u32 = 1024u;

@compute @workgroup_size(256)
fn store_words(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  words[id.x] = Words(x, x, x, x, x, x, x, x);
}
@compute @workgroup_size(256)
fn store_pairs(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  pairs[id.x] = Pairs(vec2f(x), vec2f(x), vec2f(x), vec2f(x));
}
@compute @workgroup_size(256)
fn store_triples(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  triples[id.x] = Triples(vec3f(x), x, vec3f(x), x);
}
@compute @workgroup_size(256)
fn store_quads(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  quads[id.x] = Quads(vec4f(x), vec4f(x));
}
@compute @workgroup_size(256)
fn store_alone(@builtin(global_invocation_id) id: vec3u) {
  alone[id.x] = vec3f(f32(id.x));
}
@compute @workgroup_size(256)
fn store_three(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  floats[3u * id.x] = x;
  floats[3u * id.x + 1u] = x;
  floats[3u * id.x + 2u] = x;
}
@compute @workgroup_size(8, 8)
fn store_tiles(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  triples[id.y * COLUMNS + id.x] = Triples(vec3f(x), x, vec3f(x), x);
}
