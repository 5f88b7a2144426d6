CREATE TABLE "saved_filters" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("account_id","user_id","name");--> statement-breakpoint
CREATE INDEX "transactions_by_created" ON "transactions" USING btree ("account_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_by_amount" ON "transactions" USING btree ("account_id","mode","amount","id");--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("account_id","mode","status","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_by_external_id" ON "transactions" USING btree ("account_id","mode","external_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "transactions_by_payer" ON "transactions" USING btree ("account_id","payer_email_hash") WHERE payer_email_hash is not null;