// K-means, nearest centre per point: PER points per invocation, a workgroup's size apart, their features in
// registers. `cached` copies the centres to workgroup memory first, `direct` reads them where they are.
@group(0) @binding(0) var<storage, read> features: array<f32>; // FEATURES x points
@group(0) @binding(1) var<storage, read> centers: array<f32>; // CLUSTERS x FEATURES
@group(0) @binding(2) var<storage, read_write> membership: array<u32>;

override POINTS: u32;
override CLUSTERS: u32;
override SIZE: u32;
override PER: u32;
override UNROLL: u32;
const FEATURES = 8u;
const MOST = 4u;

var<workgroup> near: array<f32, CLUSTERS * FEATURES>;

struct Nearest { distance: array<f32, MOST>, cluster: array<u32, MOST> }

fn load(first: u32) -> array<array<f32, FEATURES>, MOST> {
  var places: array<array<f32, FEATURES>, MOST>;
  for (var p = 0u; p < PER; p++) {
    for (var f = 0u; f < FEATURES; f++) {
      places[p][f] = features[f * POINTS + min(first + p * SIZE, POINTS - 1u)];
    }
  }
  return places;
}

fn store(first: u32, nearest: Nearest) {
  for (var p = 0u; p < PER; p++) {
    if (first + p * SIZE < POINTS) {
      membership[first + p * SIZE] = nearest.cluster[p];
    }
  }
}

@compute @workgroup_size(SIZE)
fn direct(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * SIZE * PER + lane;
  let places = load(first);
  var nearest: Nearest;
  for (var p = 0u; p < PER; p++) {
    nearest.distance[p] = 3.4e38;
  }
  for (var start = 0u; start < CLUSTERS; start += UNROLL) {
    for (var u = 0u; u < UNROLL; u++) {
      let cluster = start + u;
      var distances: array<f32, MOST>;
      for (var f = 0u; f < FEATURES; f++) {
        let center = centers[cluster * FEATURES + f];
        for (var p = 0u; p < PER; p++) {
          distances[p] += (places[p][f] - center) * (places[p][f] - center);
        }
      }
      for (var p = 0u; p < PER; p++) {
        if (distances[p] < nearest.distance[p]) {
          nearest.distance[p] = distances[p];
          nearest.cluster[p] = cluster;
        }
      }
    }
  }
  store(first, nearest);
}

@compute @workgroup_size(SIZE)
fn cached(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < CLUSTERS * FEATURES; i += SIZE) {
    near[i] = centers[i];
  }
  let first = group.x * SIZE * PER + lane;
  let places = load(first);
  var nearest: Nearest;
  for (var p = 0u; p < PER; p++) {
    nearest.distance[p] = 3.4e38;
  }
  workgroupBarrier();
  for (var start = 0u; start < CLUSTERS; start += UNROLL) {
    for (var u = 0u; u < UNROLL; u++) {
      let cluster = start + u;
      var distances: array<f32, MOST>;
      for (var f = 0u; f < FEATURES; f++) {
        let center = near[cluster * FEATURES + f];
        for (var p = 0u; p < PER; p++) {
          distances[p] += (places[p][f] - center) * (places[p][f] - center);
        }
      }
      for (var p = 0u; p < PER; p++) {
        if (distances[p] < nearest.distance[p]) {
          nearest.distance[p] = distances[p];
          nearest.cluster[p] = cluster;
        }
      }
    }
  }
  store(first, nearest);
}
