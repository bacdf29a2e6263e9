import type { InputFault } from '../../errors.ts';
import { valueAt, valueFault } from './issue-faults.ts';
import { limitFaults } from './limit-faults.ts';
import { type PathStep, pathText, type YamlDocument } from './yaml-document.ts';

/** Collects what is wrong with one file. */
export class FaultList {
  readonly #document: YamlDocument;
  readonly #faults: InputFault[] = [];

  constructor(document: YamlDocument) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  add(faults: readonly InputFault[]): void {
    this.#faults.push(...faults);
  }

  /** The value at `path` is not what was expected. */
  unexpected(path: readonly PathStep[], expected: string, hint?: string): void {
    this.#faults.push(valueFault(this.#written(path), { expected, hint }, this.#document));
  }

  /** Something else is wrong at `path`. */
  at(path: readonly PathStep[], message: string, hint?: string): void {
    const written = this.#written(path);
    const place = { ...this.#document.placeOf(written), path: pathText(written) };
    this.#faults.push({ place, message, hint });
  }

  #isElsewhere({ place }: InputFault): boolean {
    return place?.file !== this.#document.placeOf([]).file;
  }

  // A short form (`leave: hub`) has no text at the path of the long one (`leave.node`).
  #written(path: readonly PathStep[]): readonly PathStep[] {
    let length = path.length;
    while (length > 0 && valueAt(this.#document.value, path.slice(0, length)) === undefined) length -= 1;
    return path.slice(0, length);
  }

  /** In the order of the file; the first twenty, then how many more there are. */
  sorted(): readonly InputFault[] {
    const order = this.#faults.toSorted(
      (a, b) =>
        Number(this.#isElsewhere(a)) - Number(this.#isElsewhere(b)) ||
        (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
        (a.place?.column ?? 0) - (b.place?.column ?? 0),
    );
    return limitFaults(order);
  }
}
