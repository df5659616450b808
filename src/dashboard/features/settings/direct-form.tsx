import { searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError, type ErrorText } from '../../platform/http/error-text.ts';
import {
  type DirectService,
  readAddress,
  readDirectService,
  storeDirectService,
  useNamedService,
} from '../../platform/http/direct.ts';
import { buildDirectConfig, hasCryptography } from '../../platform/http/direct-config.ts';
import { deleteKey, storeKey, useHasKey } from '../../platform/http/key.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { SettingsSection } from './section.tsx';
import { type SubmitEvent, useId, useState } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { changeConnection } from '../../platform/http/config.ts';

/** What a test of address and key found. */
export type ConnectionTest = ErrorText & { readonly works: boolean };

/** Asks one free question, which needs the right address, the right key and the service's consent to this page. */
export async function testConnection(address: string): Promise<ConnectionTest> {
  try {
    await sendFree(searchLocations, { query: { name: 'berlin' } });
    return { works: true, title: `${new URL(address).host} answers`, advice: 'The test was free.' };
  } catch (failure) {
    const known = failure instanceof ApiError ? failure : new ApiError('unreadable', 'The test broke off.');
    return { works: false, ...formatTestResult(known, address, window.location.origin) };
  }
}

/** What a failed test means for whoever has entered the address, and what to do. */
export function formatTestResult(failure: ApiError, address: string, page: string): ErrorText {
  const { host } = new URL(address);
  if (failure.kind === 'unreachable') {
    return {
      title: `No answer from ${host} that this page may read`,
      advice:
        `Either nothing answers at this address, or the service does not let pages of ${page} ask it; browsers do ` +
        'not say which. Check the address, its path too. If it is right, the owner of the service can allow this ' +
        `page (Fundscope’s own service: FUNDSCOPE_CORS=${page}), or use the gateway of Fundscope, which needs no ` +
        `permission: FUNDSCOPE_UPSTREAM=${address} FUNDSCOPE_KEY=<your key> npm start.`,
    };
  }
  if (failure.kind === 'timeout') {
    return { title: `No answer from ${host} in time`, advice: 'The test was free. Try again later.' };
  }
  if (failure.kind === 'missing' || failure.kind === 'unreadable' || failure.facts.status === 405) {
    return {
      title: `${host} answers, but not as this API`,
      advice: 'The path is probably wrong: an address usually ends in /api/v1.',
    };
  }
  if (failure.kind === 'key') {
    return {
      title: `${host} answers, but does not accept the key`,
      advice: 'Enter the whole key, without “Bearer” before it.',
    };
  }
  return describeError(failure);
}

/** Where there is no gateway, the person names the service and brings the key; a free look-up tests both. */
export function DirectForm() {
  const service = useNamedService();
  const hasKey = useHasKey();
  const { tested, submit, forget } = useDirectService();
  return (
    <SettingsSection title="Service and key">
      <p className="text-ink-2">
        This page has no gateway behind it. It asks the service that you name, with your key, and sends both nowhere
        else.
      </p>
      {/* Another service makes the fields new, so that they show it. */}
      <form
        key={service?.address}
        className="grid justify-items-start gap-2.5"
        onSubmit={(event) => void submit(event)}
      >
        <DirectFields service={service} hasKey={hasKey} />
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            Save and test
          </Button>
          {(hasKey || service) && <Button onClick={() => void forget()}>Forget address and key</Button>}
        </div>
      </form>
      <div aria-live="polite">{tested && <TestNotice tested={tested} />}</div>
      {!hasCryptography() && (
        <p className="text-ink-3">
          This page did not come over https, so the browser lends it no cryptography: what you buy is kept under a
          simpler fingerprint of address and key.
        </p>
      )}
    </SettingsSection>
  );
}

function TestNotice({ tested }: { readonly tested: ConnectionTest | 'testing' }) {
  if (tested === 'testing') return <p className="text-ink-2">Testing</p>;
  return (
    <Notice look={tested.works ? 'plain' : 'warn'} title={tested.title}>
      {tested.advice !== '' && <span className="wrap-anywhere">{tested.advice}</span>}
    </Notice>
  );
}

const box = 'field-box h-8 w-full max-w-md px-2.5 font-mono';

type Props = { readonly service: DirectService | undefined; readonly hasKey: boolean };

/** Address, key, whether the key is kept, and the unit of alert amounts. */
export function DirectFields({ service, hasKey }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}address`} className="text-ink-2">
        Address of the service
      </label>
      <input
        id={`${id}address`}
        name="address"
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://api.example.com/api/v1"
        defaultValue={service?.address}
        className={box}
      />
      <label htmlFor={`${id}key`} className="text-ink-2">
        {hasKey ? 'Key (one is in use; enter it again to change anything)' : 'Key'}
      </label>
      <input id={`${id}key`} name="key" type="password" autoComplete="off" spellCheck={false} className={box} />
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" name="keep" className="size-4 shrink-0 accent-accent" />
        Keep the key on this device; otherwise it is forgotten with this tab
      </label>
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="float-left mr-4 text-ink-2">Amounts in alerts are in</legend>
        <Unit value="usd" text="US dollars" chosen={service?.alertAmounts ?? 'usd'} />
        <Unit value="millions" text="millions of US dollars" chosen={service?.alertAmounts ?? 'usd'} />
      </fieldset>
    </>
  );
}

type UnitProps = { readonly value: string; readonly text: string; readonly chosen: string };

function Unit({ value, text, chosen }: UnitProps) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="radio"
        name="amounts"
        value={value}
        defaultChecked={value === chosen}
        className="size-4 accent-accent"
      />
      {text}
    </label>
  );
}

/** Takes what the form holds into use and tests it, or forgets it; `tested` is what came of it. */
export function useDirectService() {
  const client = useQueryClient();
  const [tested, setTested] = useState<ConnectionTest | 'testing'>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wish = readWish(new FormData(form));
    if ('problem' in wish) return setTested({ works: false, title: wish.problem, advice: '' });
    setTested('testing');
    form.reset();
    const kept = await connect(client, wish);
    const outcome = await testConnection(wish.service.address);
    const unkept = 'This browser keeps no storage, so the key is forgotten with this tab.';
    setTested(kept ? outcome : { ...outcome, advice: `${outcome.advice} ${unkept}` });
  };
  const forget = async () => {
    deleteKey();
    storeDirectService(undefined);
    changeConnection(client, await buildDirectConfig(undefined, undefined));
    setTested(undefined);
  };
  return { tested, submit, forget };
}

/** False when the key could not be kept on this device as wished. */
async function connect(client: QueryClient, { service, key, keep }: Wish): Promise<boolean> {
  // Without a key for a moment, so that no key ever goes to the address of another.
  deleteKey();
  // What another service has answered means nothing here.
  if (readDirectService()?.address !== service.address) client.removeQueries({ type: 'inactive' });
  storeDirectService(service);
  changeConnection(client, await buildDirectConfig(service, key));
  return storeKey(key, keep);
}

type Wish = { readonly service: DirectService; readonly key: string; readonly keep: boolean };

function readWish(form: FormData): Wish | { problem: string } {
  const read = readAddress(toText(form.get('address')));
  if ('problem' in read) return read;
  const key = toText(form.get('key')).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) return { problem: 'Enter the key, without blanks and without “Bearer”.' };
  const alertAmounts = form.get('amounts') === 'millions' ? 'millions' : 'usd';
  return { service: { address: read.address, alertAmounts }, key, keep: form.get('keep') === 'on' };
}

const toText = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '');
