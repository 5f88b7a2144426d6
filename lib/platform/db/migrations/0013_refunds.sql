CREATE TABLE "refund_files" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"sealed_content" text,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_limits" (
	"account_id" text PRIMARY KEY NOT NULL,
	"per_refund" bigint,
	"per_day" bigint
);
--> statement-breakpoint
CREATE TABLE "refund_links" (
	"digest" text PRIMARY KEY NOT NULL,
	"refund_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refund_totals" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"transaction_id" text NOT NULL,
	"transfer_id" text,
	"external_id" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"status" text NOT NULL,
	"failure_reason" text,
	"sealed_account" text,
	"asked_at" timestamp (3) with time zone,
	"file_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_amount" CHECK (amount >= 1),
	CONSTRAINT "refunds_final" CHECK ((status in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
	CONSTRAINT "refunds_reason" CHECK ((status = 'failed') = (failure_reason is not null))
);
--> statement-breakpoint
CREATE TABLE "transfer_accounts" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"sealed_account" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refund_files" ADD CONSTRAINT "refund_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_limits" ADD CONSTRAINT "refund_limits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_links" ADD CONSTRAINT "refund_links_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_totals" ADD CONSTRAINT "refund_totals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_file_id_refund_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."refund_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_files_account" ON "refund_files" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "refund_files_with_content" ON "refund_files" USING btree ("created_at") WHERE sealed_content is not null;--> statement-breakpoint
CREATE INDEX "refund_links_refund" ON "refund_links" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_links_expires" ON "refund_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_external_id" ON "refunds" USING btree ("account_id","mode","external_id");--> statement-breakpoint
CREATE INDEX "refunds_transaction" ON "refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "refunds_account" ON "refunds" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "refunds_by_status" ON "refunds" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "refunds_sent" ON "refunds" USING btree ("account_id","mode","finished_at","id") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "refunds_file" ON "refunds" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_with_account" ON "refunds" USING btree ("finished_at") WHERE sealed_account is not null;--> statement-breakpoint
CREATE INDEX "transfer_accounts_created" ON "transfer_accounts" USING btree ("created_at");
--> statement-breakpoint
-- Never more than was received, whatever the code does. No bank's file shows a sandbox's money, so there a bank's word is enough.
create function refundable_money(payment transactions) returns bigint language plpgsql stable as $$
declare
  seen text;
  counted bigint;
begin
  if payment.status is distinct from 'succeeded' then
    return 0;
  end if;
  select funds into seen from transaction_funds where transaction_id = payment.id;
  if seen = 'returned' or (seen is null and payment.mode <> 'test') then
    return 0;
  end if;
  select sum(case when currency = payment.currency then amount else 0 end) into counted
  from received_transfers where transaction_id = payment.id and status in ('paid', 'part');
  return coalesce(counted, payment.amount);
end $$;
--> statement-breakpoint
create function guard_refund() returns trigger language plpgsql as $$
declare
  payment transactions;
  received bigint;
  refunded bigint;
begin
  if tg_op = 'UPDATE' then
    if (new.account_id, new.mode, new.transaction_id, new.transfer_id, new.amount, new.currency) is distinct from
       (old.account_id, old.mode, old.transaction_id, old.transfer_id, old.amount, old.currency) then
      raise exception 'refund %: what is refunded is immutable', old.id using errcode = 'integrity_constraint_violation';
    end if;
    if new.status <> old.status and not (
      (old.status = 'awaiting_account' and new.status in ('ready', 'cancelled')) or
      (old.status = 'ready' and new.status in ('processing', 'cancelled')) or
      (old.status = 'processing' and new.status in ('ready', 'succeeded', 'failed'))
    ) then
      raise exception 'refund %: no way from % to %', old.id, old.status, new.status
        using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if new.status not in ('awaiting_account', 'ready') then
    raise exception 'refund %: no way from nothing to %', new.id, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  -- The next statements see what the last holder of the lock committed.
  select * into payment from transactions where id = new.transaction_id for update;
  if (payment.account_id, payment.mode) is distinct from (new.account_id, new.mode) then
    raise exception 'refund %: of another account', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.transfer_id is null then
    received := case when payment.currency = new.currency then refundable_money(payment) end;
  else
    select amount into received from received_transfers
    where id = new.transfer_id and transaction_id = new.transaction_id and currency = new.currency
      and status in ('wrong_amount', 'too_late', 'already_paid');
  end if;
  select coalesce(sum(amount), 0) into refunded from refunds
  where transaction_id = new.transaction_id and transfer_id is not distinct from new.transfer_id
    and status not in ('failed', 'cancelled');
  if refunded + new.amount > coalesce(received, 0) then
    raise exception 'refund %: more than was received', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger refunds_guard before insert or update on refunds
  for each row execute function guard_refund();
--> statement-breakpoint
create function total_refunds() returns trigger language plpgsql as $$
begin
  perform from transactions where id = new.transaction_id for update;
  insert into refund_totals
  select new.transaction_id, coalesce(sum(amount), 0), count(*) from refunds
  where transaction_id = new.transaction_id and transfer_id is null and status not in ('failed', 'cancelled')
  on conflict (transaction_id) do update set amount = excluded.amount, count = excluded.count;
  return null;
end $$;
--> statement-breakpoint
create trigger refunds_total_new after insert on refunds
  for each row when (new.transfer_id is null) execute function total_refunds();
--> statement-breakpoint
create trigger refunds_total_changed after update of status on refunds
  for each row when (new.transfer_id is null and new.status in ('failed', 'cancelled') and old.status <> new.status)
  execute function total_refunds();
