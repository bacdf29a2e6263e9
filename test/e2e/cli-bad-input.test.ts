import { createServer } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { filesUnder, folderWith, GOOD_SCENARIO, runCli } from './built-cli.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

interface BadInput {
  readonly what: string;
  readonly files?: Files;
  readonly run: string;
  /** What the message must say; one message, whatever else is wrong because of it. */
  readonly says: string;
  /** A path without which this machine cannot show it. */
  readonly needs?: string;
}

// What else a scenario can say wrongly stands in test/scenario/faults.yaml, with all that is told of it.
const BAD_INPUTS: readonly BadInput[] = parse(
  readFileSync(new URL('bad-input.yaml', import.meta.url), 'utf8'),
);

const OTHERS: readonly BadInput[] = [
  {
    what: 'a scenario that stands where a conversion would write one',
    files: { 'channels.json': readFileSync('examples/raiden-hub/channels.json'), 'mine/me.yaml': 'mine' },
    run: 'convert channels.json mine',
    says: String.raw`mine/me\.yaml exists already`,
  },
  {
    what: 'a scenario that is not text',
    files: { 'a.yaml': new Uint8Array([0xff, 0xfe, 0, 1]) },
    run: 'validate a.yaml',
    says: String.raw`a\.yaml:1:1: is not UTF-8 text`,
  },
];

// A port that is taken and one where nobody listens; filled before the first test.
const ports = { taken: 0, closed: 0 };
const taken = createServer();

beforeAll(async () => {
  ports.taken = await listen(taken);
  const gone = createServer();
  ports.closed = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
});

afterAll(() => void taken.close());

describe.concurrent('bad input gives one clear message, the right exit code and no file', () => {
  for (const { what, files, run, says, needs } of [...BAD_INPUTS, ...OTHERS]) {
    const missing = needs !== undefined && !existsSync(needs);
    it.skipIf(missing)(missing ? `${what} (skipped: no ${needs}; Linux has it)` : what, async () => {
      await expectRefusal(run.split(' ').filter(Boolean), { files, says: new RegExp(says) });
    });
  }

  it('a name that would end a line', async () => {
    const args = ['convert', 'channels.json', 'mine', '--name', 'me\nseed: 9'];
    await expectRefusal(args, {
      files: { 'channels.json': '' },
      says: /'--name <name>'.* is invalid\. A name has/s,
    });
  });

  it('a port that is taken', async () => {
    const args = ['serve', 'a.yaml', '--port', String(ports.taken), '--path-finding-port', '0'];
    await expectRefusal(args, { says: new RegExp(`${ports.taken}`) });
  });

  it('a node that does not answer ends with 3', async () => {
    const gone = `http://127.0.0.1:${ports.closed}`;
    const nodes = `n1: ${gone}\nn2: ${gone.replace('127.0.0.1', 'localhost')}\nn3: ${gone}/third\n`;
    await expectRefusal(['replay', 'a.yaml', '--nodes', 'nodes.yaml'], {
      files: { 'nodes.yaml': nodes },
      code: 3,
      says: new RegExp(`n1[^]*${ports.closed}`),
    });
  });
});

async function expectRefusal(
  args: readonly string[],
  { files, code = 2, says }: { files?: Files | undefined; readonly code?: 2 | 3; readonly says: RegExp },
): Promise<void> {
  const texts = Object.entries({ 'a.yaml': '$GOOD', ...files }).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.replace('$GOOD', GOOD_SCENARIO) : text,
  ]);
  const folder = folderWith(Object.fromEntries(texts) as Files);
  const before = filesUnder(folder);
  const result = await runCli(args, { folder });
  expect(result.stderr).toMatch(says);
  expect(result.code).toBe(code);
  expect(result.stderr, 'a bare stack trace').not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(result.stdout).toBe('');
  expect(filesUnder(folder), 'files left behind').toEqual(before);
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
