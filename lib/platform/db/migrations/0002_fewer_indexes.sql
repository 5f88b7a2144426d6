ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_end_to_end_id_unique";--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_request_id_unique";--> statement-breakpoint
DROP INDEX "transactions_account";--> statement-breakpoint
DROP INDEX "transactions_by_status";--> statement-breakpoint
DROP INDEX "events_created";--> statement-breakpoint
DROP INDEX "deliveries_event_endpoint";--> statement-breakpoint
DROP INDEX "deliveries_endpoint_log";--> statement-breakpoint
DROP INDEX "deliveries_endpoint_status";--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("account_id","mode","status","created_at","id","amount","currency","failure_reason","external_id") WHERE status <> 'succeeded';--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_endpoint_log" ON "deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_status" ON "deliveries" USING btree ("endpoint_id","status","event_id") WHERE status <> 'delivered';--> statement-breakpoint
ALTER TABLE "delivery_attempts" DROP CONSTRAINT "delivery_attempts_pkey";--> statement-breakpoint
DROP INDEX "delivery_attempts_delivery";--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number");
