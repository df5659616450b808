-- What belongs to the people who use the service: accounts and their credits, alerts and deliveries, the workspace, and
-- the words for search by meaning.

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
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  unmetered boolean NOT NULL DEFAULT false
);
COMMENT ON COLUMN public.accounts.monthly_since IS 'First day of the UTC month that monthly_tenths belongs to.';
-- A disabled account answers none of its keys, which keep their own state. Calls of an unmetered one cost 0 credits.

-- The people who share the workspace of an account. Each of their browsers has a key of its own.
CREATE TABLE public.members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  name text NOT NULL,
  color smallint NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  first boolean NOT NULL DEFAULT false CHECK (NOT first OR (role = 'owner' AND removed_at IS NULL)),
  invitation_hash bytea UNIQUE,
  invited_at timestamptz NOT NULL,
  invited_until timestamptz,
  joined_at timestamptz,
  removed_at timestamptz
);
CREATE INDEX members_account ON public.members (account_id, invited_at);
CREATE UNIQUE INDEX members_first ON public.members (account_id) WHERE first;
COMMENT ON COLUMN public.members.first IS 'Whether the keys of the account without a member are theirs.';
COMMENT ON COLUMN public.members.invitation_hash IS 'SHA-256 of the token of an invitation that nobody has used.';

