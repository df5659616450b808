import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { connection } from '../platform/http/config.ts';

/** Stands wherever the service is named or credits are counted while all records are invented; else nothing. */
export function DemoMark() {
  const { data } = useQuery(connection);
  if (data?.demo !== true) return null;
  return (
    <span
      title="Every company, firm, person and deal here is made up. Its credits are free."
      className="inline-flex h-6 shrink-0 items-center gap-1.5 justify-self-start rounded-[5px] bg-warn-soft px-1.5 text-[11.5px] font-semibold whitespace-nowrap text-warn"
    >
      <FlaskConical aria-hidden className="size-3.5" />
      Demo data, invented
    </span>
  );
}
