import { useId } from 'react';
import type { DirectService } from '../../platform/http/direct.ts';

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
