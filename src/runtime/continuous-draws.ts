import type { RandomStream } from '../ports/random.ts';

// Only log, exp and sqrt: V8 computes these the same way on every platform and version we run on.

/** Exponential with mean 1, by inversion. */
export function exponentialDraw(stream: RandomStream): number {
  // 1 - U lies in (0, 1], so the logarithm is finite.
  return -Math.log(1 - stream());
}

/** Standard normal by Marsaglia's polar method; the second number of each pair is dropped to stay stateless. */
export function normalDraw(stream: RandomStream): number {
  for (;;) {
    const x = 2 * stream() - 1;
    const y = 2 * stream() - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
}

/** Beta(alpha, beta) in [0, 1], as X / (X + Y) of two gamma draws. */
export function betaDraw(
  { alpha, beta }: { readonly alpha: number; readonly beta: number },
  stream: RandomStream,
): number {
  const logX = logGammaDraw(alpha, stream);
  const logY = logGammaDraw(beta, stream);
  // In logarithms, because for small shapes both gammas underflow to 0 and their ratio would be lost.
  return 1 / (1 + Math.exp(logY - logX));
}

/** Logarithm of a Gamma(shape, 1) draw: Marsaglia and Tsang, ACM TOMS 26 (2000), doi 10.1145/358407.358414. */
export function logGammaDraw(shape: number, stream: RandomStream): number {
  // Their section 6: Gamma(shape) = Gamma(shape + 1) * U^(1 / shape).
  if (shape < 1) return logGammaDraw(shape + 1, stream) - exponentialDraw(stream) / shape;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalDraw(stream);
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    const logV = Math.log(v);
    if (-exponentialDraw(stream) < 0.5 * x * x + d - d * v + d * logV) return Math.log(d) + logV;
  }
}
