// Turns a packet of events of a neuromorphic camera into a voxel grid for a network and a
// surface of latest times. An event's weight is split between the two nearest time bins;
// sums are in fixed point, so that their order does not matter.

override WG_SIZE: u32 = 256u;

const ONE = 256.0;

struct Packet {
  events: u32,
  width: u32,
  height: u32,
  bins: u32,
  begin: u32,   // µs
  duration: u32,
}

// Address of an event: pixel * 2 + polarity.
@group(0) @binding(0) var<storage, read> addresses: array<u32>;
@group(0) @binding(1) var<storage, read> times: array<u32>;
@group(0) @binding(2) var<storage, read> hot_pixels: array<u32>; // a bit for each pixel
@group(0) @binding(3) var<storage, read_write> voxels: array<atomic<i32>>;
@group(0) @binding(4) var<storage, read_write> latest: array<atomic<u32>>;
@group(0) @binding(5) var<uniform> packet: Packet;

@compute @workgroup_size(WG_SIZE)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let i = gid.x;
  if (i >= packet.events) {
    return;
  }
  let address = addresses[i];
  let pixel = address >> 1u;
  let pixels = packet.width * packet.height;
  if (pixel >= pixels) {
    return;
  }
  if ((hot_pixels[pixel >> 5u] & (1u << (pixel & 31u))) != 0u) {
    return;
  }

  let since = times[i] - packet.begin;
  if (since >= packet.duration) {
    return;
  }
  atomicMax(&latest[address], since + 1u);

  let sign = select(-1, 1, (address & 1u) == 1u);
  let position = f32(since) / f32(packet.duration) * f32(packet.bins - 1u);
  let bin = u32(position);
  let weight = i32(round(ONE * (position - f32(bin))));
  let voxel = bin * pixels + pixel;
  atomicAdd(&voxels[voxel], sign * (i32(ONE) - weight));
  if (weight != 0 && bin + 1u < packet.bins) {
    atomicAdd(&voxels[voxel + pixels], sign * weight);
  }
}
