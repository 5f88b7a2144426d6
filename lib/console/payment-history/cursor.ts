import { z } from "zod";
import { TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import type { PaymentPosition } from "./payment.ts";

const digits = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${most}}$`))
    .transform(Number);

const PARTS = z.tuple([
  z.string().regex(idPattern("txn")),
  z.enum(TRANSACTION_STATUSES),
  digits(15),
  digits(13),
]);

export function writeCursor({ id, status, amount, createdAt }: PaymentPosition): string {
  return [id, status, amount, createdAt.getTime()].join("~");
}

export function readCursor(text: string | undefined): PaymentPosition | undefined {
  const { data } = PARTS.safeParse(text?.split("~"));
  if (!data) return undefined;
  const [id, status, amount, time] = data;
  return { id, status, amount, createdAt: new Date(time) };
}
