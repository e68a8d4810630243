enable f16;

// Feature pyramid: doubles a coarse NHWC map (bilinear, half-pixel centres) and adds the lateral branch.

struct Map {
  width: u32,
  height: u32,
  quads: u32,
  images: u32,
}

@group(0) @binding(0) var<uniform> fine: Map;
@group(0) @binding(1) var<storage, read> coarse: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read> lateral: array<vec4<f16>>;
@group(0) @binding(3) var<storage, read> bias: array<vec4<f16>>;
@group(0) @binding(4) var<storage, read_write> merged: array<vec4<f16>>;

@compute @workgroup_size(32, 4, 1)
fn upsample_add(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  let x = id.y;
  let image = id.z / fine.height;
  let y = id.z % fine.height;
  if (c >= fine.quads || x >= fine.width || image >= fine.images) {
    return;
  }
  let cw = fine.width / 2u;
  let ch = fine.height / 2u;
  let sx = max(0.5 * f32(x) - 0.25, 0.0);
  let sy = max(0.5 * f32(y) - 0.25, 0.0);
  let x0 = u32(sx);
  let y0 = u32(sy);
  let x1 = min(x0 + 1u, cw - 1u);
  let y1 = min(y0 + 1u, ch - 1u);
  let fx = f16(sx - f32(x0));
  let fy = f16(sy - f32(y0));

  let base = image * ch * cw;
  let p00 = coarse[(base + y0 * cw + x0) * fine.quads + c];
  let p01 = coarse[(base + y0 * cw + x1) * fine.quads + c];
  let p10 = coarse[(base + y1 * cw + x0) * fine.quads + c];
  let p11 = coarse[(base + y1 * cw + x1) * fine.quads + c];
  let top = p00 + (p01 - p00) * fx;
  let bottom = p10 + (p11 - p10) * fx;

  let at = ((image * fine.height + y) * fine.width + x) * fine.quads + c;
  merged[at] = max(top + (bottom - top) * fy + lateral[at] + bias[c], vec4<f16>(0.0h));
}
