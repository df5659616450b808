-- Purchases under way, so that two browsers of an account that order the same at once pay once.

CREATE UNLOGGED TABLE public.workspace_leases (
  account_id uuid NOT NULL,
  request_hash bytea NOT NULL,
  holder text NOT NULL,
  expires_at timestamptz NOT NULL,
  purchase text,
  tenths bigint,
  lost boolean,
  version bigint,
  PRIMARY KEY (account_id, request_hash)
);
COMMENT ON COLUMN public.workspace_leases.purchase IS 'Its Idempotency-Key, once it was sent and has ended; the version of the workspace then has its records.';
