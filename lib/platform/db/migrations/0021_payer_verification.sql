ALTER TABLE "accounts" ADD COLUMN "payer_verification" text DEFAULT 'on' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sealed_payer" text;--> statement-breakpoint
CREATE INDEX "transactions_with_payer" ON "transactions" USING btree ("finished_at") WHERE sealed_payer is not null;
