import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Question } from './query/search-query.ts';
import { openRecipe, type Recipe } from './resource/template.ts';

/** Opens recipes by free look-ups: what the service did not know of the last one, and why one failed. */
export function useOpenRecipe(blank: Question, onOpen: (question: Question) => void) {
  const client = useQueryClient();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const opening = useMutation({
    mutationFn: (recipe: Recipe) => openRecipe(client, recipe, blank),
    onSuccess: (opened) => (opened.missing.length === 0 ? onOpen(opened.question) : setMissing(opened.missing)),
  });
  return { missing, failure: opening.error, open: opening.mutate };
}
