import type { Config } from '#contract/config.ts';

/** The configuration of our own service, for tests. */
export const ownConfig: Config = {
  service: 'own',
  host: null,
  key: 'gateway',
  account: true,
  names: true,
  facets: true,
  metered: true,
  credits: true,
  deliveries: true,
  alertAmounts: 'usd',
  accountId: 'a',
  demo: false,
  sources: [],
  version: '1',
};
