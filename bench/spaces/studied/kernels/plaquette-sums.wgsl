// Wilson's action of lattice gauge theory: for every site of a periodic lattice in four dimensions the real part of
// the traces of the six plaquettes that start there, tr(U_m(x) U_n(x+m) U_m(x+n)^H U_n(x)^H). Links are complex
// matrices of 3 x 3, four of them per site.
override NX: u32;
override NY: u32;
override NZ: u32;
override NT: u32;

alias Matrix = array<vec2<f32>, 9>;

@group(0) @binding(0) var<storage, read> links: array<Matrix>;
@group(0) @binding(1) var<storage, read_write> action: array<f32>;

fn product(a: Matrix, b: Matrix) -> Matrix {
  var left = a;
  var right = b;
  var result: Matrix;
  for (var i = 0u; i < 3u; i++) {
    for (var j = 0u; j < 3u; j++) {
      var sum = vec2<f32>(0.0);
      for (var k = 0u; k < 3u; k++) {
        let x = left[i * 3u + k];
        let y = right[k * 3u + j];
        sum += vec2<f32>(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
      }
      result[i * 3u + j] = sum;
    }
  }
  return result;
}

// real part of tr(a b^H)
fn overlap(a: Matrix, b: Matrix) -> f32 {
  var left = a;
  var right = b;
  var sum = 0.0;
  for (var e = 0u; e < 9u; e++) {
    sum += dot(left[e], right[e]);
  }
  return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let site = id.x;
  if (site >= NX * NY * NZ * NT) {
    return;
  }
  let x = site % NX;
  let y = (site / NX) % NY;
  let z = (site / (NX * NY)) % NZ;
  let t = site / (NX * NY * NZ);
  let next = array<u32, 4>(
    select(site + 1u, site + 1u - NX, x == NX - 1u),
    select(site + NX, site + NX - NX * NY, y == NY - 1u),
    select(site + NX * NY, site + NX * NY - NX * NY * NZ, z == NZ - 1u),
    select(site + NX * NY * NZ, site - (NT - 1u) * NX * NY * NZ, t == NT - 1u),
  );
  var neighbours = next;

  var sum = 0.0;
  for (var m = 0u; m < 3u; m++) {
    for (var n = m + 1u; n < 4u; n++) {
      let there = product(links[site * 4u + m], links[neighbours[m] * 4u + n]);
      let back = product(links[site * 4u + n], links[neighbours[n] * 4u + m]);
      sum += overlap(there, back);
    }
  }
  action[site] = sum;
}
