import { describe, expect, it } from 'vitest';
import { LIES } from '../../fixtures/lies/lies.ts';
import { inRoles } from '../../fixtures/lies/told-to-check.ts';
import type { Heard, Reply } from '../../fixtures/lying-proxy.ts';

const HONEST: Reply = { status: 200, json: { total_deposit: '7', balance: '7' } };
const REQUESTS = {
  deposit: { total_deposit: '200' },
  withdraw: { total_withdraw: '50' },
  close: { state: 'closed' },
} as const;

/** Kinds of changes that are not passed on as they are, when this node is asked for each of them. */
async function liedAbout(name: string, node: string): Promise<readonly string[]> {
  const kind = LIES.find((lie) => lie.name === name);
  if (kind === undefined) throw new Error(`no lie ${name}`);
  const answers = Object.entries(REQUESTS).map(async ([change, body]) => {
    let isAsAsked = false;
    const heard: Heard = {
      node,
      method: 'PATCH',
      path: '/channels/0x0/0x0',
      body,
      addressOf: () => '0x0',
      gone: Promise.resolve(),
      forward: async (changed) => {
        isAsAsked = changed?.body === undefined || changed.body === body;
        return HONEST;
      },
    };
    const said = await inRoles(kind)(heard);
    return said === HONEST && isAsAsked ? [] : [change];
  });
  return (await Promise.all(answers)).flat();
}

describe('a lie that is told to a check', () => {
  it.each([
    ['ignoring a deposit', 'erin', ['deposit']],
    ['ignoring a withdrawal', 'bob', ['withdraw']],
    ['ignoring a close', 'dave', ['close']],
    ['closing after the answer', 'dave', ['close']],
    ['refusing every change to a channel', 'dave', ['deposit', 'withdraw', 'close']],
  ])('is about what it is named for: %s', async (name, node, kinds) => {
    expect(await liedAbout(name, node)).toEqual(kinds);
  });
});
