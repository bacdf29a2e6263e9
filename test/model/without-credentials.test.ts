import { describe, expect, it } from 'vitest';
import { withoutCredentials } from '../../src/model/without-credentials.ts';
import { InputError } from '../../src/errors.ts';
import { parseBaseUrl } from '../../src/rest/connect/http-client.ts';

describe('a text without credentials', () => {
  it.each([
    ['http://ann:secret@host:5001/api', 'http://host:5001/api'],
    ['http://ann:secret@host:5001', 'http://host:5001'],
    ['http://ann:secret@host:5001/', 'http://host:5001/'],
    ['http:ann:secret@host', 'http://host'],
    ['http://host/path@of/a?query=kept', 'http://host/path@of/a?query=kept'],
    ['http://ann:se/cret@host:5001/api?token=secret', 'http://***@host:5001/api?***'],
    ['"ann:secret@host"', '"***@host"'],
    ['ann:secret@host', '***@host'],
  ])('of %s is %s', (text, without) => {
    expect(withoutCredentials(text)).toBe(without);
  });

  it('is what a refused base URL shows, also where the password holds a slash', () => {
    const read = () => parseBaseUrl('http://ann:se/cret@host:5001', { root: '/api/v1' });
    expect(read).toThrow(InputError);
    expect(read).toThrow(/^(?![^]*cret)/);
  });
});
