// Serves sandboxes in a process of their own, from sources with one fault. Talks over Node's channel.
import { register } from 'node:module';

const { mutant } = JSON.parse(process.argv[2]);
register('./mutating-loader.mjs', import.meta.url, { data: mutant });
const { startSandbox } = await import('../../src/jobs/sandbox.ts?mutant');

const sandboxes = new Map();
// What a fault breaks in the sandbox must not look like a fault of the test.
process.on('uncaughtException', (error) => process.stderr.write(`${error}\n`));
process.on('message', (request) => void serve(request));

async function serve({ id, act, options }) {
  try {
    if (act === 'start') {
      const sandbox = await startSandbox(options);
      sandboxes.set(id, sandbox);
      process.send({ id, targets: sandbox.targets, controlUrl: sandbox.pathFindingUrl });
    } else {
      await sandboxes.get(id)?.stop();
      sandboxes.delete(id);
      process.send({ id });
    }
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
}

process.send({ id: 0 });
