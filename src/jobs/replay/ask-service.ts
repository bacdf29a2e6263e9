import type { AskedPath } from '../../model/replay/asked-path.ts';
import { nodeLine } from '../../model/node-text.ts';
import { weighsTheSame } from '../../model/run/trace.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { NamedServices } from './named-services.ts';
import type { Imagined, PredictedCourse } from './predicted-course.ts';

/**
 * Before a payment for which the model has several paths of equal weight: asks the payer's own path-finding service,
 * and predicts the path that it names first, if that is one of them. Anything else is noted, and balances then tell.
 */
export async function askService(
  operation: Operation,
  {
    course,
    services,
    adopt,
  }: {
    readonly course: PredictedCourse;
    readonly services: NamedServices;
    readonly adopt: (imagined: Imagined) => void;
  },
): Promise<void> {
  const { id } = operation;
  if (operation.kind !== 'pay' || !course.isOneOfEquals(id)) return;
  const named = await services.firstPath(operation);
  if (named === undefined) return;
  const { service } = named;
  if (named.answer !== 'path') return course.noteAsked(id, named);
  const said = nodeLine(named.path.join(' -> '), LONGEST_PATH);
  const asked = (answer: AskedPath['answer']): void => course.noteAsked(id, { service, answer, said });
  const predicted = course.recordOf(id)?.trace;
  if (predicted === undefined || isSame(named.path, predicted.path)) return asked('named');
  if (!isWayLike(named.path, predicted.path)) return asked('another');
  const imagined = await course.imagine(id - 1, {
    operation: id,
    instead: { kind: 'along', path: named.path },
  });
  const trace = imagined.run.records.find((record) => record.operation.id === id)?.trace;
  if (trace === undefined || !isSame(trace.path, named.path) || !weighsTheSame(trace, predicted))
    return asked('another');
  adopt(imagined);
  asked('named');
}

// Longer ones are no answer to a question that a reader would follow.
const LONGEST_PATH = 300;

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((node, at) => node === other[at]);
}

// From the same payer to the same target over as many hops, and through no node twice.
function isWayLike(path: readonly string[], predicted: readonly string[]): boolean {
  return (
    path.length === predicted.length &&
    path[0] === predicted[0] &&
    path.at(-1) === predicted.at(-1) &&
    new Set(path).size === path.length
  );
}
