import type { RandomStream } from '../../src/ports/random.ts';
import { drawn, drawnBelow } from './hard-tries.ts';

// Bytes that mean something to one of the formats, and numbers, names and texts at which readers break.
const PIECES = [
  '\0 \n \r \t " \' { } [ ] : , - # & * ! | < > % null true -1 -0 1e400 NaN .5 0x10 1_0 ٣ __proto__ constructor'.split(
    ' ',
  ),
  [
    '\u001b[2J',
    '\u202e',
    '\ufeff',
    '\ud800',
    '../../x',
    '&lt;',
    '<![CDATA[',
    '<!--',
    '${HOME}',
    '9'.repeat(100),
    ' ',
  ],
  ['<!DOCTYPE x [<!ENTITY a "b">]>', 'x'.repeat(5000)],
  ['[[', '{"a":', '- ', '<a>'].map((opening) => opening.repeat(500)),
]
  .flat()
  .map((text) => Buffer.from(text));
const UNREADABLE = [
  Buffer.from([0xff]),
  Buffer.from([0xc3]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xff, 0xfe]),
];

/** Some bytes with one to three changes by chance: flipped, cut, doubled, put in, or moved. */
export function mutated(bytes: Buffer, random: RandomStream): Buffer {
  let now = bytes;
  for (let left = 1 + drawnBelow(random, 3); left > 0; left -= 1) now = drawn(random, MUTATIONS)(now, random);
  return now;
}

type Mutation = (bytes: Buffer, random: RandomStream) => Buffer;

const MUTATIONS: readonly Mutation[] = [
  // One byte becomes another.
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[drawnBelow(random, changed.length)] = drawnBelow(random, 256);
    return changed;
  },
  // It ends early, as a copy that was broken off.
  (bytes, random) => bytes.subarray(0, drawnBelow(random, bytes.length)),
  // Something is left out or stands twice.
  (bytes, random) => {
    const [from, to] = span(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const [from, to] = span(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  // Something is put in.
  (bytes, random) => {
    const at = drawnBelow(random, bytes.length + 1);
    return Buffer.concat([
      bytes.subarray(0, at),
      drawn(random, [...PIECES, ...UNREADABLE]),
      bytes.subarray(at),
    ]);
  },
  // A word or a number is another one: most often the format holds, and its meaning does not.
  (bytes, random) => withWord(bytes, random, (_words, chance) => drawn(chance, PIECES).toString()),
  (bytes, random) => withWord(bytes, random, (words, chance) => drawn(chance, words)),
  // Two lines change places.
  (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    const [one, other] = [drawnBelow(random, lines.length), drawnBelow(random, lines.length)];
    [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
    return Buffer.from(lines.join('\n'), 'latin1');
  },
];

function span(bytes: Buffer, random: RandomStream): readonly [from: number, to: number] {
  const from = drawnBelow(random, bytes.length + 1);
  return [from, Math.min(bytes.length, from + 1 + drawnBelow(random, 40))];
}

const WORD = /[\w.-]+/g;

function withWord(
  bytes: Buffer,
  random: RandomStream,
  other: (words: readonly string[], random: RandomStream) => string,
): Buffer {
  const text = bytes.toString('latin1');
  const words = [...text.matchAll(WORD)];
  const word = words[drawnBelow(random, words.length)];
  if (word === undefined) return bytes;
  const put = Buffer.from(
    other(
      words.map(([each]) => each),
      random,
    ),
  ).toString('latin1');
  return Buffer.from(text.slice(0, word.index) + put + text.slice(word.index + word[0].length), 'latin1');
}
