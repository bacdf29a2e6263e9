import { expect, it } from 'vitest';
import { readGraphCsv } from '../../../src/topology/formats/graph-csv.ts';

it('a capacity that may be written in whole tokens is refused', () => {
  expect(() => readGraphCsv({ file: 'net.csv', text: 'source,target,capacity\na,b,500.00\n' })).toThrow(
    'net.csv:2:1: capacity: found "500.00", expected a whole number',
  );
});
