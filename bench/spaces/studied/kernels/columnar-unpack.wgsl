// From a row store to a column store: each field of each record is decoded (frame of reference: base and scale of
// its column) and goes to its column.
override RECORDS: u32 = 400000u;
override FIELDS: u32 = 28u;

struct Coding { base: f32, scale: f32 }

@group(0) @binding(0) var<storage, read> records: array<u32>; // FIELDS of a record stand together
@group(0) @binding(1) var<storage, read> codings: array<Coding>;
@group(0) @binding(2) var<storage, read_write> columns: array<f32>; // RECORDS of a field stand together

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let field = id.x;
  let record = id.y;
  if (field >= FIELDS || record >= RECORDS) {
    return;
  }
  let code = records[record * FIELDS + field];
  let coding = codings[field];
  columns[field * RECORDS + record] = coding.base + coding.scale * f32(code);
}
