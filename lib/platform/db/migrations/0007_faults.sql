CREATE TABLE "bank_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"authorisation_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"kind" text NOT NULL,
	"our_status" text NOT NULL,
	"bank_status" text NOT NULL,
	"bank_payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_note" text
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "authorisations" ADD COLUMN "sealed_grant" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_bank_payments" ADD COLUMN "behaviour" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_bank_payments" ADD COLUMN "settles_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_bank_payments" ADD COLUMN "asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_alerts" ADD CONSTRAINT "bank_alerts_authorisation_id_authorisations_id_fk" FOREIGN KEY ("authorisation_id") REFERENCES "public"."authorisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_alerts" ADD CONSTRAINT "bank_alerts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_alerts_once" ON "bank_alerts" USING btree ("authorisation_id","kind","bank_status");--> statement-breakpoint
CREATE INDEX "bank_alerts_transaction" ON "bank_alerts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "bank_alerts_open" ON "bank_alerts" USING btree ("created_at") WHERE resolved_at is null;