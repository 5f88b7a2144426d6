"use server";

import { mailLink } from "../mail-link.ts";

/** Sends a link to set a new password, or a note that there is no account. */
export const startResetAction = mailLink("/forgot-password", (users, wish) =>
  users.startReset(wish),
);
