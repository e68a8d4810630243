// The profile that a calibration starts from: the nearest known one, made that of the device at hand by what
// the device says of itself. WebGPU reveals little; what it does not reveal stays with its source.

import type { DeviceInfo } from '../hardware/job.ts';
import { isOfDevice, plainName } from '../profile/device-name.ts';
import type { Profile, Quantity } from '../profile/profile.ts';

/** `maker-gpu-9` and the date become `MAKER-GPU-9-2026-11-21`, the key of a source. */
export function sourceKey(device: string, date: string): string {
  return `${plainName(device).toUpperCase().replaceAll(' ', '-')}-${date.slice(0, 10)}`;
}

/** @param info undefined where measurements were recorded elsewhere: then only the name is known */
export function deviceProfile(base: Profile, device: string, key: string, info?: DeviceInfo): Profile {
  const named = isOfDevice(base, device)
    ? base
    : { ...base, name: plainName(device).replaceAll(' ', '-'), title: device };
  return info ? { ...named, limits: { ...named.limits, ...revealed(base, info, key) } } : named;
}

/** Limits that differ from those of the profile. */
function revealed({ limits }: Profile, info: DeviceInfo, key: string): Partial<Profile['limits']> {
  const [least, most] = info.subgroupSizes;
  const seen = {
    invocationsPerWorkgroup: info.limits['maxComputeInvocationsPerWorkgroup'],
    sharedBytesPerWorkgroup: info.limits['maxComputeWorkgroupStorageSize'],
    subgroupSize: least === most ? least : undefined,
  };
  const changed = Object.entries(seen).flatMap(([name, value]): [string, Quantity][] => {
    const isNew = value !== undefined && value > 0 && value !== limits[name as keyof typeof seen].value;
    return isNew ? [[name, { value, source: `measured:${key} (limit of the adapter)` }]] : [];
  });
  return Object.fromEntries(changed);
}
