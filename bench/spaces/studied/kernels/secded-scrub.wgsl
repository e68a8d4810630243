// Memory scrubber: SECDED (72,64) words, check bytes kept apart, four to a u32.
// Corrects single errors in place and tallies {clean, corrected, check bit, fatal}.

@group(0) @binding(0) var<storage, read_write> data : array<vec2<u32>>;   // x: bits 0-31, y: bits 32-63
@group(0) @binding(1) var<storage, read_write> check : array<u32>;
@group(0) @binding(2) var<storage, read_write> tally : array<atomic<u32>, 4>;
@group(0) @binding(3) var<storage, read_write> bad_list_count : atomic<u32>;

// bit d of data has the Hamming position of the d-th number that is no power of two
const MASK_LO = array<u32, 7>(0x56aaad5bu, 0x9b33366du, 0xe3c3c78eu, 0x03fc07f0u, 0x03fff800u, 0xfc000000u, 0x00000000u);
const MASK_HI = array<u32, 7>(0xab555555u, 0xcd999999u, 0xf1e1e1e1u, 0x01fe01feu, 0x01fffe00u, 0x01ffffffu, 0xfe000000u);

var<workgroup> local_tally : array<atomic<u32>, 4>;

fn parity(v : u32) -> u32 { return countOneBits(v) & 1u; }

fn syndrome(w : vec2<u32>, c : u32) -> u32 {
    var s = 0u;
    s |= parity((w.x & MASK_LO[0]) ^ (w.y & MASK_HI[0])) << 0u;
    s |= parity((w.x & MASK_LO[1]) ^ (w.y & MASK_HI[1])) << 1u;
    s |= parity((w.x & MASK_LO[2]) ^ (w.y & MASK_HI[2])) << 2u;
    s |= parity((w.x & MASK_LO[3]) ^ (w.y & MASK_HI[3])) << 3u;
    s |= parity((w.x & MASK_LO[4]) ^ (w.y & MASK_HI[4])) << 4u;
    s |= parity((w.x & MASK_LO[5]) ^ (w.y & MASK_HI[5])) << 5u;
    s |= parity((w.x & MASK_LO[6]) ^ (w.y & MASK_HI[6])) << 6u;
    return s ^ (c & 0x7fu);
}

@compute @workgroup_size(128)
fn scrub(@builtin(global_invocation_id) gid : vec3<u32>, @builtin(local_invocation_index) lane : u32) {
    if (lane < 4u) { atomicStore(&local_tally[lane], 0u); }
    workgroupBarrier();

    let word = gid.x;
    if (word < arrayLength(&check)) {
        let old_checks = check[word];
        var checks = old_checks;
        for (var b = 0u; b < 4u; b++) {
            let w = data[word * 4u + b];
            let c = (checks >> (8u * b)) & 0xffu;
            let s = syndrome(w, c);
            let odd = parity(w.x ^ w.y ^ c);
            var kind = 3u;
            if (s == 0u && odd == 0u) {
                kind = 0u;
            } else if (odd == 1u) {
                if ((s & (s - 1u)) == 0u) {
                    // a check bit itself, or the parity over all
                    kind = 2u;
                    checks ^= select(s, 0x80u, s == 0u) << (8u * b);
                } else if (s <= 71u) {
                    kind = 1u;
                    // position in the code word -> number of the data bit
                    let d = s - 2u - firstLeadingBit(s);
                    let flip = 1u << (d & 31u);
                    data[word * 4u + b] = select(vec2<u32>(w.x ^ flip, w.y), vec2<u32>(w.x, w.y ^ flip), d >= 32u);
                }
            }
            atomicAdd(&local_tally[kind], 1u);
            if (kind == 3u && (w.x & 15u) == 0u) { atomicAdd(&bad_list_count, 1u); }
        }
        if (checks != old_checks) { check[word] = checks; }
    }

    workgroupBarrier();
    if (lane < 4u) { atomicAdd(&tally[lane], atomicLoad(&local_tally[lane])); }
}
