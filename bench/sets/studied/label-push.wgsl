// Connected components, push: every node offers its label to its neighbours (atomicMin).
@group(0) @binding(0) var<storage, read> row_start: array<u32>;
@group(0) @binding(1) var<storage, read> neighbour: array<u32>;
@group(0) @binding(2) var<storage, read> label: array<u32>;
@group(0) @binding(3) var<storage, read_write> next_label: array<atomic<u32>>;
override NODES: u32;

@compute @workgroup_size(128)
fn push(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= NODES) { return; }
  let mine = label[id.x];
  var e = row_start[id.x];
  let end = row_start[id.x + 1u];
  while (e < end) {
    let n = neighbour[e];
    if (label[n] > mine) {
      atomicMin(&next_label[n], mine);
    }
    e += 1u;
  }
}
