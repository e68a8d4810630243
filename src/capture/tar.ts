// Files as one uncompressed archive in the ustar format (POSIX 1003.1).

const BLOCK = 512;

export function tar(files: Iterable<readonly [path: string, content: Uint8Array]>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [path, content] of files) {
    parts.push(header(path, content.byteLength), content, new Uint8Array(-content.byteLength & (BLOCK - 1)));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  const archive = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    archive.set(part, offset);
    offset += part.byteLength;
  }
  return archive;
}

function header(path: string, bytes: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (offset: number, text: string) => block.set(new TextEncoder().encode(text), offset);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  put(0, path);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${octal(bytes, 11)}\0`);
  put(136, `${octal(0, 11)}\0`);
  // The sum of the header's bytes, its own field taken as blanks.
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\u000000');
  put(
    148,
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
  );
  return block;
}
