import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { connection } from '../platform/http/config.ts';

/** Says next to the service and the credits that all records are demo data; renders nothing otherwise. */
export function DemoBadge() {
  const { data } = useQuery(connection);
  if (data?.demo !== true) return null;
  return (
    <span
      title="Every company, investor, person and deal here is made up. Credits are free."
      className="inline-flex h-6 shrink-0 items-center gap-1.5 justify-self-start rounded-[5px] bg-warn-soft px-1.5 text-[11.5px] font-semibold whitespace-nowrap text-warn"
    >
      <FlaskConical aria-hidden className="size-3.5" />
      Demo data
    </span>
  );
}
