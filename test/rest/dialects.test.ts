import { describeDialect } from '../contracts/dialect-contract.ts';
import { elsewhere, registerElsewhere } from '../fixtures/elsewhere-dialect.ts';
import { DIALECTS } from '../../src/rest/dialect-named.ts';

// So that nothing outside a dialect's folder takes a root or a form of refusals for granted.
registerElsewhere();

// The light client's framework has one page for whatever it did not expect (raiden.md 1.8).
const REFUSALS: Readonly<Record<string, readonly number[]>> = {
  'raiden-light': [500, 500, 500, 500, 400, 404],
};

for (const dialect of [...DIALECTS.values(), elsewhere]) describeDialect(dialect, REFUSALS[dialect.name]);
