import { toCredits } from '../purchase/price.ts';
import { Notice } from '../platform/ui/notice.tsx';
import { toPageTenths } from './fetch/search-pages.ts';
import type { Question } from './query/search-query.ts';
import type { Recipe } from './resource/template.ts';
import type { AnyResource } from './resource/resource.ts';
import { useOpenRecipe } from './use-open-recipe.ts';

type RecipeListProps = {
  readonly resource: AnyResource;
  readonly blank: Question;
  /** How many of them, the first ones; all where it is not said. */
  readonly most?: number;
  /** Fills the form; nothing is searched. */
  readonly onOpen: (question: Question) => void;
};

/** Ready questions with what searching them costs at most. */
export function RecipeList({ resource, blank, most, onOpen }: RecipeListProps) {
  const { missing, failure, open } = useOpenRecipe(blank, onOpen);
  return (
    <>
      {missing.length > 0 && (
        <Notice look="warn" urgent title={`The service does not know ${missing.join(', ')}`}>
          The form is left as it is. Choose near values by hand.
        </Notice>
      )}
      {failure && (
        <Notice look="bad" urgent title="The look-ups failed">
          {failure.message} Try again in a moment.
        </Notice>
      )}
      <ul aria-label="Recipes" className="grid gap-1.5">
        {resource.recipes.slice(0, most).map((recipe) => (
          <li key={recipe.title}>
            <button
              type="button"
              className="grid w-full gap-0.5 rounded-[7px] border border-edge bg-panel px-3 py-2 text-left hover:bg-sunken"
              onClick={() => open(recipe)}
            >
              <span className="font-medium">{recipe.title}</span>
              <span className="text-[11.5px] text-ink-3">
                {most === undefined ? `${recipe.use}, up to` : 'Up to'}{' '}
                {toCredits(toPageTenths(resource, toRows(recipe, blank)))} when you run it
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The rows of its first page: its own number, or that of the form. */
function toRows(recipe: Recipe, blank: Question): number {
  const { rows } = recipe.values(new Date());
  return typeof rows === 'number' ? rows : blank.rows;
}
