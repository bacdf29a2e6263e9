import type { Run } from '../../model/run/run.ts';
import { counted, grouped } from '../words/number-format.ts';

/** Of how many payments a path-finding service said which of several equal paths it takes; undefined: it was not asked. */
export function namedPathsText({ prediction }: Run): string | undefined {
  const asked = (prediction?.records ?? []).flatMap((record) => record.asked ?? []);
  if (asked.length === 0) return undefined;
  const named = asked.filter(({ answer }) => answer === 'named').length;
  const services = [...new Set(asked.map(({ service }) => service))].join(', ');
  return `${grouped(named)} of ${counted(asked.length, 'payment')} with several equal paths take the one that ${services} names`;
}
