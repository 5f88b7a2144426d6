#!/bin/sh
# PostgreSQL's image runs this once, in an empty volume. It creates the user of web and worker, who can't change tables.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role bankside login password :'password';
revoke create on schema public from public;
grant usage on schema public to bankside;
alter default privileges for role bankside_owner in schema public
  grant select, insert, update, delete on tables to bankside;
alter default privileges for role bankside_owner in schema public
  grant usage on sequences to bankside;
SQL
