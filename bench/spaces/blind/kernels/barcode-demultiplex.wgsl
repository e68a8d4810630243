// Demultiplexes sequencing reads by dual index barcodes. A barcode is 8 + 8 bases at 2 bits: i7 in the low half
// word, i5 in the high one. A read goes to the sample with the fewest mismatches, if neither index has more than
// `maxMismatch` of them and no other sample is as near; otherwise it is undetermined.
// @tune THREADS values 64, 128, 256

override THREADS: u32 = 128;
const SHEET_TILE: u32 = 256u;
const UNDETERMINED: u32 = 0xffffffffu;

struct Run {
  reads: u32,
  samples: u32,
  maxMismatch: u32,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(0) @binding(1) var<storage, read> readIndex: array<u32>;
@group(0) @binding(2) var<storage, read> sampleSheet: array<u32>;
@group(0) @binding(3) var<storage, read_write> assigned: array<u32>;
@group(0) @binding(4) var<storage, read_write> perSample: array<atomic<u32>>; // the last one: undetermined

var<workgroup> sheet: array<u32, SHEET_TILE>;

@compute @workgroup_size(THREADS)
fn demultiplex(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_index) lid: u32,
) {
  let readId = gid.x;
  let inside = readId < run.reads;
  var bases = 0u;
  if (inside) {
    bases = readIndex[readId];
  }

  var best = 17u;
  var bestSample = UNDETERMINED;
  var ties = 0u;

  for (var first = 0u; first < run.samples; first += SHEET_TILE) {
    let count = min(SHEET_TILE, run.samples - first);
    for (var s = lid; s < count; s += THREADS) {
      sheet[s] = sampleSheet[first + s];
    }
    workgroupBarrier();
    for (var s = 0u; s < count; s++) {
      let difference = bases ^ sheet[s];
      let wrong = (difference | (difference >> 1u)) & 0x55555555u;
      let i7 = countOneBits(wrong & 0xffffu);
      let i5 = countOneBits(wrong >> 16u);
      if (i7 <= run.maxMismatch && i5 <= run.maxMismatch) {
        let total = i7 + i5;
        if (total < best) {
          best = total;
          bestSample = first + s;
          ties = 1u;
        } else if (total == best) {
          ties++;
        }
      }
    }
    workgroupBarrier();
  }

  if (inside) {
    if (ties > 1u) {
      bestSample = UNDETERMINED;
    }
    assigned[readId] = bestSample;
    atomicAdd(&perSample[min(bestSample, run.samples)], 1u);
  }
}
