ALTER TABLE "received_transfers" ADD COLUMN "notification_key" text;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD COLUMN "statement_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_once_notified" ON "received_transfers" USING btree ("account_id","mode","notification_key");--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_once_stated" ON "received_transfers" USING btree ("account_id","mode","statement_key");--> statement-breakpoint
-- What was read before is known by the kind of file that told of it.
UPDATE "received_transfers" SET "notification_key" = "entry_key" FROM "statement_imports" WHERE "statement_imports"."id" = "received_transfers"."import_id" AND "statement_imports"."kind" = 'camt.054';--> statement-breakpoint
UPDATE "received_transfers" SET "statement_key" = "entry_key" FROM "statement_imports" WHERE "statement_imports"."id" = "received_transfers"."import_id" AND "statement_imports"."kind" = 'camt.053';
