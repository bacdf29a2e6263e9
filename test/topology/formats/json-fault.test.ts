import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFault } from '../../../src/errors.ts';
import { jsonFault, jsonPlace } from '../../../src/topology/formats/json-fault.ts';

const fault = (text: string): string => describeFault(jsonFault({ file: 'f.json', text }));

describe('a fault in JSON', () => {
  it.each([
    ['{"a": 1,}', 'f.json:1:9: found "}", expected a key'],
    ['{"a" 1}', 'f.json:1:6: found "1}", expected a colon'],
    ['[1 2]', 'f.json:1:4: found "2]", expected a comma or ]'],
    ['[1,\n 2,\n ]', 'f.json:3:2: found "]", expected a value'],
    ['{"a": [1, 2}', 'f.json:1:12: found "}", expected a comma or ]'],
    ["{'a': 1}", 'f.json:1:2: found "\'a\': 1}", expected a key or }'],
    ['{"a": 1} x', 'f.json:1:10: found "x", expected the end'],
    ['{"a": "never closed', 'f.json:1:7: found "\\"never closed", expected a value'],
    ['[[1], {"b": null}', 'f.json:1:18: found the end of the file, expected a comma or ]'],
  ])('%j is told with line and column', (text, message) => {
    expect(fault(text)).toBe(message);
  });

  it('is found at the cut, or where the cut thing begins, in any JSON cut short', () => {
    const property = fc.property(fc.json(), fc.nat(), (json, at) => {
      const cut = json.slice(0, at % json.length);
      fc.pre(!isJson(cut));
      const { place } = jsonFault({ file: 'f', text: cut });
      expect(place?.column).toBeLessThanOrEqual(cut.length + 1);
      expect(place?.column).toBeGreaterThan(0);
    });
    fc.assert(property);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['edges[1].source', 3, 31],
  ['edges[0].attributes.capacity', 2, 59],
  ['nodes', 1, 11],
  // What is missing stands nowhere: the place is that of what should hold it.
  ['edges[1].target', 3, 3],
  ['links', 1, 1],
])('the place of %s is where its value begins', (path, line, column) => {
  const text = [
    '{"nodes": ["]", {"edges": 1}], "edges": [',
    '  {"source": "a", "attributes": {"label": "", "capacity": -1}},',
    '  {"x\\n": [{}, []], "source": 5}]}',
  ].join('\n');
  JSON.parse(text);
  const place = jsonPlace({ file: 'a.json', text, path });
  expect(place).toMatchObject({ file: 'a.json', path, line, column });
});
