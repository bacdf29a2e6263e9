import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { newFolder } from '../../new-folder.ts';

/** Why tests with a Redis are skipped; empty: they are not. */
export const NO_REDIS: string =
  spawnSync('redis-server', ['--version']).status === 0 ? '' : 'no redis-server on this machine';

/** A real Redis of a test's own, with a password. */
export interface TestRedis {
  readonly url: string;
  /** With which it is reached; it must never be shown. */
  readonly password: string;
  /** Keeps its connections and answers nothing any more. */
  hang(): void;
  stop(): Promise<void>;
}

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(): Promise<TestRedis> {
  const password = 'hush-hush';
  const port = await freePort();
  const folder = newFolder('millrace-redis');
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, '--requirepass', password],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`redis-server ended: ${said}`)));
  });
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    hang: () => void server.kill('SIGSTOP'),
    async stop() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
