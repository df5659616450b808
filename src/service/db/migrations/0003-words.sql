-- The words of each company, for search by relevance: its name, industries and descriptions, stemmed and weighted.
CREATE TABLE data.company_words (
  company_id integer PRIMARY KEY REFERENCES data.companies,
  words tsvector NOT NULL
);
CREATE INDEX company_words_any ON data.company_words USING gin (words);

INSERT INTO data.company_words (company_id, words)
SELECT c.id, setweight(to_tsvector('english', public.unaccent(c.name)), 'A')
  || setweight(to_tsvector('english', coalesce(n.names, '')), 'B')
  || setweight(to_tsvector('english', public.unaccent(coalesce(t.short_description, ''))), 'C')
  || setweight(to_tsvector('english', public.unaccent(coalesce(t.long_description, ''))), 'D')
FROM data.companies c
LEFT JOIN data.company_texts t ON t.company_id = c.id
LEFT JOIN (
  SELECT ci.company_id, string_agg(i.name, ' ') AS names
  FROM data.company_industries ci JOIN data.industries i ON i.id = ci.industry_id GROUP BY ci.company_id
) n ON n.company_id = c.id;
