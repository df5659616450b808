-- Deleting everything in a workspace, also in the browsers that have a copy.

ALTER TABLE public.workspaces ADD COLUMN emptied_at bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN public.workspaces.emptied_at IS 'When everything was last deleted, in milliseconds; 0 for never. Browsers that have not heard of it delete their copy.';
