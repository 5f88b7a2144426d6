export { parseAmount } from "./amount.ts";
export {
  type Bankside,
  createBankside,
  type PaymentOptions,
  type PaymentResult,
} from "./bankside.ts";
export {
  BanksideError,
  type BanksideErrorDetails,
  type FieldError,
  isBanksideError,
} from "./bankside-error.ts";
export type { OrderLine } from "./create-transaction.ts";
export type { Launcher, OpenOptions, PreparedView } from "./launcher.ts";
export type { Metadata } from "./metadata.ts";
export { type Outcome, type OutcomeStatus, parseOutcome } from "./outcome.ts";
export type { Fetch, FetchAnswer, Signal } from "./runtime.ts";
export type { Wait } from "./wait.ts";
