// Height of the geoid on a grid: a sum of spherical harmonics up to DEGREE. Rows are the nodes of a
// quadrature, given by the sine of their latitude; columns are evenly spaced longitudes.
// Normalised associated functions are built by recurrence, order by order.

override DEGREE: u32 = 24u;
override COLUMNS: u32 = 2048u;
override ROWS: u32 = 1024u;

@group(0) @binding(0) var<storage, read> coefficients: array<vec2<f32>>; // cosine, sine; order by order
@group(0) @binding(1) var<storage, read> sineOfRow: array<f32>;
@group(0) @binding(2) var<storage, read_write> height: array<f32>;

const PI: f32 = 3.14159265;

@compute @workgroup_size(16, 16)
fn synthesize(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= COLUMNS || id.y >= ROWS) {
        return;
    }
    let longitude = 2.0 * PI * f32(id.x) / f32(COLUMNS);
    let t = sineOfRow[id.y];
    let u = sqrt(1.0 - t * t);

    let turn = vec2<f32>(cos(longitude), sin(longitude));
    var angle = vec2<f32>(1.0, 0.0); // cos and sin of m * longitude
    var sectoral = 1.0;
    var sum = 0.0;
    var next = 0u;
    for (var m = 0u; m <= DEGREE; m++) {
        var before = 0.0;
        var current = sectoral;
        var row = vec2<f32>(0.0);
        for (var l = m; l <= DEGREE; l++) {
            row += coefficients[next] * current;
            next++;
            // from degrees l - 1 and l to l + 1
            let fl = f32(l + 1u);
            let fm = f32(m);
            let d = (fl - fm) * (fl + fm);
            let a = sqrt((2.0 * fl - 1.0) * (2.0 * fl + 1.0) / d);
            let b = sqrt((2.0 * fl + 1.0) * (fl + fm - 1.0) * (fl - fm - 1.0) / (d * max(2.0 * fl - 3.0, 1.0)));
            let above = a * t * current - b * before;
            before = current;
            current = above;
        }
        sum += dot(row, angle);
        angle = vec2<f32>(angle.x * turn.x - angle.y * turn.y, angle.x * turn.y + angle.y * turn.x);
        let k = f32(m + 1u);
        sectoral *= u * sqrt(select((2.0 * k + 1.0) / (2.0 * k), 3.0, m == 0u));
    }
    height[id.y * COLUMNS + id.x] = sum;
}
