alter table "transactions" add column "restored_at" timestamp (3) with time zone;
