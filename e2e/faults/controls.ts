import { type Control, sound, spoilt } from "./control.ts";
import { findViolations } from "./invariants.ts";
import { createMerchant, type Merchant, type Order } from "./merchant.ts";
import { createRandom } from "./random.ts";
import { REFUND_CONTROLS } from "./refund-controls.ts";
import { comeToRest } from "./rest.ts";
import type { Shop } from "./shop.ts";
import type { Round } from "./step-rounds.ts";
import type { World } from "./world.ts";

const pay = (outcome: string) => async (_world: World, merchant: Merchant, order: Order) => {
  const id = await merchant.create(order, () => false);
  await merchant.drive(id ?? "", outcome);
};

/** Two files with the same money. */
const payByTransfer = async (
  { fleet }: World,
  merchant: Merchant,
  order: Order,
  { account }: Shop,
) => {
  const id = (await merchant.create(order, () => false)) ?? "";
  const expected = await account.expectedBy(id);
  if (expected) await account.receive(id, expected);
  for (let count = 0; count < 2; count++) await account.send(fleet.publicUrl);
};

const CONTROLS: readonly Control[] = [
  {
    name: "commits are answered before they are safe",
    invariant: "I1",
    where: "product",
    spoil:
      "alter database product set synchronous_commit = off; alter system set wal_writer_delay = '10s'; select pg_reload_conf(); select pg_terminate_backend(pid) from pg_stat_activity where datname = 'product' and pid <> pg_backend_pid();",
    undo: "alter database product reset synchronous_commit; alter system reset all; select pg_reload_conf();",
    async play(world, merchant, order) {
      await merchant.create(order, () => false);
      await world.server.down("crash");
      await world.server.up();
    },
  },
  {
    name: "an outcome changes after all",
    invariant: "I4",
    where: "product",
    spoil: spoilt(
      "after insert",
      "events",
      "set local session_replication_role = replica; insert into fault_statuses (transaction_id, status) values (new.transaction_id, 'failed'); return new;",
    ),
    undo: sound("events"),
    play: pay("approve"),
  },
  {
    name: "an outcome is written without its event",
    invariant: "I5",
    where: "product",
    spoil: spoilt(
      "before insert",
      "deliveries",
      "delete from events where id = new.event_id; return null;",
    ),
    undo: sound("deliveries"),
    play: pay("approve"),
  },
  {
    name: "a delivery counts as done before it was sent",
    invariant: "I5",
    where: "product",
    spoil: spoilt(
      "before insert",
      "deliveries",
      "new.status := 'delivered'; new.finished_at := now(); new.next_attempt_at := null; return new;",
    ),
    undo: sound("deliveries"),
    play: pay("approve"),
  },
  {
    name: "the bank debits what it refused",
    invariant: "I6",
    where: "ledger",
    spoil: spoilt(
      "after update",
      "sandbox_bank_payments",
      "insert into sandbox_bank_ledger (id, payment_id, debtor_iban, creditor_iban, amount, currency, booked_at) values (new.id, new.id, '', '', new.amount, new.currency, now()) on conflict do nothing; return new;",
    ),
    undo: sound("sandbox_bank_payments"),
    play: pay("decline"),
  },
  {
    name: "the same money counts again",
    invariant: "I10",
    where: "product",
    spoil: spoilt(
      "before insert",
      "received_transfers",
      "new.statement_key := new.id; new.entry_key := new.id; return new;",
    ),
    undo: sound("received_transfers"),
    play: payByTransfer,
  },
  {
    name: "a credit is lost after it paid",
    invariant: "I10",
    where: "product",
    spoil: spoilt(
      "after insert",
      "received_transfers",
      "delete from received_transfers where id = new.id; return new;",
    ),
    undo: sound("received_transfers"),
    play: payByTransfer,
  },
  {
    name: "a credit pays without its funds",
    invariant: "I11",
    where: "product",
    spoil: spoilt("before insert", "transaction_funds", "return null;"),
    undo: sound("transaction_funds"),
    play: payByTransfer,
  },
];

/** An undetected control is a violation. */
export async function* playControls(world: World): AsyncGenerator<Round> {
  for (const control of [...CONTROLS, ...REFUND_CONTROLS]) {
    await world.fleet.restore();
    const shop = await world.openShop();
    const [api] = world.fleet.apis;
    const merchant = createMerchant(shop, createRandom(1), [api?.url ?? ""]);
    try {
      await run(world, control.where, control.spoil);
      await control.play(world, merchant, merchant.newOrder(), shop);
      await comeToRest(world, shop);
      const found = await findViolations(world, shop, merchant);
      const isNoticed = found.some((violation) => violation.startsWith(control.invariant));
      const missed = `nobody noticed; found: ${found.join("; ") || "nothing"}`;
      yield { name: `control, ${control.name}`, violations: isNoticed ? [] : [missed] };
    } finally {
      await run(world, control.where, control.undo);
      await shop.close();
    }
  }
}

/** These statements can't share a transaction. */
async function run(world: World, where: "product" | "ledger", text: string): Promise<void> {
  const statements = text.includes("$$") ? [text] : text.split(";").filter((one) => one.trim());
  for (const statement of statements) await world[where].query(statement);
}
