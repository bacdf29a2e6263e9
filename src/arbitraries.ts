// Generators for tests of your own, with fast-check: networks, fees, steps and whole sequences. They are those that
// `millrace check` and Millrace's own tests use.
export { amounts, deposits } from './jobs/check/arbitraries/amounts.ts';
export { feeSchedules, networks } from './jobs/check/arbitraries/networks.ts';
export { type SequenceChoices, sequences } from './jobs/check/arbitraries/sequences.ts';
export { type StepChoices, steps } from './jobs/check/arbitraries/steps.ts';
export type { CalledNetwork, Sequence } from './jobs/check/sequence.ts';
export type { RelativeAmount, StepAmount } from './model/scenario/step-amount.ts';
