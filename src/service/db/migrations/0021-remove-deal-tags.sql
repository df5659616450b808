-- A deal has the places and industries of its company, so its own tags repeated them. Gateways of the version before read
-- views of the same names, which a later version drops. Functions, because an import replaces the tables of `data`.
DROP TABLE data.deal_location_tags, data.deal_industry_tags;

CREATE OR REPLACE FUNCTION public.list_deal_location_tags() RETURNS TABLE (location_id integer, deal_id integer)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS 'SELECT t.location_id, d.id FROM data.company_location_tags t JOIN data.deals d USING (company_id)';
CREATE OR REPLACE VIEW public.deal_location_tags AS SELECT * FROM public.list_deal_location_tags();

CREATE OR REPLACE FUNCTION public.list_deal_industry_tags() RETURNS TABLE (industry_id integer, deal_id integer)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS 'SELECT t.industry_id, d.id FROM data.company_industry_tags t JOIN data.deals d USING (company_id)';
CREATE OR REPLACE VIEW public.deal_industry_tags AS SELECT * FROM public.list_deal_industry_tags();
