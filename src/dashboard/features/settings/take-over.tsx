import { useQuery } from '@tanstack/react-query';
import { toCount } from '../../platform/format.ts';
import { findOtherStores, takeOver } from '../../library/records/stored.ts';
import { Button } from '../../platform/ui/button.tsx';

/** Rows that another key bought on this device; never taken over without being asked for. */
export function TakeOver({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const { data = [] } = useQuery({ queryKey: ['other stores'], queryFn: findOtherStores, gcTime: 0 });
  return data.map(({ account, rows }) => (
    <div key={account} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
      <span className="text-ink-2">
        Another key or account (<span className="font-mono text-[11.5px]">{account.slice(0, 8)}</span>) owns{' '}
        {toCount(rows, 'row or answer', 'rows and answers')} here.
      </span>
      <Button onClick={() => void takeOver(account).then(() => onSaid('Taken over. The other store stays as it is.'))}>
        Take over
      </Button>
    </div>
  ));
}
