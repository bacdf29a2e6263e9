import { expect, it } from 'vitest';
import { loadLiedTo } from '../fixtures/in-sandbox.ts';
import { differences, replayLiedTo } from '../fixtures/lied-to-replay.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import { scenarioFrom } from './scenario-text.ts';

const SCENARIO = scenarioFrom(`
question: Does rubbish show that is told once about pending transfers?
seed: 3
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
protocol: {view: exact, hopLatency: 1ms}
traffic:
  - {arrivals: {constant: {perSecond: 200}}, count: 6, amounts: 2}
`);

/** Rubbish at one look at n2's pending transfers, once so many payments have been answered and so many looks were true. */
function once({ payments, looks }: { readonly payments: number; readonly looks: number }): Lie {
  let answered = 0;
  let seen = 0;
  let isTold = false;
  return async (heard) => {
    const reply = await heard.forward();
    if (heard.method === 'POST') answered += 1;
    if (isTold || answered < payments || heard.node !== 'n2' || heard.path !== '/pending_transfers')
      return reply;
    seen += 1;
    if (seen <= looks) return reply;
    isTold = true;
    return { status: 200, json: '<html>' };
  };
}

it.each([
  { when: 'before', payments: 0, looks: 0 },
  // The first one is the last look at the load while it runs.
  { when: 'after', payments: 6, looks: 1 },
])('rubbish that is told once about pending transfers is found $when a load', async ({ when, ...told }) => {
  const { load } = await loadLiedTo(SCENARIO, once(told));
  expect(load.findings.map(({ check, node, title }) => ({ check, node, title }))).toEqual([
    {
      check: 'readable',
      node: 'n2',
      title: `n2 does not show its pending transfers ${when} the load, when it was asked once`,
    },
  ]);
});

it.each(['sequential', 'scenario'] as const)('so it is before a replay at pace %s', async (pace) => {
  const { comparison } = await replayLiedTo(SCENARIO, once({ payments: 0, looks: 0 }), { pace });
  expect(differences(comparison).map(({ title }) => title)).toEqual([
    'n2 does not show its pending transfers before the operations, when it was asked once',
  ]);
});
