-- Accounts, keys, credits, limits and saved alerts: what belongs to the people who use the service.
-- Credits are integers in tenths. At every moment: balance = sum of grants minus sum of ledger, and never below zero.

CREATE TYPE public.plan AS ENUM ('FREE', 'PRO', 'PRO_PLUS', 'API');
CREATE TYPE public.credit_source AS ENUM ('monthly', 'purchased');

CREATE TABLE public.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  plan public.plan NOT NULL,
  monthly_allowance bigint NOT NULL CHECK (monthly_allowance >= 0),
  monthly_tenths bigint NOT NULL CHECK (monthly_tenths >= 0),
  monthly_since date NOT NULL,
  purchased_tenths bigint NOT NULL CHECK (purchased_tenths >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN public.accounts.monthly_since IS 'First day of the UTC month that monthly_tenths belongs to.';

CREATE TABLE public.api_keys (
  prefix text PRIMARY KEY CHECK (prefix ~ '^[0-9a-f]{12}$'),
  secret_hash bytea NOT NULL,
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);
CREATE INDEX api_keys_account ON public.api_keys (account_id);
COMMENT ON COLUMN public.api_keys.secret_hash IS 'SHA-256 of the whole key; the key itself is shown once and not kept.';

CREATE TABLE public.grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  source public.credit_source NOT NULL,
  tenths bigint NOT NULL,
  reason text NOT NULL,
  granted_at timestamptz NOT NULL
);
CREATE INDEX grants_account ON public.grants (account_id, granted_at);
COMMENT ON COLUMN public.grants.tenths IS 'Negative where a month ended with credits unspent.';

CREATE TABLE public.ledger (
  charge_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  key_prefix text NOT NULL,
  request_id text NOT NULL,
  endpoint text NOT NULL,
  row_count integer NOT NULL,
  monthly_tenths bigint NOT NULL CHECK (monthly_tenths >= 0),
  purchased_tenths bigint NOT NULL CHECK (purchased_tenths >= 0),
  charged_at timestamptz NOT NULL
);
CREATE INDEX ledger_account ON public.ledger (account_id, charged_at);

-- The moments of the admitted requests of the last minute, newest last; lost after a crash, which only forgives.
CREATE UNLOGGED TABLE public.rate_windows (
  caller text PRIMARY KEY,
  admitted bigint[] NOT NULL,
  allowed boolean NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE public.alert_configurations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  name text NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY')),
  description text,
  filters jsonb NOT NULL DEFAULT '{}',
  paused_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alert_configurations_account ON public.alert_configurations (account_id);
