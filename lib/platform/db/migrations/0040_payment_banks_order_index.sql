-- concurrently
-- In parts, so that no payment waits for long. What a trigger wrote meanwhile has an order number.
do $repeatable$
declare
  last text := '';
begin
  loop
    with part as (
      select transaction_id from payment_banks where transaction_id > last order by transaction_id limit 5000
    ), filled as (
      update payment_banks set external_id = transactions.external_id
      from part join transactions on transactions.id = part.transaction_id
      where payment_banks.transaction_id = part.transaction_id and payment_banks.external_id is null
    )
    select max(transaction_id) into last from part;
    exit when last is null;
    commit;
  end loop;
end $repeatable$;
--> statement-breakpoint
create index concurrently "payment_banks_by_external_id" on "payment_banks" ("account_id","mode","bank_id","external_id" text_pattern_ops,"transaction_id");
