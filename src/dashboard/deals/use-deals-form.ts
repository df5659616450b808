import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiFailure } from '../api/failure.ts';
import { dealsDraft, toDraft, toFieldOfProblem, type DealsDraft } from './draft.ts';
import type { DealsForm } from './text-parts.ts';
import type { DealsQuestion } from './question.ts';

/** The filter form, filled from the address; what the service refused stands beside its field. */
export function useDealsForm(question: DealsQuestion, failure: Error | null): DealsForm {
  const form = useForm<DealsDraft, unknown, DealsQuestion>({
    resolver: zodResolver(dealsDraft),
    mode: 'onTouched',
    values: toDraft(question),
  });
  const { setError } = form;
  // Errors of the form live outside React's data flow: they are set when a refusal arrives.
  useEffect(() => {
    if (!(failure instanceof ApiFailure)) return;
    for (const { field = '', message = failure.message } of failure.facts.problems ?? []) {
      const name = toFieldOfProblem(field);
      if (name) setError(name, { type: 'service', message: message.charAt(0).toUpperCase() + message.slice(1) });
    }
  }, [failure, setError]);
  return form;
}
