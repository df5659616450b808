import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calculatePrice } from '#contract/credits.ts';
import { searchDeals } from '#contract/deals.ts';
import { countedParts, type MarketCounts } from '#contract/workspace/market.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { useConnected } from '../../platform/http/connection.ts';
import { workspaceKey } from '../../platform/http/workspace.ts';
import { Button } from '../../platform/ui/button.tsx';
import { buyMarketFigures } from '../../spending/buy.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { formatCredits } from '../../spending/price.ts';
import { PricedButton, type PurchasePart } from '../../spending/priced-button.tsx';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { useMarket } from './market-context.tsx';
import { buildCountQuestion, type CountQuoteBody, countQuoteQuery } from './market-requests.ts';

type Part = (typeof countedParts)[number];

const partNames: Record<Part, (kind: string) => string> = {
  periods: (kind) => `Deals by ${kind}`,
  stages: () => 'By stage',
  sizes: (kind) => `Round sizes, last ${kind === 'quarter' ? '4 quarters' : '12 months'}`,
};

/** Counts the whole question at a hosted service, where unlocked deals are only a part of it. */
export function CountMarket() {
  const isHosted = useConnected()?.facets === false;
  return isHosted ? <CountPanel /> : null;
}

type Running = { readonly of: number; readonly left: number; readonly authorization: SpendAuthorization };

/** A run that counts; what it has so far is shown after each step. */
function useCountRun(question: CountQuoteBody, quotedAt: string | undefined, parts: readonly Part[]) {
  const client = useQueryClient();
  const [running, setRunning] = useState<Running>();
  const run = useMutation({
    mutationFn: async ({ authorization, isAgain }: { authorization: SpendAuthorization; isAgain: boolean }) => {
      const of = authorization.leftTenths / countTenths;
      setRunning({ of, left: of, authorization });
      const after = isAgain && quotedAt !== undefined ? { after: quotedAt } : {};
      await buyMarketFigures(authorization, { ...question, parts: [...parts], ...after }, (left) => {
        setRunning((now) => now && { ...now, left });
        void client.invalidateQueries({ queryKey: workspaceKey('records') });
      });
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: workspaceKey('records') });
      setRunning(undefined);
    },
  });
  return { ...run, running };
}

function CountPanel() {
  const { url } = useMarket();
  const question = buildCountQuestion(url);
  const { data: quote } = useQuery(countQuoteQuery(question));
  const [chosen, setChosen] = useState<readonly Part[]>(['periods', 'sizes']);
  const { mutate, isPending, isSuccess, error, reset, running } = useCountRun(question, quote?.at, chosen);
  if (!quote) return null;
  const { open, counted, isAgain, tenths } = sumParts(quote.counts.filter(({ part }) => chosen.includes(part)));
  const buy = (authorization: SpendAuthorization) => mutate({ authorization, isAgain });
  return (
    <section
      aria-label="Count the whole market"
      className="grid gap-2 rounded-lg border border-line-2 bg-ground px-3.5 py-2 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h2 className="text-13 font-semibold">Count the whole market</h2>
        <PartChoice
          counts={quote.counts}
          kind={url.period}
          chosen={chosen}
          disabled={isPending}
          onChoose={(next) => {
            reset();
            setChosen(next);
          }}
        />
        <span className="ml-auto flex flex-wrap items-center gap-3 max-tablet:ml-0">
          {running ? (
            <RunProgress {...running} />
          ) : (
            <PricedButton
              isListed
              upTo
              variant={isAgain ? 'plain' : 'primary'}
              tenths={tenths}
              disabled={chosen.length === 0}
              findPart={(leftTenths) => findPart(leftTenths, buy)}
              what={isAgain ? 'Count the market again' : 'Count the market'}
              onConfirm={buy}
            >
              {isAgain ? 'Count again' : 'Count'}
            </PricedButton>
          )}
        </span>
      </div>
      {isSuccess && !isPending && open > 0 && (
        <output className="text-ink-2">
          Stopped at its price: {formatGrouped(counted)} of {formatCount(open + counted, 'figure')} are counted, the
          newest {url.period}s first.
        </output>
      )}
      {error && !isPending && (
        <FailureNotice
          key={error.message}
          failure={error}
          repeat={{ name: 'Count all the same', tenths, onConfirm: buy }}
        />
      )}
    </section>
  );
}

/** What is missing of some parts, and what that costs; what counting them again costs where nothing is missing. */
function sumParts(parts: MarketCounts) {
  const sum = (read: (one: MarketCounts[number]) => number) => parts.reduce((all, one) => all + read(one), 0);
  const open = sum((one) => one.open);
  const isAgain = open === 0;
  const tenths = sum((one) => (isAgain ? one.again_tenths : one.tenths));
  return { open, counted: sum((one) => one.counted), isAgain, tenths };
}

/** As many figures as a budget or the balance pays for. */
function findPart(leftTenths: number, onConfirm: PurchasePart['onConfirm']): PurchasePart | undefined {
  const figures = Math.floor(leftTenths / countTenths);
  if (figures === 0) return undefined;
  return { name: `Count ${formatCount(figures, 'figure')}`, tenths: figures * countTenths, onConfirm };
}

type PartChoiceProps = {
  readonly counts: MarketCounts;
  readonly kind: string;
  readonly chosen: readonly Part[];
  readonly disabled: boolean;
  readonly onChoose: (chosen: readonly Part[]) => void;
};

function PartChoice({ counts, kind, chosen, disabled, onChoose }: PartChoiceProps) {
  const toggle = (part: Part, isOn: boolean) => {
    const wanted = new Set(chosen);
    if (isOn) wanted.add(part);
    else wanted.delete(part);
    // Stages divide the periods.
    if (isOn && part === 'stages') wanted.add('periods');
    if (!isOn && part === 'periods') wanted.delete('stages');
    onChoose(countedParts.filter((one) => wanted.has(one)));
  };
  return counts.map(({ part, tenths, again_tenths: whole, open }) => (
    <CheckBox
      key={part}
      checked={chosen.includes(part)}
      disabled={disabled || whole === 0}
      onChange={({ target }) => toggle(part, target.checked)}
    >
      <span>
        {partNames[part](kind)}{' '}
        <span className="text-ink-3 tabular-nums">{open === 0 ? 'counted' : formatCredits(tenths)}</span>
      </span>
    </CheckBox>
  ));
}

/** The price of one figure, which is one row. */
const countTenths = calculatePrice(searchDeals.cost, 1);

function RunProgress({ of, left, authorization }: Running) {
  const [isStopping, setStopping] = useState(false);
  return (
    <>
      <label className="flex items-center gap-2 text-ink-2 tabular-nums">
        <output>
          {formatGrouped(of - left)} of {formatGrouped(of)} counted
        </output>
        <progress aria-label="Counting the market" className="h-1.5 w-28 accent-accent" max={of} value={of - left} />
      </label>
      <Button
        aria-disabled={isStopping}
        onClick={() => {
          setStopping(true);
          authorization.cancel();
        }}
      >
        {isStopping ? 'Stopping' : 'Stop'}
      </Button>
    </>
  );
}
