import type { Merchant } from "./merchant.ts";
import { pause, type Random } from "./random.ts";
import { REPEATED_BY } from "./refunder.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

/** In parts or whole, together more than there is, some twice at once. Some are cancelled again. */
export async function refundSome(
  merchant: Merchant,
  random: Random,
  transactionId: string,
  isWhole: () => boolean,
): Promise<void> {
  const count = 1 + random.below(3);
  const amounts = [undefined, undefined, 400, 700, 900] as const;
  await Promise.all(
    Array.from({ length: count }, async () => {
      await pause(random);
      const amount = random.pick(amounts);
      await refundOne(merchant, random, { transactionId, amount }, isWhole);
    }),
  );
}

/** Money that paid nothing. */
export async function refundExtra(
  { product }: World,
  { accountId }: Shop,
  merchant: Merchant,
  random: Random,
  isWhole: () => boolean,
): Promise<void> {
  const { rows } = await product
    .query<{ id: string; transaction_id: string }>(
      `select id, transaction_id from received_transfers
       where account_id = $1 and status in ('wrong_amount', 'too_late', 'already_paid')`,
      [accountId],
    )
    .catch(() => ({ rows: [] }));
  for (const { id: transferId, transaction_id: transactionId } of rows) {
    const amount = random.pick([undefined, 300, 900]);
    await refundOne(merchant, random, { transactionId, transferId, amount }, isWhole);
  }
}

type Wanted = { transactionId: string; transferId?: string; amount: number | undefined };

async function refundOne(
  { refunder }: Merchant,
  random: Random,
  { transactionId, ...more }: Wanted,
  isWhole: () => boolean,
): Promise<void> {
  const repeatedBy = random.pick(REPEATED_BY);
  const order = refunder.newOrder(transactionId, { ...more, repeatedBy });
  const isImpatient = repeatedBy !== "none" && random.chance(0.3);
  if (isImpatient) await Promise.all([refunder.ask(order), refunder.ask(order)]);
  const id = order.acknowledged[0]?.id ?? (await refunder.refund(order, isWhole));
  await refunder.look(transactionId);
  if (id !== undefined && random.chance(0.25)) await refunder.cancel(id);
}
