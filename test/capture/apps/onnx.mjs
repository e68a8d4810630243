// Writes ONNX models, as much of their protobuf format as the models beside it need (onnx.proto, IR version 8).

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

/** Bytes of a number as protobuf's varint. */
function varint(value) {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest < 0x80n) return Uint8Array.from([...bytes, low]);
    bytes.push(low | 0x80);
  }
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const tag = (field, wire) => varint(field * 8 + wire);
const integer = (field, value) => joined([tag(field, VARINT), varint(value)]);
const bytes = (field, content) => joined([tag(field, BYTES), varint(content.length), content]);
const text = (field, value) => bytes(field, new TextEncoder().encode(value));
const float = (field, value) => joined([tag(field, FIXED32), new Uint8Array(Float32Array.of(value).buffer)]);
const message = (field, ...parts) => bytes(field, joined(parts));

/** Numbers of TensorProto.DataType and AttributeProto.AttributeType. */
const TYPES = { Float32Array: 1, BigInt64Array: 7 };
const [FLOAT, INT, STRING, INTS] = [1, 2, 3, 7];

function attribute(field, name, value) {
  const parts = [text(1, name)];
  if (Array.isArray(value)) parts.push(...value.map((each) => integer(8, each)), integer(20, INTS));
  else if (typeof value === 'string') parts.push(text(4, value), integer(20, STRING));
  else if (Number.isInteger(value)) parts.push(integer(3, value), integer(20, INT));
  else parts.push(float(2, value), integer(20, FLOAT));
  return message(field, ...parts);
}

const valueInfo = (field, { name, dims }) =>
  message(
    field,
    text(1, name),
    message(2, message(1, integer(1, FLOAT), message(2, ...dims.map((dim) => message(1, integer(1, dim)))))),
  );

/** A graph under construction: `node` adds an operator and returns its first output's name. */
export class Graph {
  nodes = [];
  initializers = [];
  count = 0;

  node(type, inputs, attributes = {}, outputs = 1) {
    const names = Array.from({ length: outputs }, (_, index) => `${type}_${this.count}_${index}`);
    const name = `${type}_${this.count++}`;
    this.nodes.push(
      message(
        1,
        ...inputs.map((each) => text(1, each)),
        ...names.map((each) => text(2, each)),
        text(3, name),
        text(4, type),
        ...Object.entries(attributes).map(([key, value]) => attribute(5, key, value)),
      ),
    );
    return outputs === 1 ? names[0] : names;
  }

  tensor(dims, values) {
    const name = `tensor_${this.count++}`;
    this.initializers.push(
      message(
        5,
        ...dims.map((dim) => integer(1, dim)),
        integer(2, TYPES[values.constructor.name]),
        text(8, name),
        bytes(9, new Uint8Array(values.buffer)),
      ),
    );
    return name;
  }

  /** Weights between -scale and scale, the same on every run. */
  weights(dims, scale) {
    const values = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
    for (let index = 0; index < values.length; index++) values[index] = scale * noise(index, this.count);
    return this.tensor(dims, values);
  }

  filled(dims, value) {
    return this.tensor(dims, new Float32Array(dims.reduce((product, dim) => product * dim, 1)).fill(value));
  }

  integers(values) {
    return this.tensor([values.length], BigInt64Array.from(values, BigInt));
  }

  /** The model's bytes. */
  model(name, input, output) {
    const graph = message(
      7,
      ...this.nodes,
      text(2, name),
      ...this.initializers,
      valueInfo(11, input),
      valueInfo(12, output),
    );
    return joined([integer(1, 8), graph, message(8, text(1, ''), integer(2, 20))]);
  }
}

/** Between -1 and 1, from a hash. */
export function noise(index, seed) {
  let x = Math.imul(index + Math.imul(seed + 1, 0x9e3779b9), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 31 - 1;
}
