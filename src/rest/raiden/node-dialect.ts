import type { Dialect } from '../dialect.ts';

/** Refusals as the Python node words them (raiden.md 1.2, python-node.md 3). */
export const nodeDialect: Dialect = {
  invalidAddress: ({ value }) => ({
    status: 404,
    body: { errors: ['invalid endpoint', addressComplaint(value)] },
    byHandler: true,
  }),
  invalidFields: (errors) => ({ status: 400, body: { errors }, byHandler: false }),
  refused: ({ status, errors }) => ({ status, body: { errors }, byHandler: true }),
};

function addressComplaint(value: string): string {
  return /^0x/i.test(value)
    ? 'Not a valid EIP55 encoded address.'
    : 'Not a valid hex address, 0x prefix missing.';
}
