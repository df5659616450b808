-- An account that is disabled answers none of its keys, which keep their own state for the day it is enabled again.
ALTER TABLE public.accounts ADD COLUMN disabled_at timestamptz;
