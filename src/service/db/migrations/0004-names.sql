-- Names by likeness and by how they begin, for the quick look-ups.
CREATE INDEX companies_name_fuzzy ON data.companies USING gin (folded public.gin_trgm_ops);
CREATE INDEX companies_name ON data.companies (folded);
CREATE INDEX investors_name_fuzzy ON data.investors USING gin (folded public.gin_trgm_ops);
CREATE INDEX investors_name ON data.investors (folded);
CREATE INDEX people_name_fuzzy ON data.people USING gin (folded public.gin_trgm_ops);
CREATE INDEX people_name ON data.people (folded);
