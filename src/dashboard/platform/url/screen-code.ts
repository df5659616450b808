import type { FunctionComponent } from 'react';
import { type ScreenPath, useFromAddress } from './address.ts';

/** The code of a screen, loaded when it is first shown or when a link to it is likely to be followed. */
export type ScreenCode = {
  /** Undefined until it is loaded. */
  readonly read: () => FunctionComponent | undefined;
  /** After a failure, the next call tries again. */
  readonly load: () => Promise<FunctionComponent>;
};

export function createScreenCode(load: () => Promise<FunctionComponent>): ScreenCode {
  let loaded: FunctionComponent | undefined;
  let loading: Promise<FunctionComponent> | undefined;
  const forget = () => {
    loading = undefined;
  };
  return {
    read: () => loaded,
    load: () => {
      if (!loading) {
        loading = load().then((code) => (loaded = code));
        loading.catch(forget);
      }
      return loading;
    },
  };
}

/** Every screen of the dashboard by its path. */
export type ScreenCodes = Readonly<Record<ScreenPath, ScreenCode>>;

type Matcher = { readonly path: ScreenPath; readonly pattern: RegExp; readonly code: ScreenCode };

let matchers: readonly Matcher[] = [];

/** Sets the screens for addresses and links. */
export function setScreens(codes: ScreenCodes): void {
  matchers = Object.entries(codes).map(([path, code]) => ({
    path: path as ScreenPath,
    pattern: new RegExp(`^${path.replace('$id', '([^/]+)')}/?$`, 'i'),
    code,
  }));
}

/** The screen at a path; undefined if there is none. */
export const findScreen = (path: string): Matcher | undefined => matchers.find(({ pattern }) => pattern.test(path));

/** Loads the code of the screen at a path in advance; resolves when it is loaded or failed to load. */
export async function preloadScreen(path: string): Promise<void> {
  await findScreen(path)
    ?.code.load()
    .catch(() => undefined);
}

/** The id in the path of the screen, not decoded; "" on screens without one. */
export const useScreenId = (): string => useFromAddress(({ path }) => findScreen(path)?.pattern.exec(path)?.[1] ?? '');
