-- Words of different meanings no longer share a stem: hospital and hospitality. The words are read anew, and the index of
-- search by meaning is built from them again.
-- derive: company_words
TRUNCATE public.relevance_index, public.relevance_words;
