// A third verifier, of chain, cards and heads, written from deploy/FORMAT.md alone in another language.
//     node third_verifier.mjs JOURNAL.jsonl HEADS KEY
// Reads entries as lines of JSON with seq, at_ms, kind, body, prev_hash, hash. Exit 0 all holds, 1 something does not.
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const [journal, heads, key] = process.argv.slice(2);
const HEX = /^[0-9a-f]{64}$/;

function bad(seq, why) {
  console.log(`entry ${seq}: ${why}`);
  process.exit(1);
}

function hashed(row) {
  const kind = Buffer.from(row.kind, "utf8");
  const fixed = Buffer.alloc(51);
  Buffer.from(row.prev_hash, "hex").copy(fixed, 1);
  fixed.writeBigUInt64BE(BigInt(row.seq), 33);
  fixed.writeBigInt64BE(BigInt(row.at_ms), 41);
  fixed.writeUInt16BE(kind.length, 49);
  return createHash("sha256").update(fixed).update(kind).update(Buffer.from(row.body, "utf8")).digest("hex");
}

const rows = readFileSync(journal, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
let before = null;
let sealed = new Map();
rows.forEach((row, at) => {
  if (row.seq !== at + 1) bad(at + 1, `missing; ${row.seq} is there`);
  if (!HEX.test(row.prev_hash) || !HEX.test(row.hash)) bad(row.seq, "a hash is not 64 hex digits in lower case");
  if (hashed(row) !== row.hash) bad(row.seq, "its hash is not that of its content");
  if (before && before.hash !== row.prev_hash) bad(row.seq, "it does not follow from the entry before");
  if (before && before.at_ms > row.at_ms) bad(row.seq, "its time goes back");
  if ((row.kind === "JournalOpened") !== (row.seq === 1)) bad(row.seq, "opened by the first entry, and no other");
  if (/[^\x00-\x7f]/.test(row.body)) bad(row.seq, "its body is not ASCII");
  before = row;
  const body = JSON.parse(row.body);
  if (row.kind === "RoundOpened") sealed = new Map();
  if (body.card?.commitment) sealed.set(body.place, body.card.commitment);
  for (const one of row.kind === "CardsRevealed" ? body.cards : []) {
    const opened = createHmac("sha256", Buffer.from(one.opens, "hex")).update(one.card).digest("hex");
    if (sealed.get(one.place) !== opened) bad(row.seq, `the card at ${one.place} is not the one dealt there`);
  }
});
if (!rows.length) bad(1, "the journal is empty");

const first = rows[0];
const opened = JSON.parse(first.body);
if ((first.prev_hash === "0".repeat(64)) !== (opened.session === 1)) bad(1, "zeros stand before session 1 alone");
const named = [opened.simulated ? "tapis/1/simulation" : "tapis/1", opened.table, `${opened.session}`, first.hash];
const wrapped = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(key, "hex")]);
const trusted = createPublicKey({ key: wrapped, format: "der", type: "spki" });
let bound = 0;
// What stands after the last line feed was cut off by a crash.
for (const line of readFileSync(heads, "ascii").split("\n").slice(0, -1)) {
  const words = line.split(" ");
  const at = Number(words[5]);
  if (words.length !== 10 || words[8] !== key) bad(at, "its head is signed with a key that nobody named");
  const text = Buffer.from(line.slice(0, line.lastIndexOf(" ")));
  if (!verify(null, text, trusted, Buffer.from(words[9], "hex"))) bad(at, "the signature of its head does not hold");
  if (named.some((word, place) => words[place] !== word) || words[4] !== first.prev_hash) bad(1, "a head of another");
  if (at < bound || !rows[at - 1]) bad(at, "a head out of its order, or of an entry that is missing");
  if (rows[at - 1].hash !== words[6]) bad(at, "it is not the entry whose head was signed");
  bound = at;
}
if (bound < rows.length) bad(bound + 1, `not signed from entry ${bound + 1} on`);
console.log(`${rows.length} entries, head ${before.hash}`);
