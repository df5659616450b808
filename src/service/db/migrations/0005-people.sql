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

INSERT INTO data.person_deals (person_id, deal_id, angel, institutional, led)
SELECT person_id, deal_id, bool_or(angel), bool_or(NOT angel), bool_or(led) FROM (
  SELECT person_id, deal_id, true AS angel, false AS led FROM data.deal_angels
  UNION ALL
  SELECT p.person_id, p.deal_id, false, coalesce(i.lead, false)
  FROM data.deal_partners p LEFT JOIN data.deal_investors i USING (deal_id, investor_id)
) AS part GROUP BY person_id, deal_id;

UPDATE data.people p SET
  current_company_id = (
    SELECT e.company_id FROM data.employments e
    WHERE e.person_id = p.id AND e.is_current AND e.company_id IS NOT NULL ORDER BY e.position LIMIT 1
  ),
  is_investor = f.is_investor,
  total_deal_count = CASE WHEN f.is_investor THEN f.deals END,
  lead_deal_count = CASE WHEN f.is_investor THEN f.led END,
  most_recent_deal_date = f.latest
FROM (
  SELECT q.id, count(pd.deal_id) AS deals, count(*) FILTER (WHERE pd.led) AS led, max(d.date) AS latest,
    count(pd.deal_id) > 0 OR EXISTS (SELECT FROM data.person_firms pf WHERE pf.person_id = q.id) AS is_investor
  FROM data.people q LEFT JOIN data.person_deals pd ON pd.person_id = q.id LEFT JOIN data.deals d ON d.id = pd.deal_id
  GROUP BY q.id
) AS f WHERE f.id = p.id;
