alter index "transactions_by_amount_and_more" rename to "transactions_by_amount";
--> statement-breakpoint
alter index "transactions_by_currency_and_more" rename to "transactions_by_currency";
--> statement-breakpoint
alter index "transactions_by_reason_and_more" rename to "transactions_by_reason";
