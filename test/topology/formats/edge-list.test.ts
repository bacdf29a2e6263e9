import { describe, expect, it } from 'vitest';
import { readEdgeList } from '../../../src/topology/formats/edge-list.ts';
import { structureOf } from '../../../src/topology/formats/graph-structure.ts';
import { faultsOf } from '../../fixtures/faults-of.ts';
import { withNames } from '../structure-fixture.ts';

const read = (text: string) => withNames(structureOf(readEdgeList({ file: 'net.edgelist', text })));

describe('an edge list', () => {
  it('may write capacities as Python 2, Python 3 or JSON do', () => {
    const text =
      '0 1 {\'capacity\': u\'250000\'}\n1 2 {\'capacity\': 7}\n2 3 {"capacity": "9", "policy": None}\n';
    expect(read(text).channels.map(({ capacity }) => capacity)).toEqual([250_000n, 7n, 9n]);
  });

  it('may have a node called graph', () => {
    expect(read("# x  \ngraph b {'capacity': 9}\ndigraph c {}\n").channels).toHaveLength(2);
  });

  it('may leave capacities out, and have comments, empty lines and Windows line ends', () => {
    const structure = read('# nodes\r\n% konect graph\r\n\r\na b {} # main\r\nb c\r\n');
    expect(structure.nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(structure.channels).toEqual([{ between: ['a', 'b'] }, { between: ['b', 'c'] }]);
  });

  it('may have weights in place of capacities, and loops, which are left out', () => {
    const { channels, notes } = read("a b 5\na,c,7.0\nb c {'weight': 9.0, 'x': 1}\nc c 1\n");
    expect(channels.map(({ capacity }) => capacity)).toEqual([5n, 7n, 9n]);
    const told = [
      'channels whose capacity is their weight: 1',
      'channels of a node with itself, left out: 1',
    ];
    expect(notes).toEqual([...told, 'fields left aside: x (1)']);
  });

  it.each([
    ["a b {'capacity': 1}\na\n", 'net.edgelist:2:1: found "a", expected `node node {attributes}`'],
    ['a b 2.5', 'net.edgelist:1:1: capacity: found "2.5", expected a whole number'],
    ["a b {'capacity': '7}\n", 'net.edgelist:1:1: capacity: found "\'7"'],
    ['\n# x\na a {}', 'net.edgelist: found no channels'],
    ['', 'net.edgelist: found no channels'],
    ['Creator "x"\ngraph\n[\n  node [ id 0 ]\n]\n', 'net.edgelist: found GML, Pajek, DOT'],
    ['% by hand\n*Vertices 2\n1 a\n2 b\n*Edges\n1 2 100\n', 'net.edgelist: found GML, Pajek, DOT'],
    ['// by neato\ndigraph "x" {\n  a -> b;\n}\n', 'net.edgelist: found GML, Pajek, DOT'],
  ])('%j is refused with file and line', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('reports several faults at once, but not thousands', () => {
    const faults = (text: string) => faultsOf(() => read(text)).length;
    expect(faults('a\nb c\nd')).toBe(2);
    expect(faults('{"a": 1}\n'.repeat(5_000))).toBe(10);
  });
});
