// How many payments does a ring carry, and what if its channels hold twice as much?
import { metricsOf, parseScenario, simulate } from 'millrace';

for (const capacity of [100, 200]) {
  const scenario = parseScenario({
    file: 'ring.yaml',
    text: `
question: How many payments does a ring carry?
seed: 7
network: {topology: {ring: {nodes: 12}}, capacity: ${capacity}}
traffic: [{arrivals: {constant: {perSecond: 5}}, amounts: {uniform: {min: 1, max: 50}}, count: 300}]
`,
  });
  const run = await simulate(scenario);
  const { payments, success_rate } = metricsOf(run);
  console.log(`capacity ${capacity}: ${Math.round(100 * success_rate)} % of ${payments} payments succeeded`);
}
