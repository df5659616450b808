import { createContext, type ReactNode } from 'react';

/** Actions that the app adds to the header of a screen, because no layer below knows them. */
export const ScreenActions = createContext<ReactNode>(null);
