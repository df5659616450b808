-- Job titles and schools are searched by key: "VP of Engineering" is `vp-engineering`, "École Ünique" `ecole-unique`.
-- A key has at most 500 characters, because an index entry of PostgreSQL has to fit in 2,704 bytes.
CREATE OR REPLACE FUNCTION public.to_key(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN nullif(trim(BOTH '-' FROM left(
    regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, words)), '[^a-z0-9]+', '-', 'g'), 500)), '');

CREATE OR REPLACE FUNCTION public.to_title_key(title text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.to_key(regexp_replace(title, '\m(of|the|and)\M', ' ', 'gi'));

ALTER TABLE data.employments ADD COLUMN title_key text GENERATED ALWAYS AS (public.to_title_key(title)) STORED;
CREATE INDEX employments_title ON data.employments (title_key, person_id) WHERE is_current;

ALTER TABLE data.educations ADD COLUMN school_key text GENERATED ALWAYS AS (public.to_key(school_name)) STORED;
CREATE INDEX educations_school ON data.educations (school_key, person_id);
