/** What a CRM takes as one file. Investors are companies there. */
export const crmFiles = ['companies', 'deals', 'people'] as const;
export type CrmFile = (typeof crmFiles)[number];

export const crms = ['attio', 'hubspot', 'affinity', 'salesforce'] as const;
export type Crm = (typeof crms)[number];

export const crmNames: Readonly<Record<Crm, string>> = {
  attio: 'Attio',
  hubspot: 'HubSpot',
  affinity: 'Affinity',
  salesforce: 'Salesforce',
};

/** What imports a file. The import wizard of Salesforce has no opportunities. */
export const nameImporter = (crm: Crm, file: CrmFile): string =>
  crm === 'salesforce' && file === 'deals' ? 'Salesforce Data Loader' : crmNames[crm];
