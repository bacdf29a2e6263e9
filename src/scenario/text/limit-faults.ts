import { describeFault, type InputFault } from '../../errors.ts';

// More than a screen of faults hides the first ones; most of the others follow from them.
const MOST_SHOWN = 20;

/** The first twenty faults, each once, then how many more there are. */
export function limitFaults(faults: readonly InputFault[]): readonly InputFault[] {
  const different = [...new Map(faults.map((fault) => [describeFault(fault), fault])).values()];
  const rest = different.length - MOST_SHOWN;
  if (rest <= 0) return different;
  return [
    ...different.slice(0, MOST_SHOWN),
    { message: `and ${rest} more ${rest === 1 ? 'fault' : 'faults'}` },
  ];
}
