CREATE TABLE "transaction_funds" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"funds" text NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deliver_on" text DEFAULT 'succeeded' NOT NULL;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD COLUMN "attempt_id" text;--> statement-breakpoint
ALTER TABLE "transaction_funds" ADD CONSTRAINT "transaction_funds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Money is only seen of a payment that succeeded, and only goes back once.
create function guard_transaction_funds() returns trigger language plpgsql as $$
declare
  known text := 'expected';
begin
  if tg_op = 'UPDATE' then
    known := old.funds;
    if new.transaction_id <> old.transaction_id then
      raise exception 'transaction %: its funds are its own', old.transaction_id
        using errcode = 'integrity_constraint_violation';
    end if;
  elsif not exists (select from transactions where id = new.transaction_id and status = 'succeeded') then
    known := 'unknown';
  end if;
  if not ((known = 'expected' and new.funds = 'received') or (known = 'received' and new.funds = 'returned')) then
    raise exception 'transaction %: no way from % to % funds', new.transaction_id, known, new.funds
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger transaction_funds_guard before insert or update on transaction_funds
  for each row execute function guard_transaction_funds();
--> statement-breakpoint
-- Bank transfers that paid: their money is there.
insert into transaction_funds
select distinct on (transaction_id) transaction_id, 'received', finished_at
from received_transfers join transactions on transactions.id = transaction_id
where received_transfers.status = 'paid' and transactions.status = 'succeeded';
