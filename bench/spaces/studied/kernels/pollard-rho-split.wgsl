// pollard rho (floyd), one odd 32-bit composite per lane, montgomery arithmetic

@group(0) @binding(0) var<storage, read> primes_raw: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> factor_out: array<u32>;
@group(0) @binding(2) var<storage, read_write> steps_out: array<u32>;

const BATCH : u32 = 16u;
const MAX_BATCHES : u32 = 40u;

fn mulhi(a : u32, b : u32) -> u32 {
    let al = a & 0xffffu; let ah = a >> 16u;
    let bl = b & 0xffffu; let bh = b >> 16u;
    let ll = al * bl;
    let lh = al * bh;
    let hl = ah * bl;
    let mid = (ll >> 16u) + (lh & 0xffffu) + (hl & 0xffffu);
    return ah * bh + (lh >> 16u) + (hl >> 16u) + (mid >> 16u);
}

// a*b/2^32 mod n, with ninv = n^-1 mod 2^32
fn redc_mul(a : u32, b : u32, n : u32, ninv : u32) -> u32 {
    let hi = mulhi(a, b);
    let q = (a * b) * ninv;
    let m = mulhi(q, n);
    return select(hi - m, hi - m + n, hi < m);
}

fn step(x : u32, c : u32, n : u32, ninv : u32) -> u32 {
    let y = redc_mul(x, x, n, ninv);
    // y + c mod n without overflow
    let room = n - c;
    return select(y + c, y - room, y >= room);
}

fn gcd(p : u32, q : u32) -> u32 {
    var a = p; var b = q;
    if (a == 0u) { return b; }
    a = a >> countTrailingZeros(a);
    while (b != 0u) {
        b = b >> countTrailingZeros(b);
        if (a > b) { let t = a; a = b; b = t; }
        b = b - a;
    }
    return a;
}

@compute @workgroup_size(128, 1, 1)
fn rho(@builtin(global_invocation_id) g : vec3<u32>) {
    let i = g.x;
    if (i >= arrayLength(&factor_out)) { return; }
    let raw = primes_raw[i];
    let n = (raw.x % 32768u * 2u + 3u) * (raw.y % 30000u * 2u + 5u);

    var ninv = n;            // newton: 3 bits -> 6 -> 12 -> 24 -> 48
    ninv = ninv * (2u - n * ninv);
    ninv = ninv * (2u - n * ninv);
    ninv = ninv * (2u - n * ninv);
    ninv = ninv * (2u - n * ninv);

    let c = 1u + i % 7u;
    var slow = 2u; var fast = 2u;
    var found = 1u;
    var batches = 0u;
    loop {
        var prod = 1u;
        for (var k = 0u; k < BATCH; k = k + 1u) {
            slow = step(slow, c, n, ninv);
            fast = step(step(fast, c, n, ninv), c, n, ninv);
            let diff = select(fast - slow, slow - fast, slow > fast);
            prod = redc_mul(prod, diff, n, ninv);
        }
        found = gcd(n, prod);
        batches = batches + 1u;
        if (found != 1u || batches == MAX_BATCHES) { break; }
    }
    factor_out[i] = found;
    steps_out[i] = batches * BATCH;
}
