import { NO_TEXT } from '../wire/request-field.ts';
import type { Refusal, Wording } from '../wording.ts';

// An exception that nothing catches; the node ends of it.
const UNEXPECTED: Refusal = {
  status: 500,
  text: 'Internal Server Error',
  type: 'text/plain',
  byHandler: false,
};

/** Refusals as the Python node words them; clients match on them (raiden.md 1.2, python-node.md 3). */
export const raidenWording: Wording = {
  invalidAddress: ({ value }) => ({
    status: 404,
    body: { errors: ['invalid endpoint', addressComplaint(value)] },
    byHandler: true,
  }),
  invalidFields: (errors) =>
    Object.values(errors).some((texts) => texts.includes(NO_TEXT))
      ? UNEXPECTED
      : { status: 400, body: { errors }, byHandler: false },
  refused: ({ status, errors }) =>
    status === 500 ? UNEXPECTED : { status, body: { errors }, byHandler: true },
  unknownPath: { status: 404, body: { errors: ['invalid endpoint'] }, byHandler: true },
  methodNotAllowed: {
    status: 405,
    body: { message: 'The method is not allowed for the requested URL.' },
    byHandler: false,
  },
  noJson: { status: 400, body: { errors: 'JSON payload expected' }, byHandler: false },
  malformed: {
    status: 400,
    body: { message: 'The browser (or proxy) sent a request that this server could not understand.' },
    byHandler: false,
  },
};

function addressComplaint(value: string): string {
  return /^0x/i.test(value)
    ? 'Not a valid EIP55 encoded address.'
    : 'Not a valid hex address, 0x prefix missing.';
}
