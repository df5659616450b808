import { parseJson } from '#contract/json.ts';
import { readAccountName } from '../http/account.ts';

const prefix = 'fundscope.draft';

/** Under the account, so that another account in this tab never reads it. */
const formatName = (form: string): string => `${prefix} ${readAccountName() ?? ''} ${form}`;

/** What was typed into a form that was closed before it was saved; undefined if nothing was. */
export function readDraft(form: string): unknown {
  try {
    return parseJson(sessionStorage.getItem(formatName(form)) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps what is typed into a form for the life of the tab, or forgets it if undefined. */
export function keepDraft(form: string, draft: unknown): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(formatName(form));
    else sessionStorage.setItem(formatName(form), JSON.stringify(draft));
  } catch {
    // The browser blocks storage, or it is full: a closed form is then empty again.
  }
}

/** Forgets every form of this tab. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
  } catch {
    // The browser blocks storage, so that there is nothing to forget.
  }
}
