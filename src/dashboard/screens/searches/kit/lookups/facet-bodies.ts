import { createContext } from 'react';
import type { DealsBody, FacetName } from './facet-query.ts';

/** The search for deals on the screen as request bodies, each without the filter whose options it counts. */
export const FacetBodies = createContext<Readonly<Record<FacetName, DealsBody>> | undefined>(undefined);
