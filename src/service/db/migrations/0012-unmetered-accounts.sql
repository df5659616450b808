-- Calls of an unmetered account are charged 0 credits; its balances stay as they are.
ALTER TABLE public.accounts ADD COLUMN unmetered boolean NOT NULL DEFAULT false;
