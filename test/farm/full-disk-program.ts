// The embedded database on a disk that this program fills and frees: its log finds no room, which ends PostgreSQL. In a
// file system of its own (test/farm/small-disk.ts). Prints what it saw.

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openEmbedded } from '../../src/farm/hub/embedded.ts';

const [folder] = process.argv.slice(2);
const filler = path.join(folder, 'filler');
const database = await openEmbedded(folder);
await database.executeSql('CREATE TABLE kept (x int)');
await database.executeSql('INSERT INTO kept VALUES ($1)', [1]);

const outcome = async (work: Promise<unknown>) =>
  await work.then(
    () => 'fine',
    (error: Error) => error.message,
  );
const insert = (x: number) => database.executeSql('INSERT INTO kept VALUES ($1)', [x]);
/** A megabyte for the log, which no table needs. */
const log = () => database.executeSql("SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))");

try {
  for (;;) writeFileSync(filler, Buffer.alloc(1 << 20), { flag: 'a' });
} catch (error) {
  console.log(`disk: ${(error as NodeJS.ErrnoException).code}`);
}
let ended = 'fine';
for (let i = 0; i < 100 && ended === 'fine'; i++) ended = await outcome(log());
console.log(`log: ${ended}`);
console.log(`full: ${await outcome(insert(2))}`);
rmSync(filler);
console.log(`freed: ${await outcome(insert(3))}`);
console.log(
  `transaction: ${await outcome(database.transaction((sql) => sql.executeSql('INSERT INTO kept VALUES (4)')))}`,
);
const { rows } = await database.executeSql('SELECT x FROM kept ORDER BY x');
console.log(`kept: ${rows.map(({ x }) => x).join(' ')}`);
await database.close();
process.exit(0);
