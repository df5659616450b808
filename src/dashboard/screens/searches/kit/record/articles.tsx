import { useRef } from 'react';
import { readDeal } from '#contract/deals.ts';
import { formatCount } from '../../../../platform/format.ts';
import { unlockedArticles } from '../../../../records/records.ts';
import { unlockByIds } from '../../../../records/unlock.ts';
import { LoadButton } from '../../../../spending/load-button.tsx';
import { SafeLink } from '../../../../platform/ui/safe-link.tsx';
import { useKeepFocus } from '../../../../platform/ui/use-browser.ts';
import { priceOf } from '../../../../spending/price.ts';

type ArticlesProps = { readonly id: string; readonly label: string };

/** The articles about a deal, or the button that unlocks them. */
export function Articles({ id, label }: ArticlesProps) {
  unlockedArticles.useVersion();
  const list = useRef<HTMLElement>(null);
  const unlocked = unlockedArticles.read(id);
  useKeepFocus(list, unlocked !== undefined);
  if (!unlocked) {
    return (
      <LoadButton
        tenths={priceOf(readDeal.cost, 1)}
        onLoad={(authorization) => unlockByIds(authorization, { articles: [id] })}
      >
        {label}
      </LoadButton>
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
