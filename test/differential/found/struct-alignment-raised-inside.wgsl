// {"seed":2022,"dispatch":[2,2,1],"constants":{"o1":8},"buffers":[{"binding":0,"access":"read","words":64,"fill":"integers"},{"binding":1,"access":"read_write","words":128,"fill":"zeros"},{"binding":2,"access":"uniform","words":36,"fill":"quarters"},{"binding":3,"access":"read","words":44,"fill":"quarters"},{"binding":4,"access":"read_write","words":1536,"fill":"quarters","compare":{"periodWords":96,"floats":[{"word":52},{"word":53},{"word":54},{"word":55},{"word":56},{"word":57},{"word":58},{"word":59},{"word":60},{"word":61},{"word":62},{"word":63},{"word":68},{"word":69},{"word":70}]}},{"binding":5,"access":"read_write","words":28,"fill":"integers"},{"binding":6,"access":"read_write","words":192,"fill":"zeros","compare":{"periodWords":12,"floats":[]}}]}
// naga:decoded, difference: binding 4, word 60: 217.75 and 0
enable subgroups;
struct S3 {
  @align(64) @size(12) m0: vec3<u32>,
  m1: array<mat2x2<f32>, 3>,
}
struct S2 {
  m0: u32,
  m1: S3,
}
struct S1 {
  @size(24) m0: vec2<i32>,
  @align(128) m1: S2,
  @align(16) m2: i32,
  m3: vec3<f32>,
  m4: vec2<i32>,
}
override o1: u32 = 1u;
@group(0) @binding(4) var<storage, read_write> cells: array<S1>;
var<private> thread: u32;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>, @builtin(local_invocation_index) index: u32, @builtin(workgroup_id) wid: vec3<u32>, @builtin(num_workgroups) nwg: vec3<u32>, @builtin(subgroup_invocation_id) sg_lane: u32, @builtin(subgroup_size) sg_size: u32) {
  cells[thread].m4 = vec2<i32>();
}
