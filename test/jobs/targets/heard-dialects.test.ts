import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeListText } from '../../../src/cli/nodes/node-list.ts';
import { hearDialects } from '../../../src/jobs/targets/first-answers.ts';
import { runProgram } from '../../cli/run-program.ts';
import { folderWith } from '../../e2e/built-cli.ts';
import { sandboxOf } from '../../fixtures/in-sandbox.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const TEXT = stepsIn('n1 100 - 100 n2 100 - 100 n3 100 - 100 n4 100 - 100 n5', [
  'pay: {from: n1, to: n3, amount: 30}',
  'pay: {from: n1, to: n3, amount: 3_000}',
]);

/** What a sandbox that speaks one dialect is heard to speak, where a node list says another, or nothing. */
async function heard(dialect: string, said?: string, lie?: Lie) {
  const { targets } = await sandboxOf(scenarioFrom(TEXT), { dialect, ...(lie && { lie }) });
  const listed = Object.entries(targets).map(([node, baseUrl]) => [
    node,
    { baseUrl, ...(said !== undefined && { dialect: said }) },
  ]);
  return await hearDialects(Object.fromEntries(listed));
}

describe('the dialect of nodes', () => {
  it('is heard from the first of them, for all of which none is said', async () => {
    const { taken, targets, mistaken } = await heard('raiden-light');
    expect(taken).toEqual({ dialect: 'raiden-light', by: 'n1, n2, n3' });
    expect(Object.values(targets).map(({ dialect }) => dialect)).toEqual(Array(5).fill('raiden-light'));
    expect(mistaken).toEqual([]);
  });

  it.each([
    ['raiden-light', 'raiden'],
    ['raiden', 'raiden-light'],
  ])('%s is heard where %s is said, which stays', async (dialect, said) => {
    const { taken, targets, mistaken } = await heard(dialect, said);
    expect([taken, targets['n1']?.dialect]).toEqual([undefined, said]);
    expect(mistaken[0]).toEqual({ node: 'n1', said, heard: dialect });
  });

  it('is the one that is said where several answer alike', async () => {
    expect(await heard('as-documented', 'as-documented')).toMatchObject({ mistaken: [] });
    expect(await heard('as-documented')).not.toHaveProperty('taken');
  });

  it('is the one that is said, or else the Python node, where an answer is like no dialect', async () => {
    const noSettings: Lie = async (request) =>
      request.path === '/settings' ? { status: 404, json: {} } : await request.forward();
    expect(await heard('raiden', undefined, noSettings)).toMatchObject({ mistaken: [] });
    const behindProxy: Lie = async (request) =>
      request.path === '/settings' ? { status: 500, json: 'no' } : await request.forward();
    expect(await heard('raiden', undefined, behindProxy)).not.toHaveProperty('taken');
    expect(await heard('raiden')).not.toHaveProperty('taken');
    const nobody = { n1: { baseUrl: 'http://127.0.0.1:9' } };
    expect(await hearDialects(nobody)).toEqual({ targets: nobody, mistaken: [] });
  });

  it('is told by a replay that takes nodes for what they answer as', async () => {
    const { targets } = await sandboxOf(scenarioFrom(TEXT), { dialect: 'raiden-light', speed: 100 });
    const folder = folderWith({ 'pays.yaml': TEXT });
    const list = join(folder, 'nodes.yaml');
    writeFileSync(list, nodeListText(targets));
    const args = ['--nodes', list, '--speed', '100', '--out', join(folder, 'runs')];
    const { note, code, out } = await runProgram(['replay', join(folder, 'pays.yaml'), ...args]);
    expect(note).toContain('Answers of n1, n2, n3 are those of raiden-light');
    expect(code, out).toBe(0);
  });
});
