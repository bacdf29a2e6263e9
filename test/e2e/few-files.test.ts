import { expect, it } from 'vitest';
import { folderWith, GOOD_SCENARIO, shell } from './built-cli.ts';

// Each payment holds its connection for seconds, and 500 begin at once.
const MANY = `question: Do 500 payments in flight fit?
seed: many
network: {topology: {line: {nodes: 3}}, capacity: 1_000_000}
protocol: {hopLatency: {fixed: 20s}}
traffic: [{name: all, arrivals: {constant: {perSecond: 1000}}, duration: 500ms, amounts: 1}]
`;

it.each([
  'load many.yaml --sandbox --rate 500 --duration 1',
  'replay many.yaml --sandbox --speed 10 --pace scenario',
])('%s ends with what to set where too few files may be open', (command) => {
  const folder = folderWith({ 'many.yaml': MANY });
  const { code, stderr } = shell(folder, 'ulimit -n 64; ', command);
  expect(stderr).toContain('up to 500 payments may be in flight');
  expect(stderr).toContain('run `ulimit -n 1064` before');
  expect(stderr).toContain('error: this process may have no more files and connections open');
  expect(stderr).not.toMatch(/EMFILE|undefined/);
  expect(code).toBe(2);
});

it('a check whose nodes need more files says what to set, and that nobody else is to blame', () => {
  const grid = MANY.replace('line: {nodes: 3}', 'grid: {rows: 8, columns: 8}');
  const folder = folderWith({ 'many.yaml': grid });
  const { code, stderr } = shell(folder, 'ulimit -n 64; ', 'check many.yaml --sandbox --time 10s');
  expect(stderr).toMatch(/error: this process may have no more files .*\n.*`ulimit -n \d+`/);
  expect(stderr).not.toMatch(/EMFILE|undefined/);
  expect(code).toBe(2);
});

it('serving more nodes than that says so, too, and not that a port is taken', () => {
  const grid = MANY.replace('line: {nodes: 3}', 'line: {nodes: 80}');
  const { code, stderr } = shell(
    folderWith({ 'many.yaml': grid }),
    'ulimit -n 64; ',
    'serve many.yaml --port 0',
  );
  expect(stderr).toContain('error: this process may have no more files and connections open');
  expect(code).toBe(2);
});

// A WebAssembly memory reserves more addresses than this process may have.
it('a simulation in eight gigabytes of addresses ends as elsewhere', () => {
  const folder = folderWith({ 'a.yaml': GOOD_SCENARIO });
  expect(shell(folder, 'ulimit -v 8000000; ', 'simulate a.yaml')).toMatchObject({ code: 0 });
});
