"use server";

import { mailLink } from "../mail-link.ts";

/** Sends a link to create an account, or a note that there already is one. */
export const startSignUpAction = mailLink("/sign-up", (users, wish) => users.startSignUp(wish));
