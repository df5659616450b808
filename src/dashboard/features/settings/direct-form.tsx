import { searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError, type ErrorText } from '../../platform/http/error-text.ts';
import {
  changeConnection,
  readDirectService,
  storeDirectService,
  useEnteredService,
} from '../../platform/http/connection.ts';
import { buildDirectConfig, parseServiceAddress, type DirectService } from '../../platform/http/direct-config.ts';
import { deleteKey, storeKey, useHasKey } from '../../platform/http/key.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { SettingsSection } from './section.tsx';
import { type SubmitEvent, useId, useState } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

/** The outcome of a test of address and key. */
type ConnectionTest = ErrorText & { readonly works: boolean };

/** Sends one free request, which needs the right address and key, and permission (CORS) for this page. */
async function testConnection(address: string): Promise<ConnectionTest> {
  try {
    await sendFree(searchLocations, { query: { name: 'berlin' } });
    return { works: true, title: `Connected to ${new URL(address).host}`, advice: 'The test was free.' };
  } catch (failure) {
    const known = failure instanceof ApiError ? failure : new ApiError('unreadable', 'The test was interrupted.');
    return { works: false, ...formatTestResult(known, address, window.location.origin) };
  }
}

/** What a failed test means, and what to do. */
export function formatTestResult(failure: ApiError, address: string, page: string): ErrorText {
  const { host } = new URL(address);
  if (failure.kind === 'unreachable') {
    return {
      title: `This page cannot reach ${host}`,
      advice:
        `Check the address. If it is right, the service has to allow requests from this page ` +
        `(FUNDSCOPE_CORS=${page} in Fundscope’s own service), or run the Fundscope gateway: ` +
        `FUNDSCOPE_UPSTREAM=${address} FUNDSCOPE_KEY=<your key> npm start.`,
    };
  }
  if (failure.kind === 'timeout') {
    return { title: `${host} did not respond in time`, advice: 'The test was free. Try again later.' };
  }
  if (failure.kind === 'missing' || failure.kind === 'unreadable' || failure.facts.status === 405) {
    return {
      title: `${host} is not this API`,
      advice: 'Check the path: the address usually ends in /api/v1.',
    };
  }
  if (failure.kind === 'key') {
    return {
      title: `${host} rejected the key`,
      advice: 'Enter the whole key, without “Bearer” before it.',
    };
  }
  return describeError(failure);
}

/** Without a gateway the user enters address and key of the service; a free request tests both. */
export function DirectForm() {
  const service = useEnteredService();
  const hasKey = useHasKey();
  const { tested, submit, forget } = useDirectService();
  return (
    <SettingsSection title="Service and key">
      <p className="text-ink-2">Requests go straight to your service. Your key is sent nowhere else.</p>
      {/* The key resets the fields when the service changes. */}
      <form
        key={service?.address}
        className="grid justify-items-start gap-2.5"
        onSubmit={(event) => void submit(event)}
      >
        <DirectFields service={service} hasKey={hasKey} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            Save and test
          </Button>
          {(hasKey || service) && <Button onClick={() => void forget()}>Forget address and key</Button>}
        </div>
      </form>
      <div aria-live="polite">{tested && <TestNotice tested={tested} />}</div>
    </SettingsSection>
  );
}

function TestNotice({ tested }: { readonly tested: ConnectionTest | 'testing' }) {
  if (tested === 'testing') return <p className="text-ink-2">Testing</p>;
  return (
    <Notice variant={tested.works ? 'plain' : 'warn'} title={tested.title}>
      {tested.advice !== '' && <span className="wrap-anywhere">{tested.advice}</span>}
    </Notice>
  );
}

const box = 'field-box h-8 w-full max-w-md px-2.5 font-mono';

type DirectFieldsProps = { readonly service: DirectService | undefined; readonly hasKey: boolean };

/** Address, key, whether to remember the key, and the unit of alert amounts. */
function DirectFields({ service, hasKey }: DirectFieldsProps) {
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
        {hasKey ? 'Key (stored; enter it again to save changes)' : 'Key'}
      </label>
      <input id={`${id}key`} name="key" type="password" autoComplete="off" spellCheck={false} className={box} />
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" name="keep" className="size-4 shrink-0 accent-accent" />
        Remember the key on this device
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

/** Saves and tests the form, or forgets address and key; `tested` is the outcome. */
function useDirectService() {
  const client = useQueryClient();
  const [tested, setTested] = useState<ConnectionTest | 'testing'>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = parseDirectInput(new FormData(form));
    if ('problem' in input) return setTested({ works: false, title: input.problem, advice: '' });
    setTested('testing');
    form.reset();
    const stored = await connect(client, input);
    const outcome = await testConnection(input.service.address);
    const notStored = 'This browser stores no data, so the key is forgotten when you close the tab.';
    setTested(stored ? outcome : { ...outcome, advice: `${outcome.advice} ${notStored}` });
  };
  const forget = async () => {
    deleteKey();
    storeDirectService(undefined);
    changeConnection(client, await buildDirectConfig(undefined, undefined));
    setTested(undefined);
  };
  return { tested, submit, forget };
}

/** Returns false when the key could not be stored. */
async function connect(client: QueryClient, { service, key, keep }: DirectInput): Promise<boolean> {
  // The key goes first, so that it is never sent to another address.
  deleteKey();
  // Responses of another service are invalid here.
  if (readDirectService()?.address !== service.address) client.removeQueries({ type: 'inactive' });
  storeDirectService(service);
  changeConnection(client, await buildDirectConfig(service, key));
  return storeKey(key, keep);
}

type DirectInput = { readonly service: DirectService; readonly key: string; readonly keep: boolean };

function parseDirectInput(form: FormData): DirectInput | { problem: string } {
  const read = parseServiceAddress(toText(form.get('address')));
  if ('problem' in read) return read;
  const key = toText(form.get('key')).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) return { problem: 'Enter the key without spaces and without “Bearer”.' };
  const alertAmounts = form.get('amounts') === 'millions' ? 'millions' : 'usd';
  return { service: { address: read.address, alertAmounts }, key, keep: form.get('keep') === 'on' };
}

const toText = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '');
