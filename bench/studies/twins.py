# Launches the twins that twins.js wrote to FOLDER, once nvcc has made NAME.cubin of each NAME.cu
# (-cubin -arch=sm_90 --use_fast_math -fmad=false -w): seven times, then once for the profiler. RUNS.json says which.
#   ncu --clock-control none --cache-control none --profile-from-start off --csv --page raw --metrics ... \
#     python3 twins.py FOLDER RUNS.json
import glob
import json
import os
import sys

import cupy as cp
import numpy as np

folder, out = sys.argv[1:3]
rows = []
start = cp.cuda.runtime.profilerStart; stop = cp.cuda.runtime.profilerStop
for path in sorted(glob.glob(folder + '/*.json')):
    j = json.load(open(path)); n = j['name']
    if not os.path.exists(f'{folder}/{n}.cubin'): continue
    try:
        mod = cp.RawModule(path=f'{folder}/{n}.cubin'); f = mod.get_function('twin')
        args = []; keep = []
        for i, b in enumerate(j['buffers']):
            size = b['sizeBytes']; file = f'{folder}/{n}.{i}.bin'
            data = np.fromfile(file, dtype=np.uint8) if os.path.exists(file) else np.zeros(size, np.uint8)
            if b['kind'] == 'uniform':
                p = mod.get_global(f'u{i}'); p.copy_from_host(data.ctypes.data, data.size)
            else:
                d = cp.asarray(data); keep.append((d, cp.array(d) if b['isRestored'] else None)); args += [d, np.uint32(size)]
        def restore():
            for d, saved in keep:
                if saved is not None: d[...] = saved
        grid, block = tuple(j['grid']), tuple(j['block'])
        times = []
        for k in range(7):
            restore(); a, b = cp.cuda.Event(), cp.cuda.Event(); a.record(); f(grid, block, args); b.record(); b.synchronize(); times.append(cp.cuda.get_elapsed_time(a, b) * 1e3)
        restore(); cp.cuda.Device().synchronize()
        start(); f(grid, block, args); cp.cuda.Device().synchronize(); stop()
        rows.append({'name': n, 'registers': f.num_regs, 'local': f.local_size_bytes, 'us': sorted(times[2:])[2]})
        print(n, flush=True)
    except Exception as e:
        print(n, 'FAILED', str(e)[:200], flush=True); rows.append({'name': n, 'failed': str(e)[:200]})
        if 'cuda' in str(e).lower() and 'illegal' in str(e).lower(): break
    finally:
        keep = args = mod = f = None
        cp.get_default_memory_pool().free_all_blocks()
    json.dump(rows, open(out, 'w'))
json.dump(rows, open(out, 'w'))
