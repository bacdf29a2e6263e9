import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { parseBaseUrl as parseOf } from '../../../src/rest/connect/base-url.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { elsewhere } from '../../fixtures/elsewhere-dialect.ts';

const parseBaseUrl = (text: string) => parseOf(text, raiden);

describe('parseBaseUrl', () => {
  it.each([
    'http://127.0.0.1:5001',
    'http://127.0.0.1:5001/',
    'http://127.0.0.1:5001/api',
    'http://127.0.0.1:5001/api/v1',
    'http://127.0.0.1:5001/api/v1//',
  ])('takes %s as the same node', (text) => {
    expect(parseBaseUrl(text)).toEqual({
      origin: 'http://127.0.0.1:5001',
      prefix: '',
      authorization: undefined,
    });
  });

  it('keeps what a proxy puts before /api', () => {
    expect(parseBaseUrl('https://nodes.example/alice/api/v1')).toMatchObject({
      origin: 'https://nodes.example',
      prefix: '/alice',
    });
  });

  it('takes the root of the dialect off, and of no other', () => {
    expect(parseOf('http://node.example/alice/v2/', elsewhere)).toMatchObject({ prefix: '/alice' });
    expect(parseOf('http://node.example/alice/api/v1', elsewhere)).toMatchObject({ prefix: '/alice/api/v1' });
    expect(parseBaseUrl('http://node.example/alice/v2')).toMatchObject({ prefix: '/alice/v2' });
  });

  it('turns credentials into a header and shows them nowhere', () => {
    const { origin, authorization } = parseBaseUrl('http://me:p%40ss@node.example');
    expect(origin).toBe('http://node.example');
    expect(authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it.each(['', 'localhost:5001', 'ftp://node', 'http://', 'nonsense'])('refuses %j', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(InputError);
  });

  it('does not repeat credentials in its complaint', () => {
    expect(() => parseBaseUrl('ftp://me:secret@node')).toThrow(/^(?!.*secret)/s);
  });
});
