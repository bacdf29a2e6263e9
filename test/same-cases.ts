import fc from 'fast-check';

// A change is judged by the same cases on every machine and Node; FAST_CHECK_SEED explores others.
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 42) });
