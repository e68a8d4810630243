// Nearest neighbour: the distance of each record (latitude, longitude) to one place.
struct Query { latitude: f32, longitude: f32 }

@group(0) @binding(0) var<storage, read> records: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> distances: array<f32>;
@group(0) @binding(2) var<uniform> place: Query;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < arrayLength(&records)) {
    distances[id.x] = distance(records[id.x], vec2<f32>(place.latitude, place.longitude));
  }
}