CREATE TABLE public.api_keys (
  prefix text PRIMARY KEY CHECK (prefix ~ '^[0-9a-f]{12}$'),
  secret_hash bytea NOT NULL,
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  member_id uuid REFERENCES public.members ON DELETE CASCADE
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

-- The moments of the admitted requests of the last minute, newest last, and how many of them the last statement added;
-- lost after a crash, which only forgives.
CREATE UNLOGGED TABLE public.rate_windows (
  caller text PRIMARY KEY,
  admitted bigint[] NOT NULL,
  added integer NOT NULL
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

-- Answers that were paid for under an Idempotency-Key, so that asking again costs nothing (contract 3).
CREATE TABLE public.idempotent_answers (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  body bytea NOT NULL,
  ignored_filters text,
  answered_at timestamptz NOT NULL,
  ranked_by text,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotent_answers_age ON public.idempotent_answers (account_id, answered_at);
COMMENT ON COLUMN public.idempotent_answers.body IS 'The answer as it was sent, gzip.';
COMMENT ON COLUMN public.idempotent_answers.request_hash IS 'SHA-256 over method, path, query and body.';

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
  format text NOT NULL CHECK (format IN ('webhook', 'slack', 'teams', 'email', 'feed')),
  target text NOT NULL,
  secret text NOT NULL,
  token text NOT NULL UNIQUE,
  feed_token text NOT NULL UNIQUE,
  source text NOT NULL DEFAULT '',
  member_id uuid REFERENCES public.members ON DELETE CASCADE,
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
COMMENT ON COLUMN public.deliveries.feed_token IS 'Authorizes reading the feed.';
COMMENT ON COLUMN public.deliveries.source IS 'Blank for alerts in this database, else the hosted service and account that have them.';
COMMENT ON COLUMN public.deliveries.member_id IS 'Who created it; null for the keys of the account without a member.';

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

-- Emails are sent only to addresses that were confirmed.
CREATE TABLE public.mailboxes (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  address text NOT NULL,
  token text NOT NULL UNIQUE,
  requested_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  failed_at timestamptz,
  problem text,
  PRIMARY KEY (account_id, address)
);
CREATE INDEX mailboxes_due ON public.mailboxes (next_attempt_at);
COMMENT ON COLUMN public.mailboxes.address IS 'In lower case.';
COMMENT ON COLUMN public.mailboxes.token IS 'Authorizes the link that confirms the address.';
COMMENT ON COLUMN public.mailboxes.next_attempt_at IS 'When the link is sent; null once it was sent or given up.';

CREATE TABLE public.mail_requests (
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('test', 'confirmation')),
  requested_at timestamptz NOT NULL
);
CREATE INDEX mail_requests_account ON public.mail_requests (account_id, kind, requested_at);
COMMENT ON TABLE public.mail_requests IS 'Mails of the last hour that somebody asked for, to limit them.';

-- What the gateway remembers for an account: what was bought, what it cost, and the user's own work.

-- One row per paid request that the gateway sent.
CREATE TABLE public.purchases (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  member_id uuid REFERENCES public.members ON DELETE SET NULL,
  screen text NOT NULL,
  endpoint text NOT NULL,
  input text NOT NULL,
  request_hash bytea NOT NULL,
  idempotency_key text NOT NULL,
  quoted_tenths bigint NOT NULL CHECK (quoted_tenths >= 0),
  billed_tenths bigint CHECK (billed_tenths >= 0),
  state text NOT NULL CHECK (state IN ('running', 'billed', 'rejected', 'unconfirmed')),
  relayed boolean NOT NULL,
  row_count integer,
  unlocked_rows integer,
  status integer,
  code text,
  message text,
  request_id text,
  monthly_credits double precision,
  purchased_credits double precision,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  alive_until timestamptz NOT NULL,
  dismissed_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK ((state = 'billed') = (billed_tenths IS NOT NULL)),
  CHECK (billed_tenths <= quoted_tenths)
);
CREATE UNIQUE INDEX purchases_running ON public.purchases (account_id, request_hash) WHERE state = 'running';
CREATE INDEX purchases_time ON public.purchases (account_id, started_at DESC, id DESC);
CREATE INDEX purchases_unconfirmed ON public.purchases (account_id, request_hash) WHERE state = 'unconfirmed';
CREATE INDEX purchases_alive ON public.purchases (alive_until) WHERE state = 'running';
COMMENT ON COLUMN public.purchases.input IS 'Parameters, query and body as JSON.';
COMMENT ON COLUMN public.purchases.relayed IS 'Charged by a hosted service, so that our ledger does not have it.';
COMMENT ON COLUMN public.purchases.monthly_credits IS 'The balance that the service reported with the response.';
COMMENT ON COLUMN public.purchases.alive_until IS 'A running one whose gateway is gone is not renewed.';

CREATE TABLE public.budgets (
  account_id uuid PRIMARY KEY REFERENCES public.accounts ON DELETE CASCADE,
  session_tenths bigint CHECK (session_tenths >= 0),
  day_tenths bigint CHECK (day_tenths >= 0),
  session_started_at timestamptz NOT NULL,
  last_purchase_at timestamptz NOT NULL
);
COMMENT ON TABLE public.budgets IS 'Its row is locked while a purchase is reserved.';

-- Records that were paid for, as they came; a null record is an id that the service does not know.
CREATE TABLE public.unlocked_records (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  kind text NOT NULL,
  id uuid NOT NULL,
  record text,
  partial boolean NOT NULL DEFAULT false,
  unlocked_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, id)
);
COMMENT ON COLUMN public.unlocked_records.record IS 'JSON as text: jsonb cannot hold every text of JSON.';
COMMENT ON COLUMN public.unlocked_records.partial IS 'A round that is only known from its company.';

CREATE TABLE public.searches (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  request_hash bytea NOT NULL,
  resource text NOT NULL,
  body text NOT NULL,
  via text,
  screen text NOT NULL,
  member_id uuid REFERENCES public.members ON DELETE SET NULL,
  ids uuid[] NOT NULL,
  figures text NOT NULL DEFAULT '{}',
  total integer,
  moved_from integer,
  loaded integer NOT NULL,
  duplicates integer NOT NULL DEFAULT 0,
  ended boolean NOT NULL,
  ignored text NOT NULL DEFAULT '[]',
  more_ignored integer NOT NULL DEFAULT 0,
  surprises integer NOT NULL DEFAULT 0,
  ranked_by text,
  billed_tenths bigint NOT NULL DEFAULT 0,
  first_at timestamptz NOT NULL,
  loaded_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, request_hash)
);
CREATE INDEX searches_time ON public.searches (account_id, loaded_at DESC, id DESC);

-- Responses to single paid requests, such as of a name.
CREATE TABLE public.stored_responses (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  request_hash bytea NOT NULL,
  endpoint text NOT NULL,
  data text NOT NULL,
  meta text NOT NULL,
  stored_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, request_hash)
);

CREATE TABLE public.statuses (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  kind text NOT NULL,
  id uuid NOT NULL,
  status text,
  seen boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  note text NOT NULL DEFAULT '',
  stage text,
  owner text NOT NULL DEFAULT '',
  next text NOT NULL DEFAULT '',
  due date,
  rank text,
  status_by uuid REFERENCES public.members ON DELETE SET NULL,
  status_at timestamptz,
  note_by uuid REFERENCES public.members ON DELETE SET NULL,
  note_at timestamptz,
  changed_at timestamptz NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (account_id, kind, id)
);
CREATE INDEX statuses_version ON public.statuses (account_id, version);

