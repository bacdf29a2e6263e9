import { expect, it } from 'vitest';
import { type Json, list } from '../../fixtures/liars.ts';
import { findingsOf } from '../../fixtures/lied-to-replay.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

/** Alice lists a channel that she has shown as closed for ever. */
function listing(): Lie {
  let closed: Json | undefined;
  return async (heard) => {
    const reply = await heard.forward();
    if (heard.node !== 'alice' || !/^\/channels(?:\/\w+)?$/.test(heard.path)) return reply;
    const channels = list(reply.json);
    closed = channels.find(({ state }) => state === 'closed') ?? closed;
    const isGone = channels.length === 1 && closed !== undefined;
    return isGone ? { ...reply, json: [...channels, closed] } : reply;
  };
}

const CHANNELS = 'alice 100 - 0 bob, alice 100 - 0 carol';
const CLOSED = [
  'stop: bob',
  'close: {from: alice, to: bob}',
  'start: bob',
  'observe: {channels: {node: alice, states: [closed, opened]}}',
];

it.each([
  { pace: 'sequential', wait: '1h', findings: 1 },
  { pace: 'scenario', wait: '1h', findings: 1 },
  // Of 20 blocks of a second.
  { pace: 'scenario', wait: '10s', findings: 0 },
] as const)(
  'a closed channel that is listed $wait later, at pace $pace: $findings findings',
  async ({ pace, wait, findings }) => {
    const network = 'settleTimeout: 20, revealTimeout: 5';
    const steps = [
      ...CLOSED,
      `wait: ${wait}`,
      'observe: {channels: {node: alice, states: [closed, opened]}}',
    ];
    const found = await findingsOf(pace, scenarioFrom(stepsIn(CHANNELS, steps, { network })), listing());
    const stale = found.filter(({ check, predicted }) => check === 'balances' && predicted === 'not there');
    expect(stale).toHaveLength(findings);
  },
);
