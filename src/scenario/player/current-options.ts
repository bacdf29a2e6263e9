import { isDeepStrictEqual } from 'node:util';
import type { NodeSettings } from '../../model/scenario/node-settings.ts';
import { nodeSpec } from './node-options.ts';
import type { NodeOptions, TaskOptions } from './task-fields.ts';

/** The options of nodes while the tasks of a file are read in their order: those of an update are added to those of before. */
export class CurrentOptions {
  readonly #atFirst: (node: number) => NodeOptions;
  readonly #userDeposit: bigint;
  /** By node, where an update named an option that has an effect here. */
  readonly #updated = new Map<number, NodeOptions>();

  constructor(atFirst: (node: number) => NodeOptions, { userDeposit }: { readonly userDeposit: bigint }) {
    this.#atFirst = atFirst;
    this.#userDeposit = userDeposit;
  }

  update({ node, options }: TaskOptions<'update_node_options'>): void {
    if (Object.keys(options).length === 0) return;
    this.#updated.set(node, { ...(this.#updated.get(node) ?? this.#atFirst(node)), ...options });
  }

  /** The settings that a node is started with from now on; undefined: those that it was started with at first. */
  changed(node: number): NodeSettings | undefined {
    const options = this.#updated.get(node);
    return options && { monitored: false, ...nodeSpec(options, { userDeposit: this.#userDeposit }) };
  }

  /** Reads tasks, and says whether nodes have other options after them than before. */
  watched<T>(read: () => T): { readonly value: T; readonly isOther: boolean } {
    const before = new Map(this.#updated);
    const value = read();
    return { value, isOther: !isDeepStrictEqual(before, this.#updated) };
  }
}
