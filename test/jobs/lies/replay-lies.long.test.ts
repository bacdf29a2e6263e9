import { describe } from 'vitest';
import { LIES } from '../../fixtures/lies/lies.ts';
import { namesOperations } from '../../fixtures/lies/named-operations.ts';

describe('a replay through a proxy', () => {
  namesOperations(LIES);
});
