// Sandpile: every cell that holds four grains or more gives one to each of its four neighbours,
// all at the same time. Grains that leave the table are lost.

struct Table { rows: u32, cols: u32 }

@group(0) @binding(0) var<storage, read> before: array<u32>;
@group(0) @binding(1) var<storage, read_write> after: array<u32>;
@group(0) @binding(2) var<uniform> table: Table;

@compute @workgroup_size(8, 8)
fn topple(@builtin(global_invocation_id) gid: vec3<u32>) {
    let row = gid.x;
    let col = gid.y;
    if (row >= table.rows) { return; }
    if (col >= table.cols) { return; }

    let here = row * table.cols + col;
    var grains = before[here];
    if (grains >= 4u) {
        grains = grains - 4u;
    }
    if (row > 0u && before[here - table.cols] >= 4u) {
        grains += 1u;
    }
    if (row + 1u < table.rows && before[here + table.cols] >= 4u) {
        grains += 1u;
    }
    if (col > 0u && before[here - 1u] >= 4u) {
        grains += 1u;
    }
    if (col + 1u < table.cols && before[here + 1u] >= 4u) {
        grains += 1u;
    }
    after[here] = grains;
}
