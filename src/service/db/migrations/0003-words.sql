-- The words of each company, for search by relevance: its name, industries and descriptions, stemmed and weighted.
CREATE TABLE data.company_words (
  company_id integer PRIMARY KEY REFERENCES data.companies,
  words tsvector NOT NULL
);
CREATE INDEX company_words_any ON data.company_words USING gin (words);

-- derive: company_words
