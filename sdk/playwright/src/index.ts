export {
  type Bankside,
  type BanksideFixtures,
  type BanksideOptions,
  banksideFixtures,
  createBankside,
} from "./fixtures.ts";
export {
  BanksideApiError,
  type CreatedTransaction,
  createMerchantApi,
  type MerchantApi,
  type NewPaymentLink,
  type NewTransaction,
  type OrderLine,
  type Outcome,
  type PaymentLink,
  type Refund,
  type Transaction,
} from "./merchant-api.ts";
export { createPayer, type Decision, type Payer, type PayOptions } from "./payer.ts";
export { scanQr } from "./scan.ts";
export {
  type ReceivedWebhook,
  receiveWebhooks,
  type WebhookReceiver,
} from "./webhook-receiver.ts";
