import type { ReactNode } from "react";
import { z } from "zod";
import type { Text } from "#lib/platform/i18n/format.ts";

const sumSchema = z.object({
  amount: z.coerce.number().int().positive(),
  currency: z.string().length(3),
});

/** Instead of the state's own amount. */
export type Sum = z.infer<typeof sumSchema> | Record<never, never>;

export type Fixture = (text: Text, sum: Sum) => { title: string; page: ReactNode };

/** From the query, in minor units. */
export const readSum = (query: unknown): Sum => sumSchema.safeParse(query).data ?? {};
