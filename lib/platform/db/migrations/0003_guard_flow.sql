-- How a transaction may be paid is part of the order: a direct one must never open to whoever holds its reference.
create or replace function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.mode, new.flow, new.reference, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.account_id, old.mode, old.flow, old.reference, old.amount, old.currency, old.payee_iban, old.payee_name) then
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
