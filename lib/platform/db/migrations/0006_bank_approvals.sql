ALTER TABLE "payment_attempts" ADD COLUMN "approval_message" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "approval" text;