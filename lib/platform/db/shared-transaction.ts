import type pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { Batched } from "./batched.ts";
import type { Bound } from "./prepared.ts";
import { command, isOfStatement, send, type Waiting } from "./send.ts";

/** From or for work that can't go on in a transaction that it shares. */
export class RunAlone extends Error {}

type Work = (tx: Batched) => Promise<unknown>;
export type End = { result: unknown; isCommitted: boolean };

type Participant = {
  /** `busy` also while the server is. */
  state: "busy" | "waiting" | "committing" | "ended";
  hasChanged: boolean;
};

const BEGIN = command("begin");
const COMMIT = command("commit");
const ROLLBACK = command("rollback");

/**
 * Runs them in one transaction. Their statements go to the server once each of them waits. It commits once all want to; those that
 * end without it must have changed nothing. If that can't be, or a statement fails, {@link RunAlone} ends those that wait;
 * a single one gets the error itself. `isOver`: the connection can be used again.
 */
export async function runShared(
  client: pg.ClientBase,
  works: readonly Work[],
): Promise<{ ends: PromiseSettledResult<End>[]; isOver: boolean }> {
  const transaction = new SharedTransaction(client, works.length);
  const ends = await Promise.allSettled(works.map((work, at) => transaction.run(work, at)));
  return { ends, isOver: await transaction.isOver() };
}

class SharedTransaction {
  readonly #client: pg.ClientBase;
  readonly #participants: Participant[];
  readonly #committed = Promise.withResolvers<void>();
  #waiting: Waiting[] = [];
  #isOpen = false;
  #failure: { reason: unknown; isOutage: boolean } | undefined;

  constructor(client: pg.ClientBase, count: number) {
    this.#client = client;
    this.#participants = Array.from({ length: count }, () => ({
      state: "busy",
      hasChanged: false,
    }));
    this.#committed.promise.catch(() => undefined);
  }

  async run(work: Work, at: number): Promise<End> {
    const participant = this.#participants[at] as Participant;
    let isCommitted = false;
    const tx: Batched = {
      isShared: this.#participants.length > 1,
      run: (bound) => this.#add(participant, bound),
      commit: () => {
        isCommitted = true;
        this.#rest(participant, "committing");
        return this.#committed.promise;
      },
    };
    try {
      const result = await work(tx);
      if (isCommitted) await this.#committed.promise;
      return { result, isCommitted };
    } finally {
      participant.state = "ended";
      queueMicrotask(() => this.#proceed());
    }
  }

  async isOver(): Promise<boolean> {
    if (this.#failure?.isOutage) return false;
    return !this.#isOpen || this.#rollBack();
  }

  #rollBack(): Promise<boolean> {
    return send(this.#client, [ROLLBACK]).then(
      () => true,
      () => false,
    );
  }

  #add<Row>(participant: Participant, bound: Bound<Row>): Promise<Row[]> {
    if (this.#failure) return Promise.reject(this.#failure.reason);
    participant.hasChanged ||= !bound.statement.text.startsWith("select ");
    this.#rest(participant, "waiting");
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    this.#waiting.push({ bound, resolve, reject });
    return promise as Promise<Row[]>;
  }

  #rest(participant: Participant, state: "waiting" | "committing"): void {
    if (participant.state === "busy") queueMicrotask(() => this.#proceed());
    participant.state = state;
  }

  #proceed(): void {
    if (this.#failure) return;
    const active = this.#participants.filter(({ state }) => state !== "ended");
    if (active.length === 0 || active.some(({ state }) => state === "busy")) return;
    const isLast = active.every(({ state }) => state === "committing");
    const isSpoilt = this.#participants.some((one) => one.state === "ended" && one.hasChanged);
    if (isLast && isSpoilt) {
      this.#fail(new RunAlone());
      return;
    }
    for (const one of active) if (isLast || one.state === "waiting") one.state = "busy";
    void this.#send(isLast);
  }

  async #send(isLast: boolean): Promise<void> {
    const sent = this.#waiting;
    this.#waiting = [];
    const before = this.#isOpen ? [] : [BEGIN];
    const after = isLast ? [COMMIT] : [];
    this.#isOpen = true;
    try {
      const bound = sent.map(({ bound }) => bound);
      const rows = await send(this.#client, [...before, ...bound, ...after]);
      this.#isOpen = !isLast;
      for (const [at, { resolve }] of sent.entries()) resolve(rows[before.length + at] ?? []);
      if (isLast) this.#committed.resolve();
    } catch (error) {
      this.#fail(error, sent);
    }
  }

  #fail(error: unknown, sent: Waiting[] = []): void {
    const isRepeated = this.#participants.length > 1 && isOfStatement(error);
    const reason = isRepeated ? new RunAlone() : error;
    this.#failure = { reason, isOutage: isOutage(error) };
    for (const { reject } of [...sent, ...this.#waiting]) reject(reason);
    this.#committed.reject(reason);
  }
}
