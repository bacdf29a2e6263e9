import { describeDialect } from '../contracts/dialect-contract.ts';
import { DIALECTS } from '../../src/rest/dialect-named.ts';

for (const dialect of DIALECTS.values()) describeDialect(dialect);
