import { changeCredits, readAccount, readUsage } from './account.ts';
import { countDealFacets } from './facets.ts';
import { checkImportFile, readImport, readImports, startImport, undoImport } from './imports.ts';
import { readMarket, readPosition } from './market.ts';
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
import { countCompanies, countEachCompanies, lookUpCompanies, readCompany, searchCompanies } from './companies.ts';
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
  sendConfirmation,
  testDelivery,
} from './deliveries.ts';
import type { Endpoint } from './endpoint.ts';
import { countInvestors, countEachInvestors, lookUpInvestors, readInvestor, searchInvestors } from './investors.ts';
import { countPeople, countEachPeople, lookUpPeople, readPerson, searchPeople } from './people.ts';
import { changeMember, inviteMember, joinWorkspace, readMembers, renewInvitation } from './workspace/members.ts';
import { readRoutes } from './routes.ts';
import { readRecordSources } from './sources.ts';
import { searchIndustries, searchLocations } from './lookups.ts';
import { deleteWorkspace, restoreWorkspace } from './workspace/data.ts';
import { changeList, deleteList, listLists, readList } from './workspace/lists.ts';
import { buyMarketCounts, quoteMarketCounts, readUnlockedMarket } from './workspace/market.ts';
import { changeReview, finishReview, readReviews, reopenReview } from './workspace/reviews.ts';
import { changeSavedSearch, deleteSavedSearch, listSavedSearches } from './workspace/saved-searches.ts';
import { createSheet, deleteSheet, listSheets, renewSheet } from './workspace/sheets.ts';
import { changeStages, changeStatuses, readStages, readStatuses } from './workspace/statuses.ts';
import { readUnlockedRoutes } from './workspace/routes.ts';
import { changeUs, readUs } from './workspace/us.ts';
import { readVersions } from './workspace/versions.ts';

import { changeBudget, readBudget } from './workspace/budget.ts';
import { changePurchase, listPurchaseDays, listPurchases, retryPurchase } from './workspace/purchases.ts';
import {
  findRequest,
  findUnlockedCompanies,
  readUnlockedRecords,
  sendSeveral,
  sendSingle,
  unlockRecords,
} from './workspace/records.ts';
import {
  previewSearch,
  findSearch,
  forgetSearch,
  listSearches,
  loadMore,
  readSearch,
  readSearchRows,
  startSearch,
} from './workspace/searches.ts';

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
  readRecordSources,
  countCompanyMatches,
  countDealFacets,
  readMarket,
  readPosition,
  readRoutes,
  countDeals,
  countCompanies,
  countEachCompanies,
  countInvestors,
  countEachInvestors,
  countPeople,
  countEachPeople,
  changeCredits,
  checkImportFile,
  startImport,
  readImport,
  readImports,
  undoImport,
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
  sendConfirmation,
  testDelivery,
  readDeliveryMessages,
  resendDeliveryMessage,
  readMembers,
  inviteMember,
  renewInvitation,
  changeMember,
  joinWorkspace,
  startSearch,
  loadMore,
  previewSearch,
  findSearch,
  listSearches,
  readSearch,
  readSearchRows,
  forgetSearch,
  readUnlockedMarket,
  quoteMarketCounts,
  buyMarketCounts,
  readUnlockedRoutes,
  readUnlockedRecords,
  findUnlockedCompanies,
  unlockRecords,
  sendSingle,
  sendSeveral,
  findRequest,
  listPurchases,
  listPurchaseDays,
  changePurchase,
  retryPurchase,
  readBudget,
  changeBudget,
  readVersions,
  readStatuses,
  changeStatuses,
  readStages,
  changeStages,
  readUs,
  changeUs,
  listLists,
  readList,
  changeList,
  deleteList,
  listSavedSearches,
  changeSavedSearch,
  deleteSavedSearch,
  listSheets,
  createSheet,
  renewSheet,
  deleteSheet,
  readReviews,
  changeReview,
  finishReview,
  reopenReview,
  restoreWorkspace,
  deleteWorkspace,
] as const satisfies readonly Endpoint[];

/** An endpoint of these lists. */
export type KnownEndpoint = Endpoint & { readonly id: EndpointId };

export type EndpointId = (typeof endpoints)[number]['id'] | (typeof accountEndpoints)[number]['id'];
