CREATE TABLE "test_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_ms" bigint NOT NULL,
	CONSTRAINT "test_clock_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "received_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"transaction_id" text,
	"import_id" text,
	"entry_key" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"booked_on" date,
	"standing" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_note" text
);
--> statement-breakpoint
CREATE TABLE "statement_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"digest" text NOT NULL,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"entries" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "return_delay_seconds" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "takes_transfers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "claim_digest" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "transfer_reference" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "transfer_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD CONSTRAINT "received_transfers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD CONSTRAINT "received_transfers_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD CONSTRAINT "received_transfers_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_once" ON "received_transfers" USING btree ("account_id","mode","entry_key");--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_one_paid" ON "received_transfers" USING btree ("transaction_id") WHERE standing = 'paid';--> statement-breakpoint
CREATE INDEX "received_transfers_account" ON "received_transfers" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_imports_once" ON "statement_imports" USING btree ("account_id","mode","digest");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_transfer_reference_unique" UNIQUE("transfer_reference");