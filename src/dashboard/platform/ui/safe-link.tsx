import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { maxAddressLength } from '#contract/scalars.ts';

/** An address from the data that is safe to open: only https, without a login; undefined for any other. */
export function checkUrl(text: string | null | undefined): string | undefined {
  if (!text || text.length > maxAddressLength) return undefined;
  const full = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return url.hostname.includes('.') ? url.href : undefined;
}

type SafeLinkProps = {
  readonly to: string | null | undefined;
  readonly children: ReactNode;
};

/** A link to another site, in a new tab that learns nothing about this one; plain text if it is unsafe. */
export function SafeLink({ to, children }: SafeLinkProps) {
  const href = checkUrl(to);
  if (href === undefined) return <span className="break-words">{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 max-w-full items-center gap-1 text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
    >
      <span className="truncate">{children}</span>
      <ExternalLink aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
