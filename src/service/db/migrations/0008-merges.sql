-- Records of several sources that are one: what each source says stays apart, so that every import works it out anew.
ALTER TABLE data.sources
  ADD COLUMN snapshot date,
  ADD COLUMN merges boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN data.sources.snapshot IS 'The day that the source describes; where two contradict each other the newer one stands.';
COMMENT ON COLUMN data.sources.merges IS 'False where the import asked that its records be matched with no other.';

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
