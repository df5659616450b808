-- Deliveries of alerts: where and when the deals that alerts match are sent, and what was sent.

CREATE TABLE public.deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  name text NOT NULL,
  alert_ids uuid[] NOT NULL,
  known_alert_ids uuid[] NOT NULL DEFAULT '{}',
  repeats text NOT NULL CHECK (repeats IN ('daily', 'weekdays', 'weekly')),
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  zone text NOT NULL,
  format text NOT NULL CHECK (format IN ('webhook', 'slack', 'teams', 'email')),
  target text NOT NULL,
  secret text NOT NULL,
  token text NOT NULL UNIQUE,
  next_at timestamptz NOT NULL,
  stopped_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX deliveries_account ON public.deliveries (account_id);
CREATE INDEX deliveries_due ON public.deliveries (next_at) WHERE stopped_at IS NULL;
COMMENT ON COLUMN public.deliveries.alert_ids IS 'Empty for all alerts of the account.';
COMMENT ON COLUMN public.deliveries.known_alert_ids IS
  'Alerts that were there at the last run: everything new in them is sent. Of other alerts, only deals of its last week.';
COMMENT ON COLUMN public.deliveries.weekday IS '1 is Monday; used by weekly deliveries.';
COMMENT ON COLUMN public.deliveries.token IS 'Authorizes the link that stops the delivery.';

CREATE TABLE public.delivery_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  delivery_id uuid NOT NULL REFERENCES public.deliveries ON DELETE CASCADE,
  is_test boolean NOT NULL DEFAULT false,
  scheduled_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  contents jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  give_up_at timestamptz NOT NULL,
  sent_at timestamptz,
  problem text
);
CREATE INDEX delivery_messages_due ON public.delivery_messages (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX delivery_messages_log ON public.delivery_messages (delivery_id, created_at);
COMMENT ON COLUMN public.delivery_messages.next_attempt_at IS
  'While a gateway sends the message, the end of its claim: then another gateway may send it.';

CREATE TABLE public.delivered_deals (
  delivery_id uuid NOT NULL REFERENCES public.deliveries ON DELETE CASCADE,
  deal_id uuid NOT NULL,
  PRIMARY KEY (delivery_id, deal_id)
);
COMMENT ON TABLE public.delivered_deals IS 'Deals in messages of a delivery, and those that were there before it.';
