import { z } from "@hono/zod-openapi";
import {
  isReturnUrl,
  LOCAL_HOSTS,
  MAX_RETURN_URL_LENGTH,
} from "#lib/merchants/accounts/return-url.ts";
import { must } from "./invalid-input.ts";

export const IN_TEST_MODE = `in test mode also http to ${LOCAL_HOSTS}`;

export const returnUrlField = z
  .string({ error: must("be a URL") })
  .max(MAX_RETURN_URL_LENGTH, `must have at most ${MAX_RETURN_URL_LENGTH} characters`)
  .refine(
    isReturnUrl,
    `must be an absolute https URL without user info, properly encoded; ${IN_TEST_MODE}`,
  )
  .openapi({ format: "uri", maxLength: MAX_RETURN_URL_LENGTH });
