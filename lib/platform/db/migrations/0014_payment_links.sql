CREATE TABLE "link_payments" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"browser" text,
	"outcome" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"token" text NOT NULL,
	"usage" text NOT NULL,
	"amount" bigint,
	"min_amount" bigint,
	"max_amount" bigint,
	"currency" text NOT NULL,
	"description" text,
	"external_id" text,
	"max_payments" integer,
	"expires_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"paid_count" integer DEFAULT 0 NOT NULL,
	"last_paid_at" timestamp (3) with time zone,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_links_token_unique" UNIQUE("token"),
	CONSTRAINT "payment_links_amount" CHECK (coalesce(case when amount is null then min_amount >= 1 and max_amount between min_amount and 99999999999
        else amount between 1 and 99999999999 and min_amount is null and max_amount is null end, false)),
	CONSTRAINT "payment_links_max" CHECK (max_payments is null or (max_payments >= 1 and usage <> 'once'))
);
--> statement-breakpoint
ALTER TABLE "link_payments" ADD CONSTRAINT "link_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_payments" ADD CONSTRAINT "link_payments_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_payments_link" ON "link_payments" USING btree ("link_id","created_at","transaction_id");--> statement-breakpoint
CREATE INDEX "link_payments_open" ON "link_payments" USING btree ("link_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "link_payments_browser" ON "link_payments" USING btree ("link_id","browser") WHERE browser is not null;--> statement-breakpoint
CREATE INDEX "link_payments_with_browser" ON "link_payments" USING btree ("created_at") WHERE browser is not null;--> statement-breakpoint
CREATE INDEX "payment_links_account" ON "payment_links" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_idempotency" ON "payment_links" USING btree ("account_id","mode","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "payment_links_with_description" ON "payment_links" USING btree ("created_at") WHERE description is not null and (stopped_at is not null or expires_at is not null or last_paid_at is not null);
--> statement-breakpoint
create function end_link_payment() returns trigger language plpgsql as $$
declare
  link text;
begin
  update link_payments set outcome = new.status where transaction_id = new.id returning link_id into link;
  if link is not null and new.status = 'succeeded' then
    update payment_links set paid_count = paid_count + 1, last_paid_at = new.finished_at where id = link;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger transactions_end_link_payment after update of status on transactions
  for each row when (new.status in ('succeeded', 'failed') and old.status <> new.status)
  execute function end_link_payment();
