ALTER TABLE "transactions" ADD COLUMN "processing_url" text;--> statement-breakpoint
CREATE UNIQUE INDEX "events_transaction" ON "events" USING btree ("transaction_id",(type = 'transaction.processing'));--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_transaction_id_unique";
