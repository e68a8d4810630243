import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import driver from '../../isa/nvidia/driver.json' with { type: 'json' };
import schema from '../../isa/nvidia/driver.schema.json' with { type: 'json' };
import { factsFromDriverFile, instructionCost } from '../../src/compilers/nvidia/optimize/facts.ts';
import { pureOps } from '../../src/ir/ops.ts';
import { instructionsOf, kernel } from './support.ts';

describe('the numbers of the driver', () => {
  it('follow their schema, each with a source', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(schema);
    validate(driver);
    expect(validate.errors).toBeNull();
  });

  it('name only operations that exist', () => {
    const accesses = ['load', 'store', 'atomic'].flatMap((kind) =>
      ['buffer', 'workgroup', 'private'].flatMap((space) => [`${kind}_${space}`, `${kind}_${space}_further`]),
    );
    const known = new Set([...Object.keys(pureOps), ...accesses, 'default', 'load_predicated']);
    const isUnknown = (name: string) => !known.has(name);
    expect(Object.keys(driver.instructionCosts.value).filter(isUnknown)).toEqual([]);
    expect(Object.keys(driver.unrollCosts.value).filter(isUnknown).sort()).toEqual([
      'atomic_checked',
      'block',
      'branch',
      'buffer_further',
      'exit',
      'load_checked',
      'load_workgroup_copied',
      'store_checked',
    ]);
  });

  it('cost an instruction by its operation or by what it accesses', () => {
    const { instructionCosts } = factsFromDriverFile(driver);
    const module = kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %b:i32 = udiv %a, %a
      %c:i32 = iadd %a, %b
      store i32 buffer 1 [0] %c
      return`);
    const costs = module.body.instructions.map((each) => instructionCost(each, instructionCosts));
    expect(costs.slice(0, 4)).toEqual([
      driver.instructionCosts.value.load_buffer,
      driver.instructionCosts.value.udiv,
      driver.instructionCosts.value.default,
      driver.instructionCosts.value.store_buffer,
    ]);
    expect(instructionsOf(module, 'return')).toHaveLength(1);
  });
});
