import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listening, portOf } from '../rest/serve/listening.ts';
import { folderWith, startCli } from './built-cli.ts';

const SCENARIO = `
question: What does Ctrl-C do before anything has begun?
seed: 1
network: {topology: {line: {nodes: 2}}, capacity: 100}
steps:
  - pay: {from: n1, to: n2, amount: 1}
`;

it('ends at the first Ctrl-C before a run has begun, and writes nothing', async () => {
  let heard = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  // Takes every request and answers none.
  const hung = await listening(0);
  hung?.on('request', () => heard());
  const url = `http://127.0.0.1:${portOf(hung)}`;
  const folder = folderWith({
    'a.yaml': SCENARIO,
    'nodes.yaml': `n1: ${url}\nn2: ${url.replace('127.0.0.1', 'localhost')}\n`,
  });
  try {
    const cli = startCli(['replay', 'a.yaml', '--nodes', 'nodes.yaml'], { folder });
    // A command that ends by itself says why below.
    await Promise.race([asked, cli.result]);
    cli.interrupt();
    expect((await cli.result).signal).toBe('SIGINT');
    expect(readdirSync(folder)).toEqual(['a.yaml', 'nodes.yaml']);
  } finally {
    hung?.closeAllConnections();
    hung?.close();
  }
});
