import type { FastifyInstance } from 'fastify';
import type { ServiceOptions } from '../http/options.ts';
import { registerData } from './data-routes.ts';
import { registerMembers } from './member-routes.ts';
import type { Purchasing } from './purchase.ts';
import { registerPurchases } from './purchase-routes.ts';
import { registerSheets } from './sheets/routes.ts';
import { registerSheet } from './sheets/sheet-route.ts';
import { registerWork } from './work-routes.ts';

/** Registers the workspace of an account below /workspace: free, for every plan. */
export function registerWorkspace(api: FastifyInstance, options: ServiceOptions, purchasing: Purchasing): void {
  registerPurchases(api, options, purchasing);
  registerWork(api, options);
  registerMembers(api, options);
  registerData(api, options);
  registerSheets(api, options, purchasing.backend.isHosted);
  registerSheet(api, options, purchasing.backend.isHosted);
}
