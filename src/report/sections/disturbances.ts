import { DISTURBANCE_METRICS, REPLENISH_METRICS } from '../../model/run/metrics.ts';
import { type Block, type FactLine, facts, pageOnly, prose, section, table } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { metricText } from '../words/metric-text.ts';
import { metricWords } from '../words/metric-words.ts';
import { capitalized, counted, grouped, percentText } from '../words/number-format.ts';

/** The effects of churn, griefing, faulty messages and fillings, where the scenario has any. */
export function disturbancesSection({ run, metrics, token }: Figures): Block | null {
  const { disturbances } = run;
  if (disturbances === undefined) return null;
  const values: Readonly<Record<string, number>> = metrics;
  const lines = Object.keys({ ...DISTURBANCE_METRICS, ...REPLENISH_METRICS }).flatMap(
    (name): readonly FactLine[] => {
      const value = values[name] ?? 0;
      const isUsual = value === (name === 'online_share' ? 1 : 0);
      return isUsual ? [] : [[capitalized(metricWords(name)), metricText(name, value, token)]];
    },
  );
  const jams = disturbances.jams.map(
    ({ from, to, locked, refused }): FactLine => [
      'Jammed',
      `by ${from} to ${to}: ${counted(locked, 'payment')} sent, ${grouped(refused)} refused`,
    ],
  );
  const { late, sent } = disturbances.messages;
  if (late > 0) lines.push(['Late messages', `${grouped(late)} of ${grouped(sent)}`]);
  const effects = [...lines, ...jams];
  const { least } = disturbances.online;
  return section(
    {
      id: 'disturbances',
      title: 'Disturbances',
      listed: 'Disturbances',
      hint: 'Caused by the scenario’s churn, griefing, message faults and refills. Each lost payment counts under the first failed check of its trace.',
    },
    effects.length === 0 ? prose('They had no effect on this run.', 'empty') : facts(effects),
    least.length === 0
      ? null
      : pageOnly(() =>
          table({
            caption: 'Nodes that were away for longest',
            narrow: 'stays',
            columns: [
              ['Node', ({ node }) => node],
              ['Online', ({ share }) => percentText(share), 'number'],
              ['Absences', ({ absences }) => grouped(absences), 'number'],
            ],
            rows: least,
          }),
        ),
  );
}
