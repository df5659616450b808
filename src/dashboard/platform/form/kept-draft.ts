import { useState } from 'react';
import { parseJson } from '#contract/json.ts';
import { readOpenAccount } from '../http/account.ts';

const prefix = 'fundscope.draft';

/** Under the account, so that another account in this tab never reads it. */
const formatName = (form: string): string => `${prefix} ${readOpenAccount()?.account ?? ''} ${form}`;

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

/** State of a form that is kept when the form is closed, until it has its initial value again. */
export function useKeptState<T>(form: string, initial: T): [value: T, change: (next: T) => void] {
  const [value, setValue] = useState(() => (readDraft(form) as T | undefined) ?? initial);
  const change = (next: T) => {
    setValue(next);
    keepDraft(form, JSON.stringify(next) === JSON.stringify(initial) ? undefined : next);
  };
  return [value, change];
}
