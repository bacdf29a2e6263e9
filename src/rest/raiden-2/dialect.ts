import { raiden } from '../raiden/dialect.ts';
import type { RestDialect } from '../rest-dialect.ts';

/** The Python node before 3.0, which closes channels on chain only: closed, then settled after the settle timeout. */
export const raiden2: RestDialect = {
  ...raiden,
  name: 'raiden-2',
  rules: { ...raiden.rules, closesTogether: false },
};
