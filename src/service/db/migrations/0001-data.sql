-- The funding records. They have a schema of their own, so that an import can build a new one next to it and swap.
-- Inside, integer ids join; the uuid is what the API shows. Folded names are compared COLLATE "C".
-- A (tag, record) table holds every tag of a record and everything above it: one lookup answers any filter.

CREATE SCHEMA data;

CREATE TYPE public.location_type AS ENUM ('CITY', 'STATE', 'REGION', 'COUNTRY');
CREATE TYPE public.industry_type AS ENUM ('INDUSTRY', 'SUPER_CATEGORY');
CREATE TYPE public.financing_type AS ENUM (
  'SERIES_A', 'SERIES_B', 'SERIES_C', 'SERIES_D', 'SERIES_E', 'SERIES_F', 'SERIES_G', 'SERIES_H', 'SERIES_I',
  'SERIES_J', 'SERIES_K', 'SERIES_L', 'SERIES_M', 'SEED', 'SAFE', 'CONVERTIBLE_NOTE', 'EQUITY', 'PREFERRED',
  'SECONDARY_MARKET', 'DEBT_FINANCING', 'GRANT', 'NON_EQUITY_ASSISTANCE', 'CROWDFUNDING', 'INITIAL_COIN_OFFERING',
  'FUNDING_ROUND'
);
CREATE TYPE public.intermediate AS ENUM (
  'NONE', 'PLUS', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT'
);
CREATE TYPE public.employee_range AS ENUM (
  '1-10', '11-50', '51-100', '101-250', '251-500', '501-1000', '1001-5000', '5001-10000', '10001+'
);
CREATE TYPE public.company_status AS ENUM ('private', 'public', 'acquired', 'delisted', 'closed');
CREATE TYPE public.valuation_type AS ENUM ('DEFAULT', 'POST_MONEY', 'PRE_MONEY');

-- Job titles and schools are searched by key: "VP of Engineering" is `vp-engineering`, "École Ünique" `ecole-unique`.
-- A key has at most 500 characters, because an index entry of PostgreSQL has to fit in 2,704 bytes.
CREATE OR REPLACE FUNCTION public.to_key(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN nullif(trim(BOTH '-' FROM left(
    regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, words)), '[^a-z0-9]+', '-', 'g'), 500)), '');

