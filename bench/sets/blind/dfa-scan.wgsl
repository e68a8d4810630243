// Intrusion detection by an automaton: each invocation runs over its own packet and counts how often it reaches
// an accepting state; packets have different lengths and lie one after the other.
override STATES: u32; // the table has STATES rows of 256, the last one in eight states accepts
@group(0) @binding(0) var<storage, read> packet_start: array<u32>; // in words of four bytes
@group(0) @binding(1) var<storage, read> payload: array<u32>;
@group(0) @binding(2) var<storage, read> transition: array<u32>;
@group(0) @binding(3) var<storage, read_write> alarms: array<u32>;

@compute @workgroup_size(128)
fn scan(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x + 1u >= arrayLength(&packet_start)) { return; }
  let end = packet_start[gid.x + 1u];
  var state = 0u;
  var hits = 0u;
  for (var w = packet_start[gid.x]; w < end; w++) {
    var word = payload[w];
    for (var i = 0; i < 4; i++) {
      state = transition[(state << 8u) | (word & 0xffu)];
      word >>= 8u;
      if ((state & 7u) == 7u) { hits++; }
    }
  }
  alarms[gid.x] = hits;
}
