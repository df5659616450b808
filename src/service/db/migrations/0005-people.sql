-- What a person did as an investor, derived from the deals: as an angel, as a partner, and whether the firm led.
CREATE TABLE data.person_deals (
  person_id integer NOT NULL REFERENCES data.people,
  deal_id integer NOT NULL REFERENCES data.deals,
  angel boolean NOT NULL,
  institutional boolean NOT NULL,
  led boolean NOT NULL,
  PRIMARY KEY (person_id, deal_id)
);
CREATE INDEX person_deals_deal ON data.person_deals (deal_id, person_id);

ALTER TABLE data.people
  ADD COLUMN current_company_id integer REFERENCES data.companies,
  ADD COLUMN is_investor boolean NOT NULL DEFAULT false,
  ADD COLUMN total_deal_count integer,
  ADD COLUMN lead_deal_count integer,
  ADD COLUMN most_recent_deal_date timestamptz;
COMMENT ON COLUMN data.people.total_deal_count IS 'Null, like the other figures of an investor, for everyone else.';
CREATE INDEX people_recent ON data.people (most_recent_deal_date DESC NULLS LAST, uuid);
CREATE INDEX people_employer ON data.people (current_company_id);

-- Migration 6 fills these figures, because they also depend on the tables that it creates.