CREATE OR REPLACE FUNCTION public.to_title_key(title text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.to_key(regexp_replace(title, '\m(of|the|and)\M', ' ', 'gi'));

CREATE TABLE data.sources (
  id smallint PRIMARY KEY,
  key text NOT NULL UNIQUE,
  title text NOT NULL,
  licence text NOT NULL,
  address text,
  imported_at timestamptz NOT NULL,
  report jsonb NOT NULL DEFAULT '{}',
  snapshot date,
  merges boolean NOT NULL DEFAULT true
);
COMMENT ON COLUMN data.sources.key IS 'The name of the import, such as crunchbase-2013 or demo.';
COMMENT ON COLUMN data.sources.snapshot IS 'The day that the source describes; where two contradict each other the newer one stands.';
COMMENT ON COLUMN data.sources.merges IS 'False where the import asked that its records be matched with no other.';

CREATE TABLE data.totals (
  deals integer NOT NULL,
  companies integer NOT NULL,
  investors integer NOT NULL,
  people integer NOT NULL
);
COMMENT ON TABLE data.totals IS 'One row: the totals without a filter, counted once a load.';
INSERT INTO data.totals VALUES (0, 0, 0, 0);

CREATE TABLE data.locations (
  id integer PRIMARY KEY,
  permalink text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  full_name text NOT NULL,
  location_type public.location_type NOT NULL,
  population bigint NOT NULL DEFAULT 0,
  deal_count integer NOT NULL DEFAULT 0
);
CREATE TABLE data.location_names (
  folded text COLLATE "C" NOT NULL,
  location_id integer NOT NULL REFERENCES data.locations,
  PRIMARY KEY (folded, location_id)
);
CREATE INDEX location_names_fuzzy ON data.location_names USING gin (folded public.gin_trgm_ops);
CREATE TABLE data.location_below (
  above_id integer NOT NULL REFERENCES data.locations,
  below_id integer NOT NULL REFERENCES data.locations,
  PRIMARY KEY (above_id, below_id)
);
CREATE INDEX location_below_upwards ON data.location_below (below_id, above_id);
COMMENT ON TABLE data.location_below IS 'Transitively closed, each place with itself included.';

CREATE TABLE data.industries (
  id integer PRIMARY KEY,
  permalink text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  industry_type public.industry_type NOT NULL,
  deal_count integer NOT NULL DEFAULT 0
);
CREATE TABLE data.industry_names (
  folded text COLLATE "C" NOT NULL,
  industry_id integer NOT NULL REFERENCES data.industries,
  PRIMARY KEY (folded, industry_id)
);
CREATE INDEX industry_names_fuzzy ON data.industry_names USING gin (folded public.gin_trgm_ops);
CREATE TABLE data.industry_below (
  above_id integer NOT NULL REFERENCES data.industries,
  below_id integer NOT NULL REFERENCES data.industries,
  PRIMARY KEY (above_id, below_id)
);
COMMENT ON TABLE data.industry_below IS 'Super category above industry, each with itself included.';

CREATE TABLE data.companies (
  id integer PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  source_id smallint NOT NULL REFERENCES data.sources,
  origin_file text,
  origin_row integer,
  permalink text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  folded text COLLATE "C" NOT NULL,
  legal_name text,
  domain text COLLATE "C",
  linkedin text,
  linkedin_slug text COLLATE "C",
  crunchbase text,
  crunchbase_slug text COLLATE "C",
  twitter text,
  facebook text,
  pitchbook text,
  address text,
  founded date,
  num_employees public.employee_range,
  status public.company_status,
  city_id integer REFERENCES data.locations,
  state_id integer REFERENCES data.locations,
  country_id integer REFERENCES data.locations,
  region_id integer REFERENCES data.locations,
  place_text text,
  industry_text text,
  latest_valuation_usd double precision,
  latest_valuation_date timestamptz,
  latest_deal_id integer,
  latest_deal_date timestamptz,
  num_funding_rounds integer NOT NULL DEFAULT 0,
  num_investors integer NOT NULL DEFAULT 0,
  total_raised double precision
);
COMMENT ON COLUMN data.companies.origin_row IS 'The row of origin_file, of a table or of JSON, that the record was first in; null of demo data.';
COMMENT ON COLUMN data.companies.status IS 'Stored status; the wire shows public as public, private, acquired and closed as private, unknown as null.';
COMMENT ON COLUMN data.companies.place_text IS 'What the source said of the place, where no place of ours was meant.';
COMMENT ON COLUMN data.companies.total_raised IS 'Sum of the known total_round_raised in US dollars; null when none is known. A double is exact to the dollar up to 9e15.';
CREATE INDEX companies_name_fuzzy ON data.companies USING gin (folded public.gin_trgm_ops);
CREATE INDEX companies_name ON data.companies (folded);
CREATE INDEX companies_domain ON data.companies (domain);
CREATE INDEX companies_linkedin ON data.companies (linkedin_slug);
CREATE INDEX companies_crunchbase ON data.companies (crunchbase_slug);
CREATE INDEX companies_latest ON data.companies (latest_deal_date DESC NULLS LAST, uuid);
CREATE INDEX companies_raised ON data.companies (total_raised DESC NULLS LAST, uuid);
CREATE TABLE data.company_texts (
  company_id integer PRIMARY KEY REFERENCES data.companies,
  short_description text,
  long_description text
);
-- The words of each company, for search by relevance: its name, industries and descriptions, stemmed and weighted.
CREATE TABLE data.company_words (
  company_id integer PRIMARY KEY REFERENCES data.companies,
  words tsvector NOT NULL
);
CREATE TABLE data.company_industries (
  company_id integer NOT NULL REFERENCES data.companies,
  position smallint NOT NULL,
  industry_id integer NOT NULL REFERENCES data.industries,
  PRIMARY KEY (company_id, position)
);
CREATE TABLE data.company_location_tags (
  location_id integer NOT NULL REFERENCES data.locations,
  company_id integer NOT NULL REFERENCES data.companies,
  PRIMARY KEY (location_id, company_id)
);
CREATE TABLE data.company_industry_tags (
  industry_id integer NOT NULL REFERENCES data.industries,
  company_id integer NOT NULL REFERENCES data.companies,
  PRIMARY KEY (industry_id, company_id)
);

CREATE TABLE data.investors (
  id integer PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  source_id smallint NOT NULL REFERENCES data.sources,
  origin_file text,
  origin_row integer,
  permalink text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  folded text COLLATE "C" NOT NULL,
  legal_name text,
  description text,
  domain text COLLATE "C",
  website text,
  linkedin text,
  linkedin_slug text COLLATE "C",
  crunchbase text,
  crunchbase_slug text COLLATE "C",
  pitchbook text,
  image text,
  num_employees public.employee_range,
  investment_stages text[],
  contact_email text,
  contact_phone text,
  city_id integer REFERENCES data.locations,
  state_id integer REFERENCES data.locations,
  country_id integer REFERENCES data.locations,
  region_id integer REFERENCES data.locations,
  place_text text,
  total_deal_count integer NOT NULL DEFAULT 0,
  lead_deal_count integer NOT NULL DEFAULT 0,
  most_recent_deal_date timestamptz
);
CREATE INDEX investors_name_fuzzy ON data.investors USING gin (folded public.gin_trgm_ops);
CREATE INDEX investors_name ON data.investors (folded);
CREATE INDEX investors_domain ON data.investors (domain);
CREATE INDEX investors_linkedin ON data.investors (linkedin_slug);
CREATE INDEX investors_crunchbase ON data.investors (crunchbase_slug);
CREATE INDEX investors_recent ON data.investors (most_recent_deal_date DESC NULLS LAST, uuid);
CREATE TABLE data.investor_location_tags (
  location_id integer NOT NULL REFERENCES data.locations,
  investor_id integer NOT NULL REFERENCES data.investors,
  PRIMARY KEY (location_id, investor_id)
);

CREATE TABLE data.people (
  id integer PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  source_id smallint NOT NULL REFERENCES data.sources,
  origin_file text,
  origin_row integer,
  name text NOT NULL,
  folded text COLLATE "C" NOT NULL,
  title text,
  linkedin text,
  linkedin_slug text COLLATE "C",
  crunchbase text,
  crunchbase_slug text COLLATE "C",
  twitter text,
  twitter_slug text COLLATE "C",
  email text,
  phone text,
  about text,
  location_text text,
  city text,
  country_code text,
  is_founder boolean NOT NULL DEFAULT false,
  current_company_id integer REFERENCES data.companies,
  is_investor boolean NOT NULL DEFAULT false,
  total_deal_count integer,
  lead_deal_count integer,
  most_recent_deal_date timestamptz
);
COMMENT ON COLUMN data.people.total_deal_count IS 'Null, like the other figures of an investor, for everyone else.';
CREATE INDEX people_name_fuzzy ON data.people USING gin (folded public.gin_trgm_ops);
CREATE INDEX people_name ON data.people (folded);
CREATE INDEX people_recent ON data.people (most_recent_deal_date DESC NULLS LAST, uuid);
CREATE INDEX people_employer ON data.people (current_company_id);
CREATE INDEX people_linkedin ON data.people (linkedin_slug);
CREATE INDEX people_crunchbase ON data.people (crunchbase_slug);
CREATE INDEX people_twitter ON data.people (twitter_slug);
CREATE TABLE data.person_firms (
  person_id integer NOT NULL REFERENCES data.people,
  investor_id integer NOT NULL REFERENCES data.investors,
  PRIMARY KEY (person_id, investor_id)
);
CREATE TABLE data.employments (
  person_id integer NOT NULL REFERENCES data.people,
  position smallint NOT NULL,
  company_id integer REFERENCES data.companies,
  company_name text,
  company_url text,
  title text,
  location text,
  description text,
  start_date date,
  end_date date,
  is_current boolean NOT NULL,
  title_key text GENERATED ALWAYS AS (public.to_title_key(title)) STORED,
  PRIMARY KEY (person_id, position)
);
CREATE INDEX employments_company ON data.employments (company_id, person_id) WHERE is_current;
CREATE INDEX employments_title ON data.employments (title_key, person_id) WHERE is_current;
CREATE TABLE data.educations (
  person_id integer NOT NULL REFERENCES data.people,
  position smallint NOT NULL,
  school_id uuid,
  school_name text,
  school_url text,
  degree text,
  field_of_study text,
  description text,
  start_date date,
  end_date date,
  school_key text GENERATED ALWAYS AS (public.to_key(school_name)) STORED,
  PRIMARY KEY (person_id, position)
);
CREATE INDEX educations_school ON data.educations (school_key, person_id);

CREATE TABLE data.deals (
  id integer PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  source_id smallint NOT NULL REFERENCES data.sources,
  origin_file text,
  origin_row integer,
  company_id integer NOT NULL REFERENCES data.companies,
  round_type public.financing_type NOT NULL,
  pre boolean NOT NULL DEFAULT false,
  extension boolean NOT NULL DEFAULT false,
  intermediate public.intermediate NOT NULL DEFAULT 'NONE',
  date timestamptz,
  created_at timestamptz NOT NULL,
  total_round_raised double precision CHECK (total_round_raised >= 0),
  valuation_type public.valuation_type,
  valuation_currency text,
  valuation_usd double precision,
  valuation_native double precision
);
CREATE INDEX deals_newest ON data.deals (date DESC NULLS LAST, uuid) INCLUDE (id);
CREATE INDEX deals_largest ON data.deals (total_round_raised DESC NULLS LAST, uuid) INCLUDE (id);
CREATE INDEX deals_round ON data.deals (round_type, date, total_round_raised) INCLUDE (id, pre, extension, uuid);
CREATE INDEX deals_company ON data.deals (company_id, date, id);
ALTER TABLE data.companies ADD FOREIGN KEY (latest_deal_id) REFERENCES data.deals;
CREATE TABLE data.deal_texts (
  deal_id integer PRIMARY KEY REFERENCES data.deals,
  short_description text,
  long_description text
);
CREATE TABLE data.financings (
  deal_id integer NOT NULL REFERENCES data.deals,
  position smallint NOT NULL,
  uuid uuid NOT NULL,
  type public.financing_type NOT NULL,
  size_usd double precision,
  size_native double precision,
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (deal_id, position)
);
CREATE TABLE data.articles (
  deal_id integer NOT NULL REFERENCES data.deals,
  position smallint NOT NULL,
  link text NOT NULL,
  is_primary boolean NOT NULL,
  date date,
  PRIMARY KEY (deal_id, position)
);

-- Who took part: firms (with the lead flag, null where the source does not say), their partners, and angels.
CREATE TABLE data.deal_investors (
  investor_id integer NOT NULL REFERENCES data.investors,
  deal_id integer NOT NULL REFERENCES data.deals,
  lead boolean,
  financing_position smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (investor_id, deal_id)
);
CREATE INDEX deal_investors_deal ON data.deal_investors (deal_id, investor_id);
CREATE TABLE data.deal_partners (
  person_id integer NOT NULL REFERENCES data.people,
  deal_id integer NOT NULL REFERENCES data.deals,
  investor_id integer NOT NULL REFERENCES data.investors,
  PRIMARY KEY (person_id, deal_id, investor_id)
);
CREATE INDEX deal_partners_deal ON data.deal_partners (deal_id, investor_id, person_id);
CREATE TABLE data.deal_angels (
  person_id integer NOT NULL REFERENCES data.people,
  deal_id integer NOT NULL REFERENCES data.deals,
  financing_position smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (person_id, deal_id)
);
CREATE INDEX deal_angels_deal ON data.deal_angels (deal_id, person_id);

-- What a person did as an investor, derived from the deals: as an angel, as a partner, and whether the firm led.
CREATE TABLE data.person_deals (
  person_id integer NOT NULL REFERENCES data.people,
  deal_id integer NOT NULL REFERENCES data.deals,
  angel boolean NOT NULL,
  institutional boolean NOT NULL,
  led boolean NOT NULL,
  PRIMARY KEY (person_id, deal_id)
);

-- Who backed a company by a source that does not say in which round.
CREATE TABLE data.company_investors (
  company_id integer NOT NULL REFERENCES data.companies,
  investor_id integer NOT NULL REFERENCES data.investors,
  PRIMARY KEY (company_id, investor_id)
);
CREATE TABLE data.company_angels (
  company_id integer NOT NULL REFERENCES data.companies,
  person_id integer NOT NULL REFERENCES data.people,
  PRIMARY KEY (company_id, person_id)
);

-- Records of several sources that are one: what each source says stays apart, so that every import works it out anew.
CREATE TABLE data.merges (
  entity text NOT NULL,
  id integer NOT NULL,
  own_id integer NOT NULL,
  uuid uuid NOT NULL,
  source_id smallint NOT NULL REFERENCES data.sources,
  reason text NOT NULL,
  PRIMARY KEY (entity, own_id)
);
COMMENT ON TABLE data.merges IS 'Every record of a source that became one with records of others.';
COMMENT ON COLUMN data.merges.id IS 'The record that it is now; its uuid is that of the one that was there first.';
COMMENT ON COLUMN data.merges.uuid IS 'What it is called in its source alone.';
CREATE INDEX merges_record ON data.merges (entity, id);
CREATE INDEX merges_uuid ON data.merges (uuid);

CREATE TABLE data.put_aside (
  table_name text NOT NULL,
  owner_id integer NOT NULL,
  row jsonb NOT NULL
);
COMMENT ON TABLE data.put_aside IS 'The rows of records that a merge changed, as their sources gave them: the next import begins with them.';
CREATE INDEX put_aside_rows ON data.put_aside (table_name, owner_id);

CREATE TABLE data.kept_apart (
  one text NOT NULL,
  other text NOT NULL,
  PRIMARY KEY (one, other)
);
COMMENT ON TABLE data.kept_apart IS 'Pairs that a person said are not one: ids, domains, Crunchbase or LinkedIn slugs.';

-- The places and industries of a deal are those of its company. Functions, because an import replaces the tables.
CREATE OR REPLACE FUNCTION public.list_deal_location_tags() RETURNS TABLE (location_id integer, deal_id integer)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS 'SELECT t.location_id, d.id FROM data.company_location_tags t JOIN data.deals d USING (company_id)';
CREATE OR REPLACE VIEW public.deal_location_tags AS SELECT * FROM public.list_deal_location_tags();

CREATE OR REPLACE FUNCTION public.list_deal_industry_tags() RETURNS TABLE (industry_id integer, deal_id integer)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS 'SELECT t.industry_id, d.id FROM data.company_industry_tags t JOIN data.deals d USING (company_id)';
CREATE OR REPLACE VIEW public.deal_industry_tags AS SELECT * FROM public.list_deal_industry_tags();
