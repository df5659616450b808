import type { EndpointId } from '#contract/endpoints.ts';
import { HttpError } from './http-error.ts';
import type { KeyOwner } from './rate-limit.ts';

/**
 * Who may do something. `anyone` needs no key, `viewer` is everyone with a key of the account that works, `spender` and
 * `member` are members and owners (they differ in the error that a viewer gets), `machine` is the owner at the dashboard
 * on the machine of the gateway. A stranger has no key; a removed member's key counts as none.
 */
export type Access = 'anyone' | 'viewer' | 'spender' | 'member' | 'owner' | 'machine';

/** The endpoints of the contract. */
const endpointAccess = {
  searchDeals: 'spender',
  readDeal: 'spender',
  readDealInvestors: 'spender',
  readCompanyDeals: 'spender',
  readInvestorDeals: 'spender',
  readPersonDeals: 'spender',
  searchCompanies: 'spender',
  readCompany: 'spender',
  lookUpCompanies: 'spender',
  searchInvestors: 'spender',
  readInvestor: 'spender',
  lookUpInvestors: 'spender',
  searchPeople: 'spender',
  readPerson: 'spender',
  lookUpPeople: 'spender',
  searchLocations: 'viewer',
  searchIndustries: 'viewer',
  readAlerts: 'viewer',
  readAlertConfigurations: 'viewer',

  readAccount: 'viewer',
  readUsage: 'viewer',
  readNames: 'viewer',
  readRecordSources: 'viewer',
  countCompanyMatches: 'viewer',
  countDealFacets: 'viewer',
  readMarket: 'viewer',
  readPosition: 'viewer',
  readRoutes: 'viewer',
  countDeals: 'viewer',
  countCompanies: 'viewer',
  countEachCompanies: 'viewer',
  countInvestors: 'viewer',
  countEachInvestors: 'viewer',
  countPeople: 'viewer',
  countEachPeople: 'viewer',
  changeCredits: 'machine',
  checkImportFile: 'machine',
  startImport: 'machine',
  readImport: 'machine',
  readImports: 'machine',
  undoImport: 'machine',
  readAccountAlerts: 'viewer',
  createAlert: 'viewer',
  changeAlert: 'viewer',
  deleteAlert: 'viewer',
  previewAlert: 'viewer',
  readAccountDeliveries: 'member',
  createDelivery: 'member',
  changeDelivery: 'member',
  removeDelivery: 'member',
  renewDelivery: 'member',
  sendConfirmation: 'member',
  testDelivery: 'member',
  readDeliveryMessages: 'member',
  resendDeliveryMessage: 'member',

  deleteWorkspace: 'owner',
  startSearch: 'spender',
  loadMore: 'spender',
  findSearch: 'viewer',
  previewSearch: 'viewer',
  listSearches: 'viewer',
  readSearch: 'viewer',
  readSearchRows: 'viewer',
  forgetSearch: 'member',
  readUnlockedMarket: 'viewer',
  quoteMarketCounts: 'viewer',
  buyMarketCounts: 'spender',
  readUnlockedRoutes: 'viewer',
  readUnlockedRecords: 'viewer',
  findUnlockedCompanies: 'viewer',
  unlockRecords: 'spender',
  sendSingle: 'spender',
  sendSeveral: 'spender',
  findRequest: 'viewer',
  listPurchases: 'viewer',
  listPurchaseDays: 'viewer',
  changePurchase: 'member',
  retryPurchase: 'spender',
  readBudget: 'viewer',
  changeBudget: 'owner',
  readVersions: 'viewer',
  readStatuses: 'viewer',
  changeStatuses: 'viewer',
  readStages: 'viewer',
  changeStages: 'viewer',
  readUs: 'viewer',
  changeUs: 'viewer',
  listLists: 'viewer',
  readList: 'viewer',
  changeList: 'viewer',
  deleteList: 'viewer',
  listSavedSearches: 'viewer',
  changeSavedSearch: 'viewer',
  deleteSavedSearch: 'viewer',
  listSheets: 'member',
  createSheet: 'member',
  renewSheet: 'member',
  deleteSheet: 'member',
  readReviews: 'viewer',
  changeReview: 'viewer',
  finishReview: 'viewer',
  reopenReview: 'viewer',
  restoreWorkspace: 'owner',
  readMembers: 'viewer',
  inviteMember: 'owner',
  renewInvitation: 'owner',
  changeMember: 'viewer',
  joinWorkspace: 'anyone',
} as const satisfies Record<EndpointId, Access>;

/** Parts of an endpoint that fewer people may use. */
const partAccess = {
  /** Deliveries of other members. */
  manageOtherDeliveries: 'owner',
  /** Live sheets of other members. */
  manageOtherSheets: 'owner',
  /** The role of a member, their removal, and the name and color of somebody else. */
  changeOtherMember: 'owner',
} as const satisfies Record<string, Access>;

/** Everything that is not in the contract, by method and path. */
const routeAccess = {
  'GET /healthz': 'anyone',
  'HEAD /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'GET /config.json': 'anyone',
  'GET /openapi.json': 'anyone',
  /** This machine, or with a token of its own (gateway/server/metrics.ts). */
  'GET /metrics': 'anyone',
  'GET /docs': 'anyone',
  'HEAD /docs': 'anyone',
  'GET /docs/:page': 'anyone',
  'GET /llms.txt': 'anyone',
  /** The dashboard's files. */
  'GET /assets': 'anyone',
  'GET /mcp': 'anyone',
  /** A session opens with a key, never with the local one; its requests are those of that key. */
  'POST /mcp': 'viewer',
  /** Only the key that opened a session finds it. */
  'DELETE /mcp': 'anyone',
  'GET /workspace/export': 'viewer',
  /** The token in the path is the permission. */
  'GET /account/feed/:token': 'anyone',
  'GET /workspace/sheet/:token': 'anyone',
  'GET /account/unsubscribe/:token': 'anyone',
  'POST /account/unsubscribe/:token': 'anyone',
  'GET /account/confirm/:token': 'anyone',
  'POST /account/confirm/:token': 'anyone',
} as const satisfies Record<`${string} /${string}`, Access>;

/** The one table of what everybody may do; `gateway/server/access.test.ts` tries all of it. */
export const access = { ...endpointAccess, ...partAccess, ...routeAccess } as const;

/** A row of the table. */
export type AccessRow = keyof typeof access;

type Caller = Pick<KeyOwner, 'role' | 'isLocal'>;

const rules: Record<Access, { readonly isMet: (caller: Caller) => boolean; readonly error: RoleError }> = {
  anyone: { isMet: () => true, error: 'memberRequired' },
  viewer: { isMet: () => true, error: 'memberRequired' },
  spender: { isMet: ({ role }) => role !== 'viewer', error: 'viewerCannotSpend' },
  member: { isMet: ({ role }) => role !== 'viewer', error: 'memberRequired' },
  owner: { isMet: ({ role }) => role === 'owner', error: 'ownerRequired' },
  machine: { isMet: ({ isLocal }) => isLocal, error: 'localKeyRequired' },
};
type RoleError = 'viewerCannotSpend' | 'memberRequired' | 'ownerRequired' | 'localKeyRequired';

/** Whether the table allows this to a caller whose key works. */
export const isAllowed = (caller: Caller, row: AccessRow): boolean => rules[access[row]].isMet(caller);

/** Throws unless the table allows this to a caller whose key works. */
export function requireAccess(caller: Caller, row: AccessRow): void {
  if (!isAllowed(caller, row)) throw new HttpError(rules[access[row]].error);
}
