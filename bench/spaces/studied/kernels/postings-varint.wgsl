// Decodes compressed posting lists of a search index: each list is a run of bytes in which document gaps and term
// frequencies alternate as variable-length integers (7 bits a byte, lowest first, the top bit says that more
// follow). One invocation decodes one list and sums it up.
struct Summary {
  documents: u32,
  lastDocument: u32,
  occurrences: u32,
  mostInOne: u32,
}

@group(0) @binding(0) var<storage, read> listStarts: array<u32>;   // in bytes
@group(0) @binding(1) var<storage, read> bytes: array<u32>;
@group(0) @binding(2) var<storage, read_write> summaries: array<Summary>;

fn byteAt(position: u32) -> u32 {
  return (bytes[position >> 2u] >> ((position & 3u) * 8u)) & 0xffu;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let list = id.x;
  if (list >= arrayLength(&summaries)) {
    return;
  }
  var position = listStarts[list];
  let end = listStarts[list + 1u];
  var summary = Summary(0u, 0u, 0u, 0u);
  var isGap = true;
  while (position < end) {
    var value = 0u;
    var shift = 0u;
    while (position < end) {
      let byte = byteAt(position);
      position++;
      value |= (byte & 0x7fu) << shift;
      if (byte < 0x80u || shift == 28u) {
        break;
      }
      shift += 7u;
    }
    if (isGap) {
      summary.documents++;
      summary.lastDocument += value + 1u;
    } else {
      summary.occurrences += value;
      summary.mostInOne = max(summary.mostInOne, value);
    }
    isGap = !isGap;
  }
  summaries[list] = summary;
}
