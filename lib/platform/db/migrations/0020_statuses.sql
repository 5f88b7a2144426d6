ALTER TABLE "received_transfers" RENAME COLUMN "standing" TO "status";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "sealed_answer" TO "sealed_response";
