import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { toCredits } from '../spend/price.ts';
import { Button } from '../ui/button.tsx';
import { LazySheet } from '../ui/lazy-sheet.tsx';
import { Notice } from '../ui/notice.tsx';
import { toPageTenths } from './queries.ts';
import type { Question } from './question.ts';
import { openRecipe, type Recipe } from './recipes.ts';
import type { AnyResource } from './resource.ts';

type RecipesButtonProps = {
  readonly resource: AnyResource;
  readonly blank: Question;
  /** Fills the form; nothing is searched. */
  readonly onOpen: (question: Question) => void;
};

/** Ready questions: opened, they fill the form and wait for the search button and its price. */
export function RecipesButton({ resource, blank, onOpen }: RecipesButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="mb-3.5 w-full justify-center" onClick={() => setOpen(true)}>
        <BookOpen aria-hidden className="size-3.5" />
        Start from a recipe
      </Button>
      {open && (
        <Suspense>
          <LazySheet title="Recipes" onClose={() => setOpen(false)}>
            <RecipeList
              resource={resource}
              blank={blank}
              onOpen={(question) => {
                onOpen(question);
                setOpen(false);
              }}
            />
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}

function RecipeList({ resource, blank, onOpen }: RecipesButtonProps) {
  const client = useQueryClient();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const opening = useMutation({
    mutationFn: (recipe: Recipe) => openRecipe(client, recipe, blank),
    onSuccess: (opened) => (opened.missing.length === 0 ? onOpen(opened.question) : setMissing(opened.missing)),
  });
  return (
    <div className="grid gap-3 p-4">
      <p className="text-ink-2">Opening one fills the form by free look-ups. It runs when you press Search.</p>
      {missing.length > 0 && (
        <Notice look="warn" urgent title={`The service does not know ${missing.join(', ')}`}>
          The form is left as it is. Choose near values by hand.
        </Notice>
      )}
      {opening.error && (
        <Notice look="bad" urgent title="The look-ups failed">
          {opening.error.message} Try again in a moment.
        </Notice>
      )}
      <ul className="grid gap-1.5">
        {resource.recipes.map((recipe) => (
          <li key={recipe.title}>
            <button
              type="button"
              className="grid w-full gap-0.5 rounded-[7px] border border-edge px-3 py-2 text-left hover:bg-sunken"
              onClick={() => opening.mutate(recipe)}
            >
              <span className="font-medium">{recipe.title}</span>
              <span className="text-[11.5px] text-ink-3">
                {recipe.use}, up to {toCredits(toPageTenths(resource, blank.rows))} when it is searched
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
