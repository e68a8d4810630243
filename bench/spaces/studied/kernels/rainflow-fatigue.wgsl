// Rainflow counting (ASTM E1049) of stress histories, one gauge per thread, with Miner's damage sum.

const MAX_STACK : u32 = 40u;

struct Material {
    gauges : u32,
    samples : u32,
    wohler_slope : f32,     // m
    reference_range : f32,  // range with life 1
    threshold : f32,        // ranges below do no damage
}

struct Result {
    damage : f32,
    half_cycles : u32,
    largest : f32,
    left_over : u32,
}

@group(0) @binding(0) var<uniform> mat : Material;
@group(0) @binding(1) var<storage, read> stress : array<f32>;   // [sample][gauge]
@group(0) @binding(2) var<storage, read_write> results : array<Result>;

fn damage_of(range : f32) -> f32 {
    if (range < mat.threshold) { return 0.0; }
    return pow(range / mat.reference_range, mat.wohler_slope);
}

@compute @workgroup_size(64)
fn rainflow(@builtin(global_invocation_id) id : vec3u) {
    let g = id.x;
    if (g >= mat.gauges) { return; }

    var stack : array<f32, MAX_STACK>;
    var depth = 0u;
    var res : Result;

    var last = stress[g];
    var rising = 0.0;
    stack[0] = last;
    depth = 1u;

    for (var t = 1u; t <= mat.samples; t++) {
        // the end of the history counts as a turning point
        var s = last - rising;
        if (t < mat.samples) { s = stress[t * mat.gauges + g]; }
        let dir = sign(s - last);
        if (dir == 0.0) { continue; }
        if (dir == rising || rising == 0.0) {
            rising = dir;
            last = s;
            continue;
        }

        // `last` was a turning point
        if (depth == MAX_STACK) {
            for (var k = 1u; k < MAX_STACK; k++) { stack[k - 1u] = stack[k]; }
            depth--;
        }
        stack[depth] = last;
        depth++;
        rising = dir;
        last = s;

        while (depth >= 3u) {
            let x = abs(stack[depth - 1u] - stack[depth - 2u]);
            let y = abs(stack[depth - 2u] - stack[depth - 3u]);
            if (x < y) { break; }
            res.largest = max(res.largest, y);
            if (depth == 3u) {
                res.damage += 0.5 * damage_of(y);
                res.half_cycles += 1u;
                stack[0] = stack[1];
                stack[1] = stack[2];
                depth = 2u;
            } else {
                res.damage += damage_of(y);
                res.half_cycles += 2u;
                stack[depth - 3u] = stack[depth - 1u];
                depth -= 2u;
            }
        }
    }

    res.left_over = depth;
    for (var k = 1u; k < depth; k++) {
        res.damage += 0.5 * damage_of(abs(stack[k] - stack[k - 1u]));
    }
    results[g] = res;
}
