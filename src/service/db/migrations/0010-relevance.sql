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

-- What ranked an answer is said again when it is sent again.
ALTER TABLE public.idempotent_answers ADD COLUMN ranked_by text;

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
