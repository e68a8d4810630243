// Forces of many bodies, staged in workgroup memory TILE at a time.
@group(0) @binding(0) var<storage, read> sources: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> places: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> forces: array<vec4<f32>>;

override TILE: u32;
override SOURCES: u32;
const SIZE = 256u;

var<workgroup> tile: array<vec4<f32>, TILE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let place = places[id.x].xyz;
  var force = vec3<f32>();
  for (var first = 0u; first < SOURCES; first += TILE) {
    for (var i = lane; i < TILE; i += SIZE) {
      tile[i] = sources[first + i];
    }
    workgroupBarrier();
    for (var i = 0u; i < TILE; i++) {
      let way = tile[i].xyz - place;
      let inverse = inverseSqrt(dot(way, way) + 0.01);
      force += way * (tile[i].w * inverse * inverse * inverse);
    }
    workgroupBarrier();
  }
  forces[id.x] = vec4(force, 0.0);
}
