// Case-blind search for a word in lines of text by Boyer, Moore and Horspool: one line per invocation.
// Letters are told apart by their low five bits.
struct Needle {
  lines: u32,
  length: u32,
  codes: array<vec4u, 4>,
}

@group(0) @binding(0) var<storage, read> text: array<u32>; // four characters in a word
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<uniform> needle: Needle;
@group(0) @binding(3) var<storage, read_write> first: array<u32>;
@group(0) @binding(4) var<storage, read_write> matches: atomic<u32>;

var<workgroup> skip: array<u32, 32>;

fn letter(at: u32) -> u32 {
  return (text[at >> 2u] >> ((at & 3u) * 8u)) & 31u;
}

fn wanted(i: u32) -> u32 {
  return needle.codes[i >> 2u][i & 3u];
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) li: u32) {
  let m = needle.length;
  if (li < 32u) {
    var distance = m;
    for (var i = 0u; i + 1u < m; i++) {
      if (wanted(i) == li) {
        distance = m - 1u - i;
      }
    }
    skip[li] = distance;
  }
  workgroupBarrier();

  let line = gid.x;
  if (line >= needle.lines) {
    return;
  }
  let start = starts[line];
  let end = starts[line + 1u];
  var where_found = 0xffffffffu;
  var count = 0u;
  var at = start;
  while (at + m <= end) {
    let last = letter(at + m - 1u);
    if (last == wanted(m - 1u)) {
      var i = 0u;
      while (i + 1u < m && letter(at + i) == wanted(i)) {
        i++;
      }
      if (i + 1u == m) {
        count++;
        where_found = min(where_found, at - start);
      }
    }
    at += skip[last];
  }
  first[line] = where_found;
  if (count > 0u) {
    atomicAdd(&matches, count);
  }
}