CREATE TABLE public.stages (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (account_id, id)
);

-- Our fund, partners and portfolio, from which routes to others begin.
CREATE TABLE public.us (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  kind text NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (account_id, kind, id)
);

CREATE TABLE public.company_lists (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  head text NOT NULL,
  text text NOT NULL,
  matches text NOT NULL,
  choices text NOT NULL,
  incomplete text NOT NULL,
  member_id uuid REFERENCES public.members ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (account_id, id)
);

CREATE TABLE public.saved_searches (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  id uuid NOT NULL,
  definition text NOT NULL,
  request_hash bytea NOT NULL,
  new_rows text,
  member_id uuid REFERENCES public.members ON DELETE SET NULL,
  saved_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (account_id, id)
);
COMMENT ON COLUMN public.saved_searches.request_hash IS 'That of searches, where its results are.';

-- Saved searches as CSV at secret addresses.
CREATE TABLE public.sheets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  search_id uuid NOT NULL,
  member_id uuid REFERENCES public.members ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, search_id, member_id),
  FOREIGN KEY (account_id, search_id) REFERENCES public.saved_searches ON DELETE CASCADE
);
COMMENT ON COLUMN public.sheets.token IS 'Authorizes reading the rows.';
COMMENT ON COLUMN public.sheets.member_id IS 'Who created it; null for the keys of the account without a member.';

CREATE TABLE public.reviews (
  account_id uuid PRIMARY KEY REFERENCES public.accounts ON DELETE CASCADE,
  number integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  place uuid,
  reopens boolean NOT NULL DEFAULT false,
  reopened_finished_at timestamptz,
  reopened_place uuid
);
COMMENT ON TABLE public.reviews IS 'Number, end and place of the last review; if it reopens, end and place before that.';
CREATE TABLE public.reviewed (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('deal', 'alert')),
  id uuid NOT NULL,
  first_review integer NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, id)
);
COMMENT ON COLUMN public.reviewed.first_review IS 'The number of the first review that included it: if that is reopened, none has.';

-- A counter of changes for each part of what an account stores.
-- Without a foreign key: a charge locks the account before it counts a change, and nothing may do so in the other order.
CREATE TABLE public.versions (
  account_id uuid NOT NULL,
  part text NOT NULL,
  version bigint NOT NULL,
  emptied_version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, part)
);
COMMENT ON COLUMN public.versions.emptied_version IS 'The version of the last deletion: who knows an earlier one reads everything again.';

-- Search by meaning: which companies have which word, for one load of the records. Made in the background by a gateway
-- and read by all; can always be made anew, so it is in no backup and not worth the write-ahead log.
CREATE UNLOGGED TABLE public.relevance_index (
  generation bigint NOT NULL,
  companies integer NOT NULL,
  mean_words double precision NOT NULL,
  next_id integer NOT NULL,
  finished boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE public.relevance_index IS 'One row, or none: the load that the words below belong to, and how far its companies have been read.';

CREATE UNLOGGED TABLE public.relevance_words (
  word text COLLATE "C" NOT NULL,
  part integer NOT NULL,
  companies integer NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (word, part)
);
ALTER TABLE public.relevance_words ALTER postings SET STORAGE EXTERNAL;
COMMENT ON COLUMN public.relevance_words.postings IS 'Four bytes for each company, high byte first: its id times 64, plus the weight of the word in it, 0 to 63.';

-- What a configured model made of the companies' texts, by the text itself: an import that changes few texts costs few.
CREATE TABLE public.text_vectors (
  model text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (model, digest)
);
COMMENT ON COLUMN public.text_vectors.vector IS 'Numbers of one signed byte each.';

CREATE UNLOGGED TABLE public.text_models (
  model text COLLATE "C" PRIMARY KEY,
  owner uuid NOT NULL,
  busy_until timestamptz NOT NULL
);
COMMENT ON TABLE public.text_models IS 'Which gateway makes vectors, and how long the others leave it to that one.';

CREATE TABLE public.import_mappings (
  name text COLLATE "C" PRIMARY KEY,
  mapping text NOT NULL
);
COMMENT ON TABLE public.import_mappings IS 'Mappings of columns to fields, stored by name for scheduled imports.';

CREATE TABLE public.import_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  file text NOT NULL,
  source text NOT NULL,
  outcome jsonb NOT NULL
);
COMMENT ON TABLE public.import_log IS 'What imports from the dashboard and scheduled ones added, changed and rejected.';
