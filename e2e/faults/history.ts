import type pg from "pg";

/** The product itself keeps no past statuses. All changes that count are made under the transaction's lock, in this order. */
export async function recordHistory(product: pg.Pool): Promise<void> {
  await product.query(`
    create table fault_statuses (id bigserial primary key, transaction_id text not null, status text not null);
    create function fault_record_status() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or old.status <> new.status then
        insert into fault_statuses (transaction_id, status) values (new.id, new.status);
      end if;
      return new;
    end $$;
    create trigger fault_statuses after insert or update on transactions
      for each row execute function fault_record_status();

    create table fault_refunds (
      id bigserial primary key, transaction_id text not null, refund_id text, transfer_id text, amount bigint, status text not null
    );
    create function fault_record_refund() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or old.status <> new.status then
        insert into fault_refunds (transaction_id, refund_id, transfer_id, amount, status)
        values (new.transaction_id, new.id, new.transfer_id, new.amount, new.status);
      end if;
      return new;
    end $$;
    create trigger fault_refunds after insert or update on refunds
      for each row execute function fault_record_refund();
    create function fault_record_return() returns trigger language plpgsql as $$
    begin
      if new.funds = 'returned' then
        insert into fault_refunds (transaction_id, status) values (new.transaction_id, 'funds returned');
      end if;
      return new;
    end $$;
    create trigger fault_returns after insert or update on transaction_funds
      for each row execute function fault_record_return();
  `);
}
