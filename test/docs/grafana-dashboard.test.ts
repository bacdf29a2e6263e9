import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoadAggregate } from '../../src/model/load/load-aggregate.ts';
import { prometheusText } from '../../src/report/load/prometheus.ts';
import { newFolder } from '../new-folder.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly datasource: unknown;
  readonly targets: readonly {
    readonly expr: string;
    readonly refId: string;
    readonly datasource: unknown;
  }[];
}

const DASHBOARD = JSON.parse(
  readFileSync(new URL('../../examples/grafana/millrace-load.json', import.meta.url), 'utf8'),
) as {
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly panels: readonly Panel[];
};

const VARIABLES = DASHBOARD.templating.list.flatMap(({ definition }) => definition ?? []);
const EXPRESSIONS = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const PROMTOOL = process.env['PROMTOOL'] ?? 'promtool';
const HAS_PROMTOOL = spawnSync(PROMTOOL, ['--version']).status === 0;

// As the endpoint writes them: a name for each row.
const SERIES = prometheusText(new LoadAggregate(), { sent: 0, inFlight: 0 })
  .split('\n')
  .filter((line) => /^\w/.test(line))
  .map((line) => line.split(/[{ ]/)[0] as string);

describe('the dashboard for Grafana', () => {
  it('asks for nothing that the endpoint of a load does not tell, and shows all that it tells', () => {
    const asked = new Set(
      [...EXPRESSIONS, ...VARIABLES].flatMap((text) => text.match(/millrace_\w+/g) ?? []),
    );
    expect([...asked].filter((name) => !SERIES.includes(name))).toEqual([]);
    const families = new Set(SERIES.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    const shown = [...asked].map((name) => name.replace(/_bucket$/, ''));
    expect([...families].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('asks for outcomes that a load counts', () => {
    const outcomes = EXPRESSIONS.flatMap((text) =>
      [...text.matchAll(/outcome="(\w+)"/g)].map(([, name]) => name),
    );
    const counted = prometheusText(new LoadAggregate(), { sent: 0, inFlight: 0 });
    expect(outcomes.length).toBeGreaterThan(0);
    for (const outcome of outcomes) expect(counted).toContain(`{outcome="${outcome}"}`);
  });

  it('has panels of their own number and place, each with the data source that is chosen', () => {
    const { panels } = DASHBOARD;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos, datasource, targets } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (const source of [datasource, ...targets.map((target) => target.datasource)])
        expect(source).toEqual({ type: 'prometheus', uid: '${datasource}' });
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });

  it.skipIf(!HAS_PROMTOOL)(
    'holds expressions that Prometheus reads (skipped without promtool: apt-get install prometheus, or set PROMTOOL)',
    () => {
      const file = join(newFolder('millrace-promtool'), 'rules.json');
      const rules = EXPRESSIONS.map((expr, at) => ({
        record: `expression_${at}`,
        expr: expr.replaceAll('$__rate_interval', '1m'),
      }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
      const { status, stderr } = spawnSync(PROMTOOL, ['check', 'rules', file], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    },
  );
});
