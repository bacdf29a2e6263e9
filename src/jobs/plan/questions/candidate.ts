import type { ChangeKind, TriedChange } from '../../../model/plan/answers.ts';
import type { QuestionContext, Settings } from '../question.ts';

/** A change to be tried. */
export interface Candidate extends Pick<TriedChange, 'kind' | 'what' | 'changes' | 'replenish'> {
  /** The metric of the money that it is about; absent: it is about the goal alone. */
  readonly metric?: string;
  /** The price of its transactions on chain, which a run does not have. */
  readonly onChain?: number;
}

/** A key of the section `plan:` that asks for changes of one kind. */
export interface Generator<Value = unknown> extends Settings<Value> {
  readonly key: ChangeKind;
  /** How many changes there are if each rule reaches the goal; absent: any number. */
  rulesIn?(this: void, settings: Value): number;
  candidatesOf(this: void, context: QuestionContext, settings: Value): Promise<readonly Candidate[]>;
}
