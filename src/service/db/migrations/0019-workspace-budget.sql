-- One budget for the browsers of an account, reserved with the lease on a purchase.

COMMENT ON TABLE public.workspace_leases IS 'Read by gateways of the version before only; a later version drops it.';

CREATE TABLE public.workspace_budgets (
  account_id uuid PRIMARY KEY REFERENCES public.accounts ON DELETE CASCADE,
  session_tenths bigint CHECK (session_tenths >= 0),
  day_tenths bigint CHECK (day_tenths >= 0),
  session_started_at timestamptz NOT NULL,
  last_purchase_at timestamptz NOT NULL,
  changes bigint NOT NULL DEFAULT 0,
  chosen boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE public.workspace_budgets IS 'Its row is locked while a lease is granted or ended.';

COMMENT ON COLUMN public.workspace_budgets.chosen IS 'Whether somebody has set it.';

CREATE TABLE public.workspace_purchases (
  account_id uuid NOT NULL REFERENCES public.workspace_budgets ON DELETE CASCADE,
  id text NOT NULL,
  request_hash bytea NOT NULL,
  holder text NOT NULL,
  state text NOT NULL CHECK (state IN ('reserved', 'running', 'billed', 'unconfirmed', 'released')),
  tenths bigint NOT NULL CHECK (tenths >= 0),
  relayed boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  settled_at timestamptz,
  shared_version bigint,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX workspace_purchases_request ON public.workspace_purchases (account_id, request_hash);
COMMENT ON COLUMN public.workspace_purchases.id IS 'Its Idempotency-Key.';
COMMENT ON COLUMN public.workspace_purchases.tenths IS 'The most it can cost, once billed what it did cost.';
COMMENT ON COLUMN public.workspace_purchases.relayed IS 'Charged by a hosted service, so that our ledger does not have it.';
COMMENT ON COLUMN public.workspace_purchases.shared_version IS 'The version of the workspace that has its records, once its holder shared them.';
