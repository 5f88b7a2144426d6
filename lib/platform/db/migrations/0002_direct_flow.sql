CREATE TABLE "checkout_tokens" (
	"digest" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payer_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"email_mac" text NOT NULL,
	"sealed_email" text NOT NULL,
	"code_mac" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payer_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payer_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"app_return_url" text,
	"sealed_details" text,
	"verified_by" text,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_apps" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"sealed_api_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient_mac" text NOT NULL,
	"sealed_mail" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_one_payable";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "app_schemes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email_whitelisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "authorisations" ADD COLUMN "payer_session_id" text;--> statement-breakpoint
ALTER TABLE "authorisations" ADD COLUMN "tells_payer_iban" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "authorisations" ADD COLUMN "state_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "creations" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "first_session_id" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "flow" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payer_mark" text;--> statement-breakpoint
ALTER TABLE "checkout_tokens" ADD CONSTRAINT "checkout_tokens_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_codes" ADD CONSTRAINT "payer_codes_session_id_payer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_codes" ADD CONSTRAINT "payer_codes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_sessions" ADD CONSTRAINT "payer_sessions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_apps" ADD CONSTRAINT "sandbox_apps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_tokens_transaction" ON "checkout_tokens" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payer_codes_session" ON "payer_codes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "payer_codes_transaction" ON "payer_codes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payer_codes_email" ON "payer_codes" USING btree ("email_mac","created_at");--> statement-breakpoint
CREATE INDEX "payer_devices_last_seen" ON "payer_devices" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "payer_sessions_transaction" ON "payer_sessions" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "sandbox_mails_recipient" ON "sandbox_mails" USING btree ("recipient_mac","id");--> statement-breakpoint
ALTER TABLE "authorisations" ADD CONSTRAINT "authorisations_payer_session_id_payer_sessions_id_fk" FOREIGN KEY ("payer_session_id") REFERENCES "public"."payer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_payable" ON "transactions" USING btree ("account_id","mode","external_id","flow",coalesce("payer_mark", '')) WHERE status <> 'failed';