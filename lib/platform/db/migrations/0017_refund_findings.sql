CREATE TABLE "refund_findings" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"refund_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "refund_findings" ADD CONSTRAINT "refund_findings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_findings" ADD CONSTRAINT "refund_findings_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_findings_once" ON "refund_findings" USING btree ("refund_id","kind","amount","currency");--> statement-breakpoint
CREATE INDEX "refund_findings_unseen" ON "refund_findings" USING btree ("account_id","mode","id") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "refunds_reference" ON "refunds" USING btree ("account_id",right(id, 11));