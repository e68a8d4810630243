// A module with every kind of instruction in the canonical text form.

export const everything = `kernel "every\\"thing" entry "main"
workgroup_size 8 4 1
buffer 0 "a" storage read group 0 binding 0 min 20 runtime 16 stride 4
buffer 1 "b" storage read_write group 0 binding 1 min 4
buffer 2 "u" uniform read group 1 binding 0 min 16
variable 0 "tile" workgroup size 1024 align 4 @k.wgsl:10-20
variable 1 "array" private size 16 align 4
body {
  %gid.0:i32 = input global_id_x @some file.wgsl:1-4
  %n.1:i32 = arrayLength buffer 0
  %s.2:i32, %count.3:f32 = loop #0 finite (%i.4:i32 = 0, %sum.5:f32 = -1.5f) { @k.wgsl:5-8
    %6:bool = ult %i.4, %n.1 !loop-test
    if #1 %6 {
      break #1
    } else {
      break #0 (%i.4, %sum.5)
    }
    %7:i32 = bound %i.4 < buffer 0
    %8:i32 opaque = bound %gid.0 < 256
    %9:i32 = shl %7, 2
    %10:f32 = load f32 buffer 0 [%9 + 16]
    %11:f32, %12:f32 = load f32 buffer 2 [0 + 8]
    %13:f32 = ffma %10, %11, %12
    store f32 workgroup 0 [%9] %10, %11, inf_f, 1e-7f !guard @k.wgsl:9-12
    %14:i32 = iadd %i.4, 1
    next #0 (%14, %13)
  }
  %15:i32 = switch #2 %s.2 {
    case 1, -2 {
      break #2 (0)
    }
    case 3, default {
      block #3 {
        break #3
      }
      return
    }
  }
  %16:bool = ine %15, 0
  %17:f16 = if #4 %16 predicated {
    break #4 (0.5h)
  } else {
    break #4 (-0h)
  }
  if #5 true branching {
    break #5
  } else {
    unreachable
  }
  %18:f32 = unpack2x16float.1 %15
  %19:i32 = atomic compare_exchange i32 buffer 1 [0] 1, %15
  atomic add i32 workgroup 0 [4] 1
  %20:i32 = atomic load i32 buffer 1 [0]
  %21:bool = subgroup elect
  %22:i32 = subgroup shuffle %19 lane 3
  %23:i32, %24:i32, %25:i32, %26:i32 = subgroup ballot %21
  %27:i64 = sextend %22
  %28:i64 = iadd %27, 5i64
  %29:f64 = f2f 2f
  %30:f64 = fadd %29, 0.1d
  %31:i64 = i64_make -1, %22
  %32:bool = uadd_carry %22, 7
  %33:i32 = iadd_carried %22, 0, %32
  %34:f64 = f64_make %33, %22
  %35:i8 = itruncate %33
  %36:i8 = iadd %35, -128i8
  %37:i8 = subgroup exclusive_smin %36
  %38:f32 = subgroup inclusive_fmax 1f
  %39:bool = subgroup exclusive_xor %32
  %40:i64 = subgroup inclusive_and %31
  store i8 buffer 1 [0 + 3] %37
  store f64 buffer 1 [0 + 8] %34, %29
  barrier workgroup
  barrier memory
  return
}
`;
