import { expect } from './test.ts';

/** What JSON can carry between a test and a page. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An input device with its actions, as both protocols of the W3C describe them. */
export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: readonly Record<string, unknown>[];
}

/** What a protocol does in a page. */
export interface PageDriver {
  /** Opens an address and waits for its load event. */
  goto(url: string): Promise<void>;
  /** Reloads the page and waits for its load event. */
  reload(): Promise<void>;
  /** Runs an expression in the page, waits for its promise, and returns the text that it resolves to. */
  run(expression: string): Promise<string>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** A page of a browser that Playwright does not drive. Elements are found by CSS selector, and by name or text. */
export interface DrivenPage extends Pick<PageDriver, 'goto' | 'reload' | 'close'> {
  /** The folder to which the browser saves files. */
  downloads: string;
  /** Runs a function in the page. It can use nothing but its arguments. */
  evaluate<Args extends readonly Json[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** The names or texts of the visible elements. */
  read(css: string): Promise<string[]>;
  /** Waits for a visible element. */
  waitFor(css: string, text?: RegExp): Promise<void>;
  /** Clicks the center of the first such element, once it is visible, at rest and not covered. */
  click(css: string, text?: RegExp): Promise<void>;
  /** Presses a key, such as `s` or `Enter`. */
  press(key: string): Promise<void>;
  /** Types a text where the focus is. */
  type(text: string): Promise<void>;
}

/** The characters by which both protocols name keys that write nothing. */
const keys: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C', ArrowDown: '\uE015' };

/** How a test waits for a page: as long as a start of the slower engines takes where all cores are busy. */
const polling = { intervals: [100], timeout: 30_000 };

/** Waits until what is read is as expected. A page that is just being left answers with an error. */
export const expectSoon = <T>(read: () => Promise<T>, expected: NoInfer<T>, what = ''): Promise<void> =>
  expect(async () => {
    const value: unknown = await read();
    expect(value, what).toEqual(expected);
  }).toPass(polling);

/** The page of a browser that a protocol drives. */
export function drivePage(driver: PageDriver, downloads: string): DrivenPage {
  const evaluate: DrivenPage['evaluate'] = async <Args extends readonly Json[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => {
    const call = `await (${run.toString()})(...${JSON.stringify(args)})`;
    const expression = `(async () => { ${readName.toString()} return JSON.stringify((${call}) ?? null); })()`;
    return JSON.parse(await driver.run(expression)) as Result;
  };
  const press = (pressed: readonly string[]) => {
    const actions = pressed.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  };
  return {
    goto: driver.goto,
    reload: driver.reload,
    close: driver.close,
    downloads,
    evaluate,
    read: (css) => evaluate(readNames, css),
    async waitFor(css, text = /(?:)/) {
      const isThere = async () => (await evaluate(readNames, css)).some((name) => text.test(name));
      await expectSoon(isThere, true, `${css} ${text}`);
    },
    async click(css, text = /(?:)/) {
      let center: [x: number, y: number] | undefined;
      const isFound = async () => (center = await evaluate(findCenter, css, text.source)) !== null;
      await expectSoon(isFound, true, `${css} ${text}`);
      const [x, y] = center!;
      const actions = [
        { type: 'pointerMove', x, y, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
    },
    press: (key) => press([keys[key] ?? key]),
    type: (text) => press(text.split('')),
  };
}

/** What a person calls an element. Every function that runs in a page can call it. */
function readName(element: HTMLElement): string {
  const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  return (element.ariaLabel ?? (label ?? element).innerText).replaceAll(/\s+/g, ' ').trim();
}

function readNames(css: string): string[] {
  return [...document.querySelectorAll<HTMLElement>(css)].filter((element) => element.checkVisibility()).map(readName);
}

async function findCenter(css: string, text: string): Promise<[x: number, y: number] | undefined> {
  const element = [...document.querySelectorAll<HTMLElement>(css)].find(
    (one) => one.checkVisibility() && new RegExp(text).test(readName(one)),
  );
  if (!element) return undefined;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const before = element.getBoundingClientRect();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
  const isAtRest = left === before.left && top === before.top;
  return isAtRest && element.contains(document.elementFromPoint(x, y)) ? [x, y] : undefined;
}
