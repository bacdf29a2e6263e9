// What a program that uses the package writes: compiled and run in an empty project by .ci/run.
import { assembleNetwork, metricsOf, parseScenario, type Run, simulate } from 'millrace';

const scenario = parseScenario({
  file: 'triangle.yaml',
  text: `
question: How many of 20 payments pass a triangle?
seed: 7
network: {topology: {complete: {nodes: 3}}, capacity: 100}
traffic: [{arrivals: {constant: {perSecond: 1}}, amounts: 5, count: 20}]
`,
});
const run: Run = await simulate({ scenario });
process.stdout.write(
  `${assembleNetwork(scenario).size} channels, ${run.records.length} payments, success rate ${metricsOf(run)['success_rate']}\n`,
);
