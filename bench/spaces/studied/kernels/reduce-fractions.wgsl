// Exact arithmetic: fractions brought to lowest terms with the binary algorithm for the greatest
// common divisor.

@group(0) @binding(0) var<storage, read> fractions: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> reduced: array<vec2<u32>>;
@group(0) @binding(2) var<uniform> count: u32;

fn gcd(x: u32, y: u32) -> u32 {
    if (x == 0u) { return y; }
    if (y == 0u) { return x; }
    let shift = countTrailingZeros(x | y);
    var a = x >> countTrailingZeros(x);
    var b = y;
    loop {
        b = b >> countTrailingZeros(b);
        if (a > b) {
            let swap = a;
            a = b;
            b = swap;
        }
        b = b - a;
        if (b == 0u) {
            break;
        }
    }
    return a << shift;
}

@compute @workgroup_size(256, 1, 1)
fn reduce(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    if (i < count) {
        let f = fractions[i];
        let g = max(gcd(f.x, f.y), 1u);
        reduced[i] = f / vec2<u32>(g);
    }
}
