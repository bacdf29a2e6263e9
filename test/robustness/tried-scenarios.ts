/** A scenario whose simulation, replay and load take long enough to be disturbed. */
export const BUSY = `question: Does it hold?
seed: 7
network: {topology: {line: {nodes: 4}}, capacity: 1_000_000}
protocol: {hopLatency: 20ms}
traffic: [{arrivals: {poisson: {perSecond: 1}}, amounts: 3, count: 2000}]
`;

/** The same network with few payments, for what asks nodes over HTTP. */
export const SHORT = BUSY.replace('2000', '60');

/** A plan of a second or so. */
export const PLANNED = `question: What does it take?
seed: 7
network: {topology: {star: {spokes: 8}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 5}}, amounts: {uniform: {min: 1, max: 40}}, count: 200}]
plan:
  goal: success_rate >= 95%
  vary: {network.capacity: [100, 200, 400, 800]}
  replications: 6
`;
