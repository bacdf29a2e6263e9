// What each thread of the pool runs: one simulation a call.
export { replicate as default } from '../../jobs/plan/replicate.ts';
