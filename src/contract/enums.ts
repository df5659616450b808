import { z } from 'zod';

/** The 25 round types of specification 2.7, in its order. */
export const financingTypes = [
  'SERIES_A',
  'SERIES_B',
  'SERIES_C',
  'SERIES_D',
  'SERIES_E',
  'SERIES_F',
  'SERIES_G',
  'SERIES_H',
  'SERIES_I',
  'SERIES_J',
  'SERIES_K',
  'SERIES_L',
  'SERIES_M',
  'SEED',
  'SAFE',
  'CONVERTIBLE_NOTE',
  'EQUITY',
  'PREFERRED',
  'SECONDARY_MARKET',
  'DEBT_FINANCING',
  'GRANT',
  'NON_EQUITY_ASSISTANCE',
  'CROWDFUNDING',
  'INITIAL_COIN_OFFERING',
  'FUNDING_ROUND',
] as const;

/** A round type (specification 2.7); `pre` and `extension` are separate booleans. */
export const financingType = z.enum(financingTypes).meta({ id: 'FinancingType' });
export type FinancingType = z.infer<typeof financingType>;

/** The step within a round: "Series E-2" is TWO (contract 2). */
export const intermediate = z
  .enum(['NONE', 'PLUS', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT'])
  .meta({ id: 'Intermediate' });
export type Intermediate = z.infer<typeof intermediate>;

/** Employee count ranges (specification 2.7), smallest first. */
export const employeeRange = z
  .enum(['1-10', '11-50', '51-100', '101-250', '251-500', '501-1000', '1001-5000', '5001-10000', '10001+'])
  .meta({ id: 'EmployeeRange' });
export type EmployeeRange = z.infer<typeof employeeRange>;

/** IPO status in records (specification 2.7). */
export const ipoStatus = z.enum(['public', 'private']).meta({ id: 'IpoStatus' });
export type IpoStatus = z.infer<typeof ipoStatus>;

/** The balance that a credit came from (specification 2.7). */
export const creditSource = z.enum(['monthly', 'purchased']).meta({ id: 'CreditSource' });
export type CreditSource = z.infer<typeof creditSource>;

/** Whether a valuation is pre- or post-money (contract 2). */
export const valuationType = z.enum(['DEFAULT', 'POST_MONEY', 'PRE_MONEY']).meta({ id: 'ValuationType' });

/** Kinds of location (specification 2.5). */
export const locationType = z.enum(['CITY', 'STATE', 'REGION', 'COUNTRY']).meta({ id: 'LocationType' });

/** Kinds of industry (specification 2.5). */
export const industryType = z.enum(['INDUSTRY', 'SUPER_CATEGORY']).meta({ id: 'IndustryType' });

/** Plans of an account (contract 3). */
export const plan = z.enum(['FREE', 'PRO', 'PRO_PLUS', 'API']);
export type Plan = z.infer<typeof plan>;
