// WebGPU's classes without a GPU: they keep what they were given and do nothing with it.

import type { Classes } from '../../src/capture/hook-objects.ts';

export interface Given {
  readonly method: string;
  readonly args: readonly unknown[];
}

export function fakeWebgpu() {
  const given: Given[] = [];
  class GPUBuffer {
    readonly mapState = 'unmapped';
    private readonly descriptor: GPUBufferDescriptor;
    constructor(descriptor: GPUBufferDescriptor) {
      this.descriptor = descriptor;
    }
    get label() {
      return this.descriptor.label ?? '';
    }
    get size() {
      return this.descriptor.size;
    }
    get usage() {
      return this.descriptor.usage;
    }
    async mapAsync() {}
    getMappedRange() {
      return new ArrayBuffer(this.size);
    }
    unmap() {}
    destroy() {}
  }
  class GPUExternalTexture {}
  class GPUComputePassEncoder {
    setPipeline() {}
    setBindGroup() {}
    dispatchWorkgroups() {}
    end() {}
  }
  class GPUCommandEncoder {
    beginComputePass() {
      return new GPUComputePassEncoder();
    }
    copyBufferToBuffer() {}
    finish() {
      return {};
    }
  }
  class GPUQueue {
    submit(...args: unknown[]) {
      given.push({ method: 'submit', args });
    }
    writeBuffer(...args: unknown[]) {
      given.push({ method: 'writeBuffer', args });
    }
  }
  class Device {
    readonly queue = new GPUQueue();
    readonly limits = {};
    readonly lost = new Promise(() => undefined);
    createBuffer(descriptor: GPUBufferDescriptor) {
      given.push({ method: 'createBuffer', args: [{ usage: descriptor.usage }] });
      return new GPUBuffer(descriptor);
    }
    createShaderModule() {
      return {};
    }
    createComputePipeline() {
      return { getBindGroupLayout: () => ({}) };
    }
    createBindGroup() {
      return {};
    }
    createCommandEncoder() {
      return new GPUCommandEncoder();
    }
    importExternalTexture() {
      return new GPUExternalTexture();
    }
    pushErrorScope() {}
    async popErrorScope() {
      return null;
    }
  }
  const classes = { GPUBuffer, GPUComputePassEncoder, GPUCommandEncoder, GPUQueue, GPUDevice: Device };
  return { classes: classes as unknown as Classes, device: new Device() as unknown as GPUDevice, given };
}
