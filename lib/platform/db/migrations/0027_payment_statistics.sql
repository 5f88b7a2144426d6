-- In the order in which a payment that settles changes them: neither waits for the other while this migration runs.
do $$ begin lock table payment_attempts, transactions in share row exclusive mode; end $$;
--> statement-breakpoint
CREATE TABLE "payment_statistics" (
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"quarter_hour" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"superseded" integer DEFAULT 0 NOT NULL,
	"verification_failed" integer DEFAULT 0 NOT NULL,
	"bank_unavailable" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_statistics_account_id_mode_quarter_hour_currency_pk" PRIMARY KEY("account_id","mode","quarter_hour","currency")
);
--> statement-breakpoint
DROP INDEX "transactions_finished";--> statement-breakpoint
CREATE INDEX "transactions_ended" ON "transactions" USING btree ("account_id" collate "C","mode",(case when "failure_reason" is null then hashtext("id")::bigint & -hashtext("id")::bigint else -1 end),"finished_at","created_at","failure_reason","id") WHERE finished_at is not null;--> statement-breakpoint
-- In the same transaction as the outcome, at its end: others wait for the row no longer than for the commit.
create function count_payment() returns trigger language plpgsql as $$
declare
  payment transactions := old;
  step integer := -1;
begin
  for times in 1..2 loop
    if payment.finished_at is not null then
      insert into payment_statistics as known values (
        payment.account_id, payment.mode, date_bin('15 minutes', payment.finished_at, 'epoch'), payment.currency,
        case when payment.status = 'succeeded' then step else 0 end,
        case when payment.status = 'succeeded' then step * payment.amount else 0 end,
        case when payment.failure_reason = 'cancelled' then step else 0 end,
        case when payment.failure_reason = 'declined' then step else 0 end,
        case when payment.failure_reason = 'expired' then step else 0 end,
        case when payment.failure_reason = 'superseded' then step else 0 end,
        case when payment.failure_reason = 'verification_failed' then step else 0 end,
        case when payment.failure_reason = 'bank_unavailable' then step else 0 end
      ) on conflict (account_id, mode, quarter_hour, currency) do update set
        succeeded = known.succeeded + excluded.succeeded,
        amount = known.amount + excluded.amount,
        cancelled = known.cancelled + excluded.cancelled,
        declined = known.declined + excluded.declined,
        expired = known.expired + excluded.expired,
        superseded = known.superseded + excluded.superseded,
        verification_failed = known.verification_failed + excluded.verification_failed,
        bank_unavailable = known.bank_unavailable + excluded.bank_unavailable;
    end if;
    payment := new;
    step := 1;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger transactions_count_new after insert on transactions deferrable initially deferred
  for each row when (new.finished_at is not null) execute function count_payment();
--> statement-breakpoint
create constraint trigger transactions_count_changed after update of finished_at on transactions deferrable initially deferred
  for each row when (old.finished_at is distinct from new.finished_at) execute function count_payment();
--> statement-breakpoint
create constraint trigger transactions_count_deleted after delete on transactions deferrable initially deferred
  for each row when (old.finished_at is not null) execute function count_payment();
--> statement-breakpoint
-- The connection avoids reading whole tables, which is right here.
set local enable_seqscan = on;
--> statement-breakpoint
insert into payment_statistics
select account_id, mode, date_bin('15 minutes', finished_at, 'epoch'), currency,
  count(*) filter (where status = 'succeeded'),
  coalesce(sum(amount) filter (where status = 'succeeded'), 0),
  count(*) filter (where failure_reason = 'cancelled'),
  count(*) filter (where failure_reason = 'declined'),
  count(*) filter (where failure_reason = 'expired'),
  count(*) filter (where failure_reason = 'superseded'),
  count(*) filter (where failure_reason = 'verification_failed'),
  count(*) filter (where failure_reason = 'bank_unavailable')
from transactions where finished_at is not null group by 1, 2, 3, 4;
