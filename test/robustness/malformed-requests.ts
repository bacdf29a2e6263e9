import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { folderWith, startCli } from '../e2e/built-cli.ts';
import { exchanged, garbageBytes, garbageOnTheWire } from '../rest/garbage.ts';
import { type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import { requireWords } from './tried-command.ts';

// The network of the garbage: its addresses follow from seed and names.
const LINE = `question: q
seed: line
tokens: [{name: DAI, decimals: 18}, {name: WETH, decimals: 18}]
network:
  token: DAI
  topology:
    channels:
      - {between: [alice, bob], deposits: [1000, 1000]}
      - {between: [bob, carol], deposits: [1000, 1000]}
traffic: []
`;
const SEED = 7;
const AT_ONCE = 40;
// Three nodes and the path-finding service.
const PORTS = 4;
const LONGEST_MS = 1_200_000;

/** Requests of every form to a sandbox, on raw connections. */
export const malformedRequests: HardTries = {
  kind: 'Malformed requests',
  what: 'To the ports of `serve`, on raw connections. Never a 500; afterwards every port answers as before, no connection is left open, and Ctrl-C ends it in good order.',
  rows: [
    row('requests', { tries: 15_000, bytes: garbageOnTheWire }),
    row('requests that are cut, joined or none', { tries: 5000, bytes: garbageBytes }),
  ],
};

interface Sent {
  readonly tries: number;
  readonly bytes: fc.Arbitrary<Uint8Array>;
}

function row(name: string, { tries, bytes }: Sent): TriedRow {
  return {
    name,
    tries,
    atOnce: AT_ONCE,
    async start() {
      const folder = folderWith({ 'line.yaml': LINE });
      const args = ['serve', 'line.yaml', '--port', '0', '--path-finding-port', '0', '--speed', '1000'];
      // The number of the process, whose open files are counted.
      const cli = startCli(args, { folder, timeoutMs: LONGEST_MS, before: 'echo "pid $$" >&2' });
      const pid = /pid (\d+)/.exec(await cli.until(/pid \d+/))?.[1] ?? '';
      const ports = [...(await cli.until(/Stop with Ctrl-C/)).matchAll(/  http:\/\/127\.0\.0\.1:(\d+)/g)].map(
        ([, port]) => Number(port),
      );
      mustHold(ports.length === PORTS, `${ports.length} ports`);
      const atFirst = openFilesOf(pid);
      const said = fc.sample(bytes, { numRuns: tries, seed: SEED });
      return {
        async attempt(_random, index) {
          const sent = said[index] as Uint8Array;
          const answer = await exchanged(ports[index % ports.length] as number, sent);
          const shown = JSON.stringify(Buffer.from(sent).toString('latin1').slice(0, 500));
          mustHold(!/^HTTP\/1\.1 500/m.test(answer), `500 to ${shown}`, answer);
        },
        async stop() {
          for (const port of ports) {
            const answer = await exchanged(port, Buffer.from(ANSWERED));
            mustHold(answer.startsWith('HTTP/1.1 200'), 'it no longer answers', answer);
          }
          // What was cut may take a moment.
          for (let left = 100; left > 0 && openFilesOf(pid) > atFirst; left -= 1) await sleep(100);
          mustHold(openFilesOf(pid) <= atFirst, `${openFilesOf(pid) - atFirst} connections stay open`);
          cli.interrupt();
          const { code, stdout, stderr } = await cli.result;
          requireWords({ code, text: stdout + stderr });
          mustHold(code === 0 || code === 130, `ended with ${code}`, stderr);
        },
      };
    },
  };
}

// Every port of a sandbox answers it.
const ANSWERED = 'GET /_millrace HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

// Systems without /proc are believed.
function openFilesOf(pid: string): number {
  const files = `/proc/${pid}/fd`;
  return existsSync(files) ? readdirSync(files).length : 0;
}
