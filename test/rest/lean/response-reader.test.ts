import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseReader } from '../../../src/rest/lean/response-reader.ts';
import { UnreadableResponse } from '../../../src/rest/lean/response-head.ts';

const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 409 Conflict\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n';
const CLOSING = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello';
const CONTINUED = `HTTP/1.1 100 Continue\r\n\r\n${PLAIN}`;
const EMPTY = 'HTTP/1.1 204 No Content\r\n\r\n';
const OLD = 'HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello';

const PACKED = gzipSync('hello').toString('latin1');

const HELLO = { status: 200, body: 'hello', reusable: true };

const ANSWERS = {
  'that a proxy has packed': [
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\ncontent-length: ${PACKED.length}\r\n\r\n${PACKED}`,
    HELLO,
  ],
  'that says it is not packed': [PLAIN.replace('\r\n', '\r\nContent-Encoding: identity\r\n'), HELLO],
  'with a length': [PLAIN, HELLO],
  'in chunks': [CHUNKED, { status: 409, body: 'hello', reusable: true }],
  'that closes the connection': [CLOSING, { status: 200, body: 'hello', reusable: false }],
  'after an interim one': [CONTINUED, HELLO],
  'without a body': [EMPTY, { status: 204, body: '', reusable: true }],
  'of HTTP/1.0': [OLD, { status: 200, body: 'hello', reusable: false }],
  'in UTF-8': [
    'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nh\u00c3\u00a9llo',
    { status: 200, body: 'héllo', reusable: true },
  ],
} as const;

describe.each(Object.entries(ANSWERS))('an answer %s', (_name, [text, answer]) => {
  it('is read in one piece', () => {
    expect(new ResponseReader().push(Buffer.from(text, 'latin1'))).toEqual(answer);
  });

  it('is read however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 8 }), (cuts) => {
        const reader = new ResponseReader();
        const at = [0, ...cuts.toSorted((one, other) => one - other), text.length];
        // One buffer for all pieces, as sockets share one.
        const shared = Buffer.alloc(text.length);
        let found: unknown;
        at.slice(1).forEach((end, index) => {
          const from = at[index] as number;
          shared.write(text.slice(from, end), 0, 'latin1');
          found ??= reader.push(shared.subarray(0, end - from));
        });
        expect(found).toEqual(answer);
      }),
    );
  });
});

const ODD_BUT_RIGHT = {
  'a tab before the length': ['HTTP/1.1 200 OK\r\nContent-Length:\t5 \r\n\r\nhello', HELLO],
  'the same length twice': ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello', HELLO],
  'close among other words': [
    'HTTP/1.1 200 OK\r\nConnection: Keep-Alive,\tclose\r\nContent-Length: 5\r\n\r\nhello',
    { status: 200, body: 'hello', reusable: false },
  ],
  'several interim answers': [`${'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(3)}${PLAIN}`, HELLO],
} as const;

it.each(Object.entries(ODD_BUT_RIGHT))(
  'an answer with %s is read as it is meant',
  (_name, [text, answer]) => {
    expect(new ResponseReader().push(Buffer.from(text, 'latin1'))).toEqual(answer);
  },
);

const NOT_TO_BE_TRUSTED = {
  'a flood of interim answers': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(40_000),
  'another protocol to go on with': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
  'a length that is no number': 'HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\nhello',
  'a chunk longer than it says': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello0\r\n\r\n',
  'four digits of status': 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n',
};

it.each(Object.entries(NOT_TO_BE_TRUSTED))('an answer with %s is unreadable', (_name, text) => {
  expect(() => new ResponseReader().push(Buffer.from(text, 'latin1'))).toThrow(UnreadableResponse);
});

describe('a response reader', () => {
  it('takes what is left when the connection ends as the body of an answer without a length', () => {
    const reader = new ResponseReader();
    expect(reader.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\nhel'))).toBeUndefined();
    expect(reader.push(Buffer.from('lo'))).toBeUndefined();
    expect(reader.end()).toEqual({ status: 200, body: 'hello', reusable: false });
  });

  it('has no answer when the connection ends in the middle of one', () => {
    const reader = new ResponseReader();
    reader.push(Buffer.from(PLAIN.slice(0, -1)));
    expect(reader.end()).toBeUndefined();
  });

  it('refuses what is no HTTP', () => {
    expect(() => new ResponseReader().push(Buffer.from('SSH-2.0-OpenSSH'))).toThrow(/no HTTP/);
  });

  it('refuses an answer without an end', () => {
    const reader = new ResponseReader();
    const push = (): void => {
      reader.push(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 9999999\r\n\r\n'));
      for (let piece = 0; piece < 40; piece += 1) reader.push(Buffer.alloc(64 * 1024));
    };
    expect(push).toThrow(/more than/);
  });
});
