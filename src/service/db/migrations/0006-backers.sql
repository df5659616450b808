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

-- derive: person_deals
-- derive: people
