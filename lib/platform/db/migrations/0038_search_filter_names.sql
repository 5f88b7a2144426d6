alter index "transactions_by_amount_and_all" rename to "transactions_by_amount";
--> statement-breakpoint
alter index "transactions_by_status_and_all" rename to "transactions_by_status";
--> statement-breakpoint
alter index "transactions_by_currency_and_all" rename to "transactions_by_currency";
--> statement-breakpoint
alter index "transactions_by_reason_and_all" rename to "transactions_by_reason";
--> statement-breakpoint
alter index "transactions_by_external_id_and_all" rename to "transactions_by_external_id";
