#version 450
// Option prices: exponentials, logarithms, roots and a polynomial.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Input { vec4 options[]; };
layout(set = 0, binding = 1) writeonly buffer Output { vec2 prices[]; };
layout(set = 0, binding = 2) uniform Parameters { uint count; float rate; float volatility; };

float normal(float d) {
  float k = 1.0 / (1.0 + 0.2316419 * abs(d));
  float tail = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  tail *= 0.39894228 * exp(-0.5 * d * d);
  return d > 0.0 ? 1.0 - tail : tail;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count) return;
  float price = options[i].x;
  float strike = options[i].y;
  float years = options[i].z;
  float root = sqrt(years);
  float d1 = (log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root);
  float d2 = d1 - volatility * root;
  float discount = strike * exp(-rate * years);
  float call = price * normal(d1) - discount * normal(d2);
  prices[i] = vec2(call, call + discount - price);
}
