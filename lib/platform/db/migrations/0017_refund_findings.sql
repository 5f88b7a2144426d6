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
--> statement-breakpoint
-- Where no credit counts, the payment rests on a word: a credit that does not fit may be the same money, so both are refunded from one sum.
create function one_sum_of(payment transactions) returns bigint language plpgsql stable as $$
declare
  counted bigint;
  credits bigint;
begin
  select count(*) filter (where status in ('paid', 'part')),
    sum(amount) filter (where currency = payment.currency and status in ('wrong_amount', 'too_late', 'already_paid'))
  into counted, credits
  from received_transfers where transaction_id = payment.id;
  return case when counted = 0 then greatest(payment.amount, credits) end;
end $$;
--> statement-breakpoint
create function guard_one_sum() returns trigger language plpgsql as $$
declare
  payment transactions;
  refunded bigint;
begin
  select * into payment from transactions where id = new.transaction_id for update;
  if payment.currency <> new.currency then
    return new;
  end if;
  select coalesce(sum(amount), 0) into refunded from refunds
  where transaction_id = new.transaction_id and currency = new.currency and status not in ('failed', 'cancelled');
  if refunded + new.amount > one_sum_of(payment) then
    raise exception 'refund %: more than was received', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger refunds_one_sum before insert on refunds
  for each row execute function guard_one_sum();
