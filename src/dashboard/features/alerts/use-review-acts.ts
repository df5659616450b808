import type { UrlState } from '../../platform/url/use-url.ts';
import type { Item } from './items.ts';
import type { alertsUrl } from './question.ts';
import { useReviewKeys, type ReviewKey } from './use-keys.ts';
import type { Triage } from './use-triage.ts';

/** What can be done in a review, by key or by press; what is open follows the person. */
export function useReviewActs(url: UrlState<typeof alertsUrl>, items: readonly Item[], triage: Triage) {
  const openItem = items.find(({ id }) => id === url.value.open);
  const open = (id: string | undefined) => {
    if (id === url.value.open) return;
    url.write({ ...url.value, open: id }, url.value.open === undefined ? 'step' : 'replace');
  };
  const go = (item: Item | undefined) => {
    if (openItem && item) open(item.id);
  };
  const acts = {
    move: (by: number) => go(triage.move(by)),
    decide: (verdict: 'shortlist' | 'pass') => go(triage.decide(verdict)),
    undo: () => go(triage.undo()),
    finishDay: (day: string | null) => go(triage.finishDay(day)),
    open,
  };
  const { active } = triage;
  const keys: Record<ReviewKey, () => void> = {
    J: () => acts.move(1),
    K: () => acts.move(-1),
    S: () => acts.decide('shortlist'),
    X: () => acts.decide('pass'),
    U: acts.undo,
    O: () => open(active?.id),
    D: () => active && acts.finishDay(active.day),
  };
  useReviewKeys((key) => keys[key]());
  return { ...acts, openItem };
}
