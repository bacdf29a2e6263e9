// Checks a faulty sandbox in a process of its own: the check is that of the sources as they are, and the faulty nodes
// keep to its clock. Hands over the report.
import { register } from 'node:module';

const { mutant, options } = JSON.parse(process.argv[2]);
register('./mutating-loader.mjs', import.meta.url, { data: mutant });
const { startSandbox } = await import('../../src/jobs/sandbox.ts?mutant');
const { sandboxBench } = await import('../../src/jobs/check/sandbox-bench.ts');
const { checkNodes } = await import('../../src/jobs/check/check-nodes.ts');
const { readContract, readFirstCases } = await import('../../src/cli/check/package-files.ts');

// What a fault breaks in the sandbox must not look like a fault of the check.
process.on('uncaughtException', (error) => process.stderr.write(`${error}\n`));

const beganMs = performance.now();
let foundAfterMs;
const report = await checkNodes({
  firstCases: readFirstCases(),
  bench: sandboxBench({ start: startSandbox }),
  ...options,
  ...(options.asksContract && { contractOf: readContract }),
  onProgress: ({ isShrinking }) => {
    if (isShrinking) foundAfterMs ??= performance.now() - beganMs;
  },
});
process.send({ report, foundAfterMs }, () => process.exit(0));
