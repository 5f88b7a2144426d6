CREATE TABLE "sandbox_bank_grants" (
	"code_digest" text PRIMARY KEY NOT NULL,
	"token_digest" text,
	"request_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_bank_grants_token_digest_unique" UNIQUE("token_digest")
);
