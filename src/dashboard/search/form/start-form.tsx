import { createContext, type ReactNode } from 'react';
import { formatAddress } from '../query/search-query.ts';
import type { FilterColumnProps } from './filters-form.tsx';

export type StartFormProps = Omit<FilterColumnProps, 'form' | 'next'>;

/**
 * Renders the form until its code is loaded: a copy of the one in the document, which the build renders in its place.
 */
export const StartForm = createContext<(props: StartFormProps) => ReactNode>((props) => <DocumentForm {...props} />);

/** Like all of the document it is inert. A form with values is not in the document. */
function DocumentForm({ search: { resource, blank, query } }: StartFormProps) {
  const isBlank = formatAddress(resource, query) === formatAddress(resource, blank);
  return isBlank ? <div inert aria-hidden className="contents" ref={(place) => fill(place, resource.name)} /> : null;
}

function fill(place: HTMLElement | null, screen: string): void {
  const templates = [...document.querySelectorAll<HTMLTemplateElement>(`template[data-screen="${screen}"]`)];
  const [form] = templates.flatMap(({ content }) => content.querySelector('aside') ?? []);
  place?.replaceChildren(...(form?.cloneNode(true).childNodes ?? []));
}
