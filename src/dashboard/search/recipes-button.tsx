import { BookOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { LazySheet } from '../platform/ui/lazy-sheet.tsx';
import type { Question } from './query/search-query.ts';
import { RecipeList } from './recipe-list.tsx';
import type { AnyResource } from './resource/resource.ts';

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
            <div className="grid gap-3 p-4">
              <p className="text-ink-2">Opening one fills the form by free look-ups. It runs when you press Search.</p>
              <RecipeList
                resource={resource}
                blank={blank}
                onOpen={(question) => {
                  onOpen(question);
                  setOpen(false);
                }}
              />
            </div>
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}
