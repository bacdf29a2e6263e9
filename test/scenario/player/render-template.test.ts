import { describe, expect, it } from 'vitest';
import { renderTemplate } from '../../../src/scenario/player/render-template.ts';

const VARIABLES = {
  fee: 100n,
  reward: 5_500_000_000_000_000_001n,
  servers: ['one', 'two'],
  gas_price: 'fast',
};

function rendered(text: string, variables: Readonly<Record<string, unknown>> = VARIABLES) {
  return renderTemplate({ file: 'scenario.yaml', text }, variables);
}

// The second of so many variables is twice the first, and so on.
function doubled(count: number, operator: '~' | '*'): string {
  return Array.from(
    { length: count },
    (_, at) => `{% set a${at + 2} = a${at + 1} ${operator} a${at + 1} %}`,
  ).join('');
}

describe('a template', () => {
  it.each([
    ['{{ fee }}', '100'],
    ['{{ reward + 200 * 2 * fee }}', '5500000000000040001'],
    ['{{ 9007199254740993 * 1 }}', '9007199254740993'],
    ['{{ 1_000_000 - 20_632 }} {{ 9_007_199_254_740_993 }}', '979368 9007199254740993'],
    ['{{ 10 ** 20 // 3 }}', '33333333333333333333'],
    ['{{ -7 // 2 }} {{ -7 % 3 }}', '-4 2'],
    ['{{ servers[1] }}', 'two'],
    ['{{ missing | default("here") }}', 'here'],
    ['{% if fee > 99 %}dear{% else %}cheap{% endif %}', 'dear'],
    ['{% for i in range(3) %}{{ i * fee }} {% endfor %}', '0 100 200 '],
    ['{% for a, b in [(0, 1), (1, 2)] %}{{ a }}-{{ b }} {% endfor %}', '0-1 1-2 '],
    ['{% set twice = 2 * fee %}{{ twice }}', '200'],
    ['{# nothing #}a', 'a'],
    ['{% if gas_price is defined and True %}x{% endif %}', 'x'],
  ])('%s gives %s', (text, expected) => {
    expect(rendered(text).text).toBe(expected);
  });

  it('knows of each line from which line of the template it comes', () => {
    const { text, sourceLine } = rendered(
      'a: 1\n{% for i in range(2) %}\nb{{ i }}: 2\n{%- endfor %}\nc: {{ fee }}\n',
    );
    const lines = text.split('\n').map((line, index) => `${line}@${sourceLine(index + 1)}`);
    expect(lines.filter((line) => /^\w/.test(line))).toEqual(['a: 1@1', 'b0: 2@3', 'b1: 2@3', 'c: 100@5']);
  });

  it.each(['ok: 1\nkey: {{ absent }}\n', 'ok: 1\nkey: {{ absent + 1 }}\n'])(
    'is refused for a variable that is not given, with its line: %s',
    (text) => {
      expect(() => rendered(text)).toThrow(/^scenario.yaml:2:1: as a Jinja template: 'absent' is undefined/);
    },
  );

  it('runs no code that its author would like to run', () => {
    expect(() => rendered("{{ servers.constructor.constructor('return 1')() }}")).toThrow(/template/);
  });

  it.each([
    '{% for i in range(10 ** 9) %}{% endfor %}',
    '{{ range(5, 1, 0) | length }}',
    '{% for i in range(1000) %}{% for j in range(1000) %}{% for k in range(1000) %}{% endfor %}{% endfor %}{% endfor %}',
    '{% for i in range(100000) %}{% set x = range(100000) %}{% endfor %}',
    '{% set r = range(10000) %}{% for i in r %}{% if i in r %}{% endif %}{% endfor %}',
  ])('that would not end is refused: %s', (text) => {
    expect(() => rendered(text)).toThrow(/range\(\)|steps/);
  });

  it.each([
    ['text that doubles', `{% set a1 = "x" %}${doubled(40, '~')}{{ a40 }}`, /steps/],
    [
      'a long text again and again',
      `{% set a1 = "x" %}${doubled(20, '~')}{% for i in range(9999) %}{{ a20 | upper }}{% endfor %}`,
      /steps/,
    ],
    [
      'a text that replaces its own characters',
      `{{ "${'a'.repeat(37)}"${`|replace("a", "${'a'.repeat(39)}")`.repeat(5)} }}`,
      /1000000 characters/,
    ],
    [
      'the method of a text',
      `{% set a1 = "x" %}${doubled(15, '~')}{% set f = a15.replace %}{{ f("x", a15) }}`,
      /1000000 characters/,
    ],
    [
      'a separator',
      `{% set a1 = "x" %}${doubled(15, '~')}{{ range(999) | join(a15) }}`,
      /1000000 characters/,
    ],
    ['an indent', '{{ "a\nb\nc" | indent(400000000) }}', /1000000 characters/],
    ['a layout', '{{ [[[1]]] | tojson(indent=400000000) }}', /1000000 characters/],
    ['an integer that doubles its digits', `{% set a1 = 3 %}${doubled(40, '*')}{{ a40 }}`, /4096 bits/],
    ['a power', '{{ 2 ** 100000000 }}', /4096 bits/],
    ['a literal', `{{ ${'9'.repeat(900_000)} }}`, /4096 bits/],
    ['blanks', `{{ fee }}${' '.repeat(900_000)}`, /1000 blanks/],
    ['blank lines', `{{ fee }}${'\n'.repeat(900_000)}`, /1000 blanks/],
    ['tags that are not closed', '{{ '.repeat(300_000), /template/],
    ['comments that are not closed', '{# '.repeat(300_000), /template/],
    ['brackets', `{{ ${'('.repeat(900_000)} }}`, /template/],
    ['characters', '{{ fee }}'.repeat(200_000), /1000000 characters/],
  ])('whose work grows much faster than its text is refused: %s', (_what, text, told) => {
    expect(() => rendered(text)).toThrow(told);
  });

  it('may replace, join and indent', () => {
    expect(rendered('{{ ("a-b" | replace("-", "\\n") | indent(2)) ~ (range(3) | join(", ")) }}').text).toBe(
      'a\n  b0, 1, 2',
    );
  });

  it('may be of any length where it has nothing to fill in', () => {
    expect(rendered(' '.repeat(2_000_000)).text).toHaveLength(2_000_000);
  });

  it('that is no template is refused', () => {
    expect(() => rendered('a: {{ fee')).toThrow(/scenario.yaml: as a Jinja template/);
  });
});
