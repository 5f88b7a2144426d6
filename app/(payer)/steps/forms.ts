import { z } from "zod";

/** The hidden fields of every form of a payer: which payment, and in which language to go on. */
export const placeFields = {
  flow: z.enum(["web", "direct"]),
  reference: z.string().min(1).max(64),
  lang: z.string().max(16).optional(),
};

/** A form with no other fields. */
export const placeForm = z.strictObject(placeFields);
