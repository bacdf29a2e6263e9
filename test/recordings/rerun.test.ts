import { beforeAll, describe, expect, it } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { type Rerun, rerun } from './rerun.ts';

describe('a sandbox that is asked what live nodes were asked', () => {
  let all: readonly Rerun[];
  beforeAll(async () => {
    all = await rerun();
  });

  it('gives the same answers, but where a cause is known', () => {
    for (const { exchange, recorded, answered } of all)
      if (!KNOWN_DIFFERENCES.has(exchange.step))
        expect(answered, `step ${exchange.step}: ${exchange.name}`).toEqual(recorded);
  });

  it('does give another answer wherever a cause is listed', () => {
    const others = all.filter((one) => !agrees(one)).map(({ exchange }) => exchange.step);
    expect(others).toEqual([...KNOWN_DIFFERENCES.keys()].sort((one, other) => one - other));
  });

  it('agrees in 188 of 190 exchanges at least', () => {
    expect(all).toHaveLength(190);
    expect(all.filter(agrees).length).toBeGreaterThanOrEqual(188);
  });

  it('and its page says where it does not', async () => {
    await expect(agreementPage(all)).toMatchFileSnapshot('agreement.md');
  });
});

/** Whether the sandbox answered as the recorded node did. */
function agrees({ recorded, answered }: Rerun): boolean {
  return isDeepStrictEqual(recorded, answered);
}

/** How many exchanges agree, and the others with their causes, as a page. */
function agreementPage(all: readonly Rerun[]): string {
  const others = all.filter((one) => !agrees(one));
  const rows = others.map(({ exchange, recorded, answered }) => {
    const { step, node, name, request } = exchange;
    const asked = `node ${node}: ${request.method} ${name.startsWith(request.method) ? name.slice(request.method.length + 1) : name}`;
    return `| ${step} | ${short(asked)} | ${answerOf(recorded)} | ${answerOf(answered)} | ${KNOWN_DIFFERENCES.get(step) ?? ''} |`;
  });
  return `# Where a sandbox answers as live nodes did

Written by \`test/recordings/rerun.test.ts\`, which sends every recorded request to a sandbox over HTTP, in order and no sooner than it was sent to the live nodes, and freezes, thaws, stops and starts nodes where they were frozen or died. Compared are status, headers and body. Masked are secrets, identifiers, log times and hashes of transactions; what stands after \`PFS:\` is compared by its class of reason.

**${all.length - others.length} of ${all.length} exchanges agree.** The others:

| Step | Request | Live node | Sandbox | Cause |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function answerOf({ status, body }: Rerun['recorded']): string {
  if (status === 0) return 'none';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `${status} \`${short(text)}\``;
}

// Whole bodies stand in the recordings.
const MOST_SHOWN = 90;

function short(text: string): string {
  const line = text.replaceAll('|', '\\|').replaceAll('`', "'");
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, MOST_SHOWN)}...`;
}
