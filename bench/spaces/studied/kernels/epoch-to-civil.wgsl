// A database's column of Unix times (seconds, UTC or a fixed offset) as calendar dates in 32 bits:
// year since 1970 (12 bits) | month (4) | day (5) | hour (5) | minute (6); and the day of the week in a column of bytes.
// Four rows per invocation. The calendar is Howard Hinnant's days-to-civil algorithm.

struct Column {
  rows: u32,
  offset: u32,  // seconds east of Greenwich
}

@group(0) @binding(0) var<uniform> column: Column;
@group(0) @binding(1) var<storage, read> times: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> dates: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> weekdays: array<u32>;  // 0 is Sunday; four to a word

@compute @workgroup_size(256)
fn convert(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i * 4u >= column.rows) {
    return;
  }
  let seconds = times[i] + column.offset;
  let days = seconds / 86400u;
  let of_day = seconds - days * 86400u;

  let shifted = days + 719468u;  // since 1 March of the year 0
  let era = shifted / 146097u;
  let of_era = shifted - era * 146097u;
  let year_of_era = (of_era - of_era / 1460u + of_era / 36524u - of_era / 146096u) / 365u;
  let of_year = of_era - (365u * year_of_era + year_of_era / 4u - year_of_era / 100u);
  let month_from_march = (5u * of_year + 2u) / 153u;
  let day = of_year - (153u * month_from_march + 2u) / 5u + 1u;
  let month = select(month_from_march - 9u, month_from_march + 3u, month_from_march < vec4<u32>(10u));
  let year = year_of_era + era * 400u + select(vec4<u32>(0u), vec4<u32>(1u), month <= vec4<u32>(2u)) - 1970u;

  let hour = of_day / 3600u;
  let minute = of_day / 60u - hour * 60u;
  dates[i] = (year << vec4<u32>(20u)) | (month << vec4<u32>(16u)) | (day << vec4<u32>(11u))
    | (hour << vec4<u32>(6u)) | minute;

  let weekday = (days + 4u) % 7u;
  weekdays[i] = weekday.x | (weekday.y << 8u) | (weekday.z << 16u) | (weekday.w << 24u);
}
