import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { changeConnection } from '../../platform/http/config.ts';
import { toDirectConfig } from '../../platform/http/direct-config.ts';
import { keepDirectService, readAddress, readDirectService, type DirectService } from '../../platform/http/direct.ts';
import { forgetKey, keepKey } from '../../platform/http/key.ts';
import { testConnection, type Tested } from './connection-test.ts';

/** Takes what the form holds into use and tests it, or forgets it; `tested` is what came of it. */
export function useDirectService() {
  const client = useQueryClient();
  const [tested, setTested] = useState<Tested | 'testing'>();

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
    forgetKey();
    keepDirectService(undefined);
    changeConnection(client, await toDirectConfig(undefined, undefined));
    setTested(undefined);
  };
  return { tested, submit, forget };
}

/** False when the key could not be kept on this device as wished. */
async function connect(client: QueryClient, { service, key, keep }: Wish): Promise<boolean> {
  // Without a key for a moment, so that no key ever goes to the address of another.
  forgetKey();
  // What another service has answered means nothing here.
  if (readDirectService()?.address !== service.address) client.removeQueries({ type: 'inactive' });
  keepDirectService(service);
  changeConnection(client, await toDirectConfig(service, key));
  return keepKey(key, keep);
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
