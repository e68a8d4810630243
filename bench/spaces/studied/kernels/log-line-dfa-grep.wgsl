// Greps lines of a log with a compiled regular expression: each invocation runs the automaton over one line, byte by
// byte, until it accepts; tables of byte classes and transitions are kept in workgroup memory.
const SIZE = 64u;
const STATES = 64u;
const CLASSES = 16u;
const ACCEPT = STATES - 1u;

@group(0) @binding(0) var<storage, read> text: array<u32>;        // four bytes in a word
@group(0) @binding(1) var<storage, read> lineStarts: array<u32>;  // in bytes
@group(0) @binding(2) var<storage, read> classOfByte: array<u32>;
@group(0) @binding(3) var<storage, read> transitions: array<u32>;
@group(0) @binding(4) var<storage, read_write> matchEnds: array<u32>;
@group(0) @binding(5) var<storage, read_write> matchingLines: atomic<u32>;

var<workgroup> classes: array<u32, 256>;
var<workgroup> table: array<u32, STATES * CLASSES>;
var<workgroup> matched: atomic<u32>;

@compute @workgroup_size(SIZE)
fn grep(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 256u; i += SIZE) {
    classes[i] = classOfByte[i];
  }
  for (var i = lane; i < STATES * CLASSES; i += SIZE) {
    table[i] = transitions[i];
  }
  workgroupBarrier();

  let line = id.x;
  if (line < arrayLength(&matchEnds)) {
    let start = lineStarts[line];
    let end = lineStarts[line + 1u];
    var state = 0u;
    var at = start;
    var word = text[at / 4u] >> (8u * (at % 4u));
    while (at < end) {
      state = table[state * CLASSES + classes[word & 0xffu]];
      at++;
      if (state == ACCEPT) {
        break;
      }
      word >>= 8u;
      if (at % 4u == 0u && at < end) {
        word = text[at / 4u];
      }
    }
    let hit = state == ACCEPT;
    matchEnds[line] = select(0xffffffffu, at - start, hit);
    if (hit) {
      atomicAdd(&matched, 1u);
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    atomicAdd(&matchingLines, atomicLoad(&matched));
  }
}
