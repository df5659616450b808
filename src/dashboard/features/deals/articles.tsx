import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { calculatePrice } from '#contract/credits.ts';
import { readDeal } from '#contract/deals.ts';
import { formatCount } from '../../platform/format.ts';
import { unlockedArticles, unlockedDeals } from '../../library/records/records.ts';
import { hasArrived, receiveRecords } from '../../library/records/sync-state.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { sendPaid } from '../../purchase/send-paid.ts';
import { SafeLink } from '../../platform/ui/safe-link.tsx';
import { useFocusAfter } from '../../platform/ui/use-browser.ts';

/** What a deal with its articles costs, in tenths. */
const articlesTenths = calculatePrice(readDeal.cost, 1);

/** Unlocks a deal with its articles. */
async function unlockArticles(authorization: SpendAuthorization, id: string): Promise<void> {
  await receiveRecords('deals', [id]);
  if (await hasArrived('articles', id)) return;
  const { data } = await sendPaid(authorization, readDeal, { params: { id } });
  if (!data.deal) return;
  const { articles, ...deal } = data.deal;
  unlockedDeals.add([deal]);
  unlockedArticles.add([{ id: deal.id, articles: articles ?? [] }]);
}

type ArticlesProps = { readonly id: string; readonly label: string };

/** The articles about a deal, or the button that unlocks them. */
export function Articles({ id, label }: ArticlesProps) {
  unlockedArticles.useVersion();
  const purchase = useMutation({
    mutationFn: (authorization: SpendAuthorization) => unlockArticles(authorization, id),
  });
  const list = useRef<HTMLElement>(null);
  useFocusAfter(purchase.isSuccess, list);
  const unlocked = unlockedArticles.read(id);
  if (!unlocked) {
    return (
      <div className="grid justify-items-start gap-2">
        <PricedButton
          tenths={articlesTenths}
          pending={purchase.isPending}
          onConfirm={(authorization) => purchase.mutate(authorization)}
        >
          {label}
        </PricedButton>
        {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
      </div>
    );
  }
  const articles = (unlocked.articles ?? []).toSorted(
    (one, other) => Number(other.is_primary) - Number(one.is_primary),
  );
  return (
    <section ref={list} tabIndex={-1} className="outline-none">
      <h3 className="mb-1.5 text-12 font-semibold">
        {articles.length === 0 ? 'No articles' : formatCount(articles.length, 'article')}
      </h3>
      <ul className="grid gap-1">
        {articles.map(({ link, date, is_primary: primary }) => (
          <li key={link} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <SafeLink to={link}>{formatTitle(link)}</SafeLink>
            <span className="text-11.5 text-ink-3 tabular-nums">
              {[date, primary === true ? 'main source' : null].filter((part) => part !== null).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const formatTitle = (link: string | null): string =>
  (link ?? '').replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
