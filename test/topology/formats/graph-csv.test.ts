import { expect, it } from 'vitest';
import { readGraphCsv } from '../../../src/topology/formats/graph-csv.ts';

const read = (text: string, columns = {}) => readGraphCsv({ file: 'net.csv', text }, columns);

it.each([
  ['source,target,capacity\na,b,500.00\n', 'net.csv:2:1: capacity: found "500.00", expected a whole number'],
  ['source,target,capacity\na,b\n', 'net.csv:2:1: found 2 cells, expected 3 as in the header'],
  ['source,target,capacity\na,b,12,5\n', 'net.csv:2:1: found 4 cells, expected 3 as in the header'],
  ['source,target,capacity,capacity\na,b,12,5\n', 'net.csv:1:1: found the column capacity twice'],
])('a table is refused whose cells are no whole amounts or have no single meaning: %j', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

it('a table of Gephi has capitals, and columns that are left aside', () => {
  const odd = Array.from({ length: 21 }, (_, index) => `x${index}`).join();
  const { channels, notes } = read(`Source,Target,Kind,Id,Weight,${odd}\n0,1,x,0,7.0,${odd}\n`);
  expect(channels).toMatchObject([{ between: [0, 1], capacity: 7n }]);
  expect(notes[1]).toMatch(/^fields left aside: Kind \(1\), x0 \(1\), .*, x18 \(1\) and 2 more$/);
});

it('a column loses the meaning of its name to the one that is named for it', () => {
  const { channels } = read('source,target,capacity,size\na,b,1,12\n', { capacity: 'size' });
  expect(channels).toMatchObject([{ capacity: 12n }]);
});
