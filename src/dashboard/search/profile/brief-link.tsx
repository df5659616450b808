import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';

type BriefLinkProps = { readonly to: '/investors/$id/brief' | '/companies/$id/brief'; readonly id: string };

/** Leads to the page for a call, made of what is owned. */
export function BriefLink({ to, id }: BriefLinkProps) {
  return (
    <Link
      to={to}
      params={{ id }}
      className="inline-flex h-8 items-center gap-1.5 rounded-[7px] border border-edge bg-panel px-2.5 font-[550] whitespace-nowrap hover:bg-sunken"
    >
      <FileText aria-hidden className="size-3.5" />
      Brief for a call
    </Link>
  );
}
