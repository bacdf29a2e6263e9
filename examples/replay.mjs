// Do nodes do what the simulation says? Here they are a sandbox's; for real ones give their URLs as targets.
import { parseScenario, replay, startSandbox } from 'millrace';

const scenario = parseScenario({
  file: 'line.yaml',
  text: `
question: Does a payment pass a line of three?
seed: 7
network: {topology: {line: {nodes: 3}}, capacity: 1000}
steps:
  - pay: {from: n1, to: n3, amount: 10}
  - pay: {from: n1, to: n3, amount: 100000}
`,
});

const speed = 100;
const sandbox = await startSandbox({ scenario, speed });
try {
  const { comparison } = await replay({ scenario, targets: sandbox.targets, speed });
  for (const { operation, verdict, observed } of comparison.operations)
    console.log(`operation ${operation} ${verdict}: ${observed}`);
  console.log(`${comparison.differences} differences`);
} finally {
  await sandbox.stop();
}
