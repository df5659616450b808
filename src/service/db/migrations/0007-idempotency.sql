-- Answers that were paid for under an Idempotency-Key, so that asking again costs nothing (contract 3).
CREATE TABLE public.idempotent_answers (
  account_id uuid NOT NULL REFERENCES public.accounts ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  body bytea NOT NULL,
  ignored_filters text,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotent_answers_age ON public.idempotent_answers (account_id, answered_at);
COMMENT ON COLUMN public.idempotent_answers.body IS 'The answer as it was sent, gzip.';
COMMENT ON COLUMN public.idempotent_answers.request_hash IS 'SHA-256 over method, path, query and body.';
