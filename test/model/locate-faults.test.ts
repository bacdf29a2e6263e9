import { describe, expect, it } from 'vitest';
import { InputError, InvariantError } from '../../src/errors.ts';
import { fieldFault, locateFaults } from '../../src/model/locate-faults.ts';

const at = { file: 'demo', prefix: 'traffic[0]' };

function thrownBy(act: () => never): unknown {
  try {
    return locateFaults(at, act);
  } catch (error) {
    return error;
  }
}

describe('locating faults', () => {
  it('puts file and prefix before the field', () => {
    const error = thrownBy(() => {
      throw new InputError([fieldFault('pairs', 'found nobody'), fieldFault('[2]', 'found x', 'try y')]);
    });
    expect(String(error)).toBe(
      'InputError: demo: traffic[0].pairs: found nobody\ndemo: traffic[0][2]: found x\n  try y',
    );
  });

  it('works through several layers, each adding its part', () => {
    expect(() =>
      locateFaults(at, () =>
        locateFaults({ file: '', prefix: 'amounts' }, () => {
          throw new InputError(fieldFault('csv.file', 'found nothing'));
        }),
      ),
    ).toThrow('demo: traffic[0].amounts.csv.file: found nothing');
  });

  it('leaves faults that know their file, other errors and results alone', () => {
    const known = thrownBy(() => {
      throw new InputError({ place: { file: 'a.csv', line: 3 }, message: 'found x' });
    });
    expect((known as InputError).message).toBe('a.csv:3:1: found x');
    const bug = new InvariantError('bug');
    expect(
      thrownBy(() => {
        throw bug;
      }),
    ).toBe(bug);
    expect(locateFaults(at, () => 7)).toBe(7);
  });
});
