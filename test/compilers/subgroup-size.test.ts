import { expect, it } from 'vitest';
import { printModule } from '../../src/ir/print.ts';
import { subgroupSize } from '../../src/passes/subgroup-size.ts';
import { parseModule } from '../ir/text-form/parse.ts';

it('turns the size and the number of subgroups into constants', () => {
  const module = parseModule(`kernel "k" entry "main"
workgroup_size 100 1 1
buffer 0 "out" storage read_write group 0 binding 0 min 8
body {
  %1:i32 = input subgroup_size
  %2:i32 = input num_subgroups
  %3:i32 = input subgroup_lane
  %4:i32 = udiv %3, %1
  store i32 buffer 0 [0] %4
  store i32 buffer 0 [0 + 4] %2
  return
}
`).value!;
  const text = printModule(subgroupSize(module, 32));
  expect(text).not.toMatch(/input (subgroup_size|num_subgroups)/);
  expect(text).toMatch(/udiv %subgroup_lane\S*|udiv %\S+, 32/);
  expect(text).toMatch(/store i32 buffer 0 \[0 \+ 4\] 4/);
});
