// A property of your own over generated sequences: here, that simulated nodes never make or lose a token.
import fc from 'fast-check';
import { simulate } from 'millrace';
import { sequences } from 'millrace/arbitraries';

const madeUp = sequences({
  paces: ['sequential', 'scenario'],
  stopsNodes: true,
  opensAndCloses: true,
  takesTime: true,
});

const sumOf = (network) =>
  network.reduceEdges((sum, _key, { balance: [one, other] }) => sum + one + other, 0n);
const putIn = (network) =>
  network.reduceEdges(
    (sum, _key, { totalDeposit, totalWithdraw }) =>
      sum + totalDeposit[0] + totalDeposit[1] - totalWithdraw[0] - totalWithdraw[1],
    0n,
  );

await fc.assert(
  fc.asyncProperty(madeUp, async ({ scenario, pace }) => {
    const { end } = await simulate(scenario, { pace });
    return end === undefined || sumOf(end) === putIn(end);
  }),
  { numRuns: 25, seed: 7 },
);
console.log('25 sequences, and not a token too many or too few');
