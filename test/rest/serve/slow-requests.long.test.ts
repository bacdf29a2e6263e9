import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const PAIR = `
question: Who waits for whom?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 10}
`;

// A body of which a byte comes each second, and one of which none comes.
it.each([1_000, undefined])(
  'a request whose body never ends is given up by the sandbox: a byte every %s ms',
  async (everyMs) => {
    const sandbox = await startSandbox({ scenario: scenarioFrom(PAIR), speed: 1 });
    const { hostname, port } = new URL(sandbox.targets['n1'] ?? '');
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.write(`PUT /api/v1/channels HTTP/1.1\r\nHost: ${hostname}\r\ncontent-type: application/json\r\n`);
    socket.write('content-length: 1000\r\n\r\n{');
    const dripping = everyMs === undefined ? undefined : setInterval(() => socket.write(' '), everyMs);
    try {
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      clearInterval(dripping);
      socket.destroy();
      await sandbox.stop();
    }
  },
  150_000,
);
