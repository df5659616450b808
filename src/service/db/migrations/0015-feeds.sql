-- Feeds, and deliveries of the alerts of a hosted service.
ALTER TABLE public.deliveries ADD COLUMN source text NOT NULL DEFAULT '';
ALTER TABLE public.deliveries DROP CONSTRAINT deliveries_format_check,
  ADD CONSTRAINT deliveries_format_check CHECK (format IN ('webhook', 'slack', 'teams', 'email', 'feed'));
COMMENT ON COLUMN public.deliveries.source IS 'Blank for alerts in this database, else the hosted service and account that have them.';
COMMENT ON COLUMN public.deliveries.token IS 'Authorizes the link that stops the delivery, and the address of a feed.';
