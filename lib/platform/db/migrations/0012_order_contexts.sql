CREATE TABLE "order_contexts" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"description" text,
	"lines" jsonb,
	"locale" text,
	"cancel_url" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_contexts" ADD CONSTRAINT "order_contexts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_contexts_by_created" ON "order_contexts" USING btree ("created_at");