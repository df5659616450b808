import { changeCredits, readAccount, readUsage } from './account.ts';
import { countDealFacets } from './facets.ts';
import { countCompanyMatches } from './matches.ts';
import { readNames } from './names.ts';
import {
  changeAlert,
  createAlert,
  deleteAlert,
  previewAlert,
  readAccountAlerts,
  readAlertConfigurations,
  readAlerts,
} from './alerts.ts';
import { countCompanies, lookUpCompanies, readCompany, searchCompanies } from './companies.ts';
import {
  countDeals,
  readCompanyDeals,
  readDeal,
  readInvestorDeals,
  readDealInvestors,
  readPersonDeals,
  searchDeals,
} from './deals.ts';
import {
  changeDelivery,
  createDelivery,
  readAccountDeliveries,
  readDeliveryMessages,
  removeDelivery,
  renewDelivery,
  resendDeliveryMessage,
  testDelivery,
} from './deliveries.ts';
import type { Endpoint } from './endpoint.ts';
import { countInvestors, lookUpInvestors, readInvestor, searchInvestors } from './investors.ts';
import { countPeople, lookUpPeople, readPerson, searchPeople } from './people.ts';
import { changeMember, inviteMember, joinWorkspace, readMembers, renewInvitation } from './members.ts';
import { searchIndustries, searchLocations } from './lookups.ts';
import { changeBudget, readBudget } from './workspace-budget.ts';
import {
  deleteWorkspace,
  endLease,
  leasePurchase,
  readWorkspaceChanges,
  readWorkspaceEntries,
  writeWorkspaceChanges,
} from './workspace.ts';

/** Every endpoint under /api/v1. The dashboard imports single endpoints instead, so that it loads only those. */
export const endpoints = [
  searchDeals,
  readDeal,
  readDealInvestors,
  readCompanyDeals,
  readInvestorDeals,
  readPersonDeals,
  searchCompanies,
  readCompany,
  lookUpCompanies,
  searchInvestors,
  readInvestor,
  lookUpInvestors,
  searchPeople,
  readPerson,
  lookUpPeople,
  searchLocations,
  searchIndustries,
  readAlerts,
  readAlertConfigurations,
] as const satisfies readonly Endpoint[];

/** Every endpoint under /account and /workspace. */
export const accountEndpoints = [
  readAccount,
  readUsage,
  readNames,
  countCompanyMatches,
  countDealFacets,
  countDeals,
  countCompanies,
  countInvestors,
  countPeople,
  changeCredits,
  readAccountAlerts,
  createAlert,
  changeAlert,
  deleteAlert,
  previewAlert,
  readAccountDeliveries,
  createDelivery,
  changeDelivery,
  removeDelivery,
  renewDelivery,
  testDelivery,
  readDeliveryMessages,
  resendDeliveryMessage,
  readWorkspaceChanges,
  writeWorkspaceChanges,
  readWorkspaceEntries,
  deleteWorkspace,
  leasePurchase,
  endLease,
  readBudget,
  changeBudget,
  readMembers,
  inviteMember,
  renewInvitation,
  changeMember,
  joinWorkspace,
] as const satisfies readonly Endpoint[];

export type EndpointId = (typeof endpoints)[number]['id'] | (typeof accountEndpoints)[number]['id'];
