-- What the browsers of an account share: unlocked records and the user's own work.

CREATE TABLE public.workspaces (
  account_id uuid PRIMARY KEY REFERENCES public.accounts ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  version bigint NOT NULL DEFAULT 0
);
COMMENT ON COLUMN public.workspaces.version IS 'The version of the entry that was stored last; its row is locked while entries are stored.';

CREATE TABLE public.workspace_entries (
  account_id uuid NOT NULL REFERENCES public.workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  at bigint NOT NULL,
  value text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX workspace_entries_version ON public.workspace_entries (account_id, version);
COMMENT ON COLUMN public.workspace_entries.id IS 'A hash of kind and key, which may be longer than an index takes.';
COMMENT ON COLUMN public.workspace_entries.key IS 'JSON.';
COMMENT ON COLUMN public.workspace_entries.value IS 'JSON as text: jsonb cannot hold every text of JSON.';
