import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import { filesUnder, folderWith } from '../e2e/built-cli.ts';
import { startRubbishNodes } from '../fixtures/rubbish-nodes.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { drawn, type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import { runTried } from './tried-command.ts';
import { SHORT } from './tried-scenarios.ts';

const SPEED = 1000;
const TRIES = 6;
const SECRETS = {
  header: 'hunter2-in-a-header',
  variable: 'hunter2-in-the-environment',
  url: 'hunter2-in-a-url',
};
const REFUSAL = '{"errors":"not authorized"}';
const REFUSED = Buffer.from(
  `HTTP/1.1 401 Unauthorized\r\nContent-Length: ${REFUSAL.length}\r\nContent-Type: application/json\r\n\r\n${REFUSAL}`,
);
const CUT = Buffer.from('HTTP/1.1 200 O');

/** Credentials in a node list, of nodes that take them, refuse them, or go away. */
export const credentials: HardTries = {
  kind: 'Credentials',
  what: 'In headers of the node list, in the environment, in a base URL, which is refused; the nodes take them, refuse them or break off. Every written file and all that is printed is searched, also for the forms in which they are sent.',
  rows: [
    row('replay', ['replay', 'short.yaml', '--nodes', 'nodes.yaml']),
    row('load', ['load', 'short.yaml', '--nodes', 'nodes.yaml', '--rate', '50', '--duration', '0.5']),
    row(
      'load --find-capacity',
      'load short.yaml --nodes nodes.yaml --find-capacity p(99)<1s --rate 5 --duration 0.2'.split(' '),
    ),
    row(
      'load --export k6',
      'load short.yaml --nodes nodes.yaml --rate 5 --duration 1 --export k6'.split(' '),
    ),
    row('check', ['check', '--nodes', 'nodes.yaml', '--runs', '2', '--time', '5s', '--junit', 'junit.xml']),
    row('check --contract', ['check', '--contract', '--nodes', 'nodes.yaml', '--junit', 'junit.xml']),
  ],
};

function row(name: string, args: readonly string[]): TriedRow {
  const withProgress = name.startsWith('check') || name.startsWith('replay') || name.startsWith('load');
  return {
    name: `\`${name}\``,
    tries: TRIES,
    atOnce: 2,
    async start() {
      const sandbox = await startSandbox({ scenario: scenarioFrom(SHORT), speed: SPEED });
      return {
        async attempt(random, index) {
          // None, at once, or after some answers.
          const truths = drawn(random, [20, 60]) * (index % 2);
          const answer = [undefined, REFUSED, CUT][index % 3];
          let asked = 0;
          const nodes = await startRubbishNodes(sandbox.targets, () => {
            asked += 1;
            return asked > truths ? answer : undefined;
          });
          try {
            const list = listed(nodes.targets, { isInUrl: index === TRIES - 1 });
            const folder = folderWith({ 'short.yaml': SHORT, 'nodes.yaml': list });
            const line = withProgress ? [...args, '--no-progress', '--deadline', '2'] : args;
            const { text } = await runTried(line, folder, { env: { TOKEN: SECRETS.variable } });
            requireNone(text, 'the output');
            for (const file of filesUnder(folder).filter((each) => each !== 'nodes.yaml'))
              if (statSync(join(folder, file)).isFile())
                requireNone(readFileSync(join(folder, file), 'latin1'), file);
          } finally {
            await nodes.close();
          }
        },
        stop: () => sandbox.stop(),
      };
    },
  };
}

function listed(
  targets: Readonly<Record<string, string>>,
  { isInUrl }: { readonly isInUrl: boolean },
): string {
  const headers = {
    Authorization: `Basic ${encoded(SECRETS.header)}`,
    'X-Key': SECRETS.header,
    'X-Token': '${TOKEN}',
  };
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(targets).map(([name, url]) => [
        name,
        { url: isInUrl ? url.replace('//', `//user:${SECRETS.url}@`) : url, headers },
      ]),
    ),
  );
}

function requireNone(text: string, where: string): void {
  for (const secret of Object.values(SECRETS))
    for (const form of [secret, encoded(secret)])
      mustHold(!text.includes(form), `${form} stands in ${where}`, text);
}

function encoded(secret: string): string {
  return Buffer.from(`user:${secret}`).toString('base64');
}
