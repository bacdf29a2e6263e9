import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as api from '../../src/index.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

const page = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8');

const SCENARIO = scenarioFrom(
  'question: q\nseed: 1\nnetwork: {topology: {line: {nodes: 2}}, capacity: 10}\n',
);

describe('the page on using it from code', () => {
  // The programs are run by .ci/package.sh, in a project that has the package.
  it.each(['simulate', 'replay', 'own-property'])('shows the program examples/%s.mjs as it is', (name) => {
    const program = readFileSync(new URL(`../../examples/${name}.mjs`, import.meta.url), 'utf8');
    expect(page).toContain(`\`\`\`js\n${program}\`\`\``);
  });

  it('takes a scenario with a seed, and the URL of a node', async () => {
    const run = await api.simulate(SCENARIO, { seed: 8 });
    expect(run.header.seed).toBe('8');
    const node = api.connectNode('http://127.0.0.1:9');
    // @ts-expect-error the field is called target
    const wrong: Parameters<typeof node.pay>[0] = { to: '0x' };
    for (const payment of [wrong, undefined as never])
      await expect(node.pay(payment)).rejects.toThrow(
        'Write pay({token: "0x…", target: "0x…", amount: 10n})',
      );
    expect(await node.address()).toMatchObject({ kind: 'unreachable' });
    await node.close();
  });

  it.each([
    [() => api.simulate('question: q' as never), 'simulate() was called without scenario'],
    [
      () => api.replay({ scenario: SCENARIO, targets: null } as never),
      'without targets\n  Write replay({scenario, targets}).',
    ],
    [() => api.load(SCENARIO as never), 'load() was called without scenario and targets'],
    [() => api.startSandbox(SCENARIO as never), 'startSandbox() was called without scenario'],
    [() => api.plan(SCENARIO as never), 'plan() was called without source'],
    [async () => api.parseScenario('question: q' as never), 'Write parseScenario({file, text}).'],
    [async () => api.connectNode({} as never), 'Write connectNode({baseUrl}).'],
    [async () => api.connectNode({ baseUrl: null as never }), 'Write connectNode({baseUrl}).'],
  ])('names what a call from JavaScript leaves out: %s', async (call, text) => {
    await expect(call()).rejects.toThrow(text);
  });

  const { load, parseScenario, plan, replay, startSandbox } = api;
  it.each([load, parseScenario, plan, replay, startSandbox])('names what is missing: %o', async (call) => {
    const none = async () => call(undefined as never);
    await expect(none()).rejects.toThrow(`${call.name}() was called without`);
  });

  it('types the metrics of a run by their names', async () => {
    const run = await api.simulate({ scenario: SCENARIO });
    const metrics = api.metricsOf(run);
    const every: number = metrics.success_rate;
    const some: number | undefined = metrics.online_share;
    const reason: number | undefined = metrics['failures.no-route'];
    // @ts-expect-error no metric has such a name
    const none: unknown = metrics.successrate;
    expect([every, some, reason, none]).toEqual([0, undefined, undefined, undefined]);
  });

  it('describes every field of a run', () => {
    const run: Required<Record<keyof api.Run, true>> = {
      header: true,
      start: true,
      plan: true,
      records: true,
      end: true,
      readings: true,
      partial: true,
      prediction: true,
      comparison: true,
      disturbances: true,
      depletedEnds: true,
      exchanges: true,
      load: true,
    };
    const described = [...page.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, name]) => name);
    expect(described).toEqual(Object.keys(run));
  });

  it('names what can be imported, and nothing else', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name as string));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !(name in api))).toEqual([]);
  });
});
