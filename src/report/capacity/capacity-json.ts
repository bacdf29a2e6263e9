import { capacityCurve, capacityKnee } from '../../model/capacity/capacity.ts';
import type { CapacityReport } from '../../model/capacity/capacity-report.ts';

/** `capacity.json`: the answer, every probe, the curve and its knee. What was not measured is null. */
export function capacityJson({ capacity, ...asked }: CapacityReport): string {
  const curve = capacityCurve(capacity.probes);
  const knee = capacityKnee(curve) ?? null;
  return `${JSON.stringify({ format: 'millrace-capacity/1', ...asked, ...capacity, knee, curve }, undefined, 2)}\n`;
}
