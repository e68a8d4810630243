// Many 0/1 knapsacks at once, as in pricing by column generation: a workgroup keeps the best value for every
// capacity of its instance in workgroup memory and goes over the items, one row of the table after the other.
struct Instance {
  items: u32,
  capacity: u32,
}

@group(0) @binding(0) var<uniform> instance: Instance;
@group(0) @binding(1) var<storage, read> item_weight: array<u32>;
@group(0) @binding(2) var<storage, read> item_value: array<f32>;
@group(0) @binding(3) var<storage, read_write> chosen: array<u32>;   // bit per capacity, row per item
@group(0) @binding(4) var<storage, read_write> best: array<f32>;

override WG: u32 = 128;
const MAX_CAPACITY = 1023u;
const WORDS = (MAX_CAPACITY + 1u) / 32u;

var<workgroup> row: array<f32, 2 * (MAX_CAPACITY + 1)>;
var<workgroup> bits: array<atomic<u32>, WORDS>;

@compute @workgroup_size(WG)
fn solve(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let problem = group.x;
  let capacity = min(instance.capacity, MAX_CAPACITY);
  for (var c = lane; c <= capacity; c += WG) {
    row[c] = 0.0;
  }
  workgroupBarrier();

  var now = 0u;
  for (var i = 0u; i < instance.items; i++) {
    let weight = item_weight[problem * instance.items + i];
    let value = item_value[problem * instance.items + i];
    let next = (MAX_CAPACITY + 1u) - now;
    for (var c = lane; c <= capacity; c += WG) {
      var keep = row[now + c];
      if (c >= weight) {
        let with_item = row[now + c - weight] + value;
        if (with_item > keep) {
          keep = with_item;
          atomicOr(&bits[c >> 5u], 1u << (c & 31u));
        }
      }
      row[next + c] = keep;
    }
    workgroupBarrier();
    for (var w = lane; w < WORDS; w += WG) {
      chosen[(problem * instance.items + i) * WORDS + w] = atomicExchange(&bits[w], 0u);
    }
    now = next;
    workgroupBarrier();
  }

  if (lane == 0u) {
    best[problem] = row[now + capacity];
  }
}
