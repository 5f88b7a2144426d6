-- The last line of defence for money: whatever the code does, an order never changes and an outcome is reached once.
create function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.mode, new.reference, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.account_id, old.mode, old.reference, old.amount, old.currency, old.payee_iban, old.payee_name) then
    raise exception 'transaction %: the order is immutable', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status in ('processing', 'failed')) or
    (old.status = 'processing' and new.status in ('succeeded', 'failed'))
  ) then
    raise exception 'transaction %: no way from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger transactions_guard before update on transactions
  for each row execute function guard_transaction();
--> statement-breakpoint
create function guard_authorisation() returns trigger language plpgsql as $$
begin
  if (new.transaction_id, new.bank_id, new.end_to_end_id, new.request_id, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.transaction_id, old.bank_id, old.end_to_end_id, old.request_id, old.amount, old.currency, old.payee_iban, old.payee_name) then
    raise exception 'authorisation %: what the bank was told is immutable', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('succeeded', 'failed') and new.status <> old.status then
    raise exception 'authorisation %: no way from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger authorisations_guard before update on authorisations
  for each row execute function guard_authorisation();
