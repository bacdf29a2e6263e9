import { describe, expect, it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lie, Reply } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';
import { loadLiedTo, sandboxOf } from '../../fixtures/in-sandbox.ts';
import { replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { nodeListText } from '../../../src/cli/nodes/node-list.ts';
import { toldVersion } from '../../../src/jobs/targets/first-answers.ts';
import { runProgram } from '../../cli/run-program.ts';
import { folderWith } from '../../e2e/built-cli.ts';

const SCENARIO = scenarioFrom(`
question: How long is a node waited for that never answers?
seed: 1
network: {topology: {line: {nodes: 4}}, capacity: 1_000}
load: {deadline: 100ms}
traffic:
  - {arrivals: {constant: {perSecond: 10}}, count: 2, amounts: 1}
`);

/** Targets of which three take every request and answer none, the first ones that are asked. */
const hung: Lie = async (heard) =>
  heard.node === 'n4' ? await heard.forward() : await new Promise<never>(() => {});

describe.concurrent('the deadline of a run whose nodes hang from the start', () => {
  // Three seconds are the least; half a minute for each of three nodes is what it was.
  const said = 'node n1 does not answer: no answer within 3000 ms';

  it('holds for a load', async () => {
    await expect(loadLiedTo(SCENARIO, hung)).rejects.toThrow(said);
  });

  it('holds for a replay', async () => {
    await expect(replayLiedTo(SCENARIO, hung, { speed: 1, deadlineMs: 100 })).rejects.toThrow(said);
  });
});

const TEXT = stepsIn('n1 100 - 100 n2 100 - 100 n3', ['pay: {from: n1, to: n3, amount: 30}']);

/** The nodes of a sandbox, which answer as told when they are asked for their version. */
async function nodesThatTell(answer: (node: string) => Reply) {
  const lie: Lie = async (request) =>
    request.path === '/version' ? answer(request.node) : await request.forward();
  return await sandboxOf(scenarioFrom(TEXT), { speed: 100, lie });
}

async function told(answer: (node: string) => Reply): Promise<string | undefined> {
  const { targets } = await nodesThatTell(answer);
  const listed = Object.entries(targets).map(([node, baseUrl]) => [node, { baseUrl }]);
  return await toldVersion(Object.fromEntries(listed));
}

describe('the version of nodes', () => {
  it('is what the first of them tell, each once', async () => {
    expect(await told(() => ({ status: 200, json: { version: '3.0.1' } }))).toBe('3.0.1');
    const one = await told((node) => ({ status: 200, json: { version: node === 'n2' ? '3.1.0' : '3.0.1' } }));
    expect(one).toBe('3.0.1, 3.1.0');
  });

  it('is unknown of nodes that tell none', async () => {
    expect(await told(() => ({ status: 404, json: {} }))).toBeUndefined();
    expect(await told(() => ({ status: 200, json: { version: '' } }))).toBeUndefined();
    expect(await toldVersion({ n1: { baseUrl: 'http://127.0.0.1:9' } })).toBeUndefined();
  });

  it('is short, and nothing that a terminal would obey', async () => {
    const version = await told(() => ({ status: 200, json: { version: `\u001b[2J${'9'.repeat(5000)}` } }));
    expect(version).toMatch(/^\\u001b\[2J9+…$/);
    expect(version?.length).toBeLessThan(100);
  });

  it('is kept by a replay of nodes that are listed, beside what --build says', async () => {
    const { targets } = await nodesThatTell(() => ({ status: 200, json: { version: '3.0.9' } }));
    const folder = folderWith({ 'pays.yaml': TEXT });
    const list = join(folder, 'nodes.yaml');
    writeFileSync(list, nodeListText(targets));
    const args = ['--nodes', list, '--speed', '100', '--build', 'candidate', '--json', '--out', folder];
    const { code, note } = await runProgram(['replay', join(folder, 'pays.yaml'), ...args]);
    expect(code, note).toBe(0);
    const kept = /Report +(\S+)\//.exec(note)?.[1] ?? note;
    const read = (file: string) => readFileSync(join(kept, file), 'utf8');
    expect(JSON.parse(read('run.json'))).toMatchObject({ build: 'candidate', nodesVersion: '3.0.9' });
    expect(JSON.parse(read('entry.json'))).toMatchObject({ build: 'candidate', nodesVersion: '3.0.9' });
    expect(read('report.html')).toMatch(/<dt>Versions<\/dt>\s*<dd>nodes 3\.0\.9, millrace/);
  });
});
