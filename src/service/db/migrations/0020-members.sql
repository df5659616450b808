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

ALTER TABLE public.api_keys ADD COLUMN member_id uuid REFERENCES public.members ON DELETE CASCADE;
