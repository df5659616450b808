import { capitalize } from '../../../../platform/format.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { Fragment, type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ReadChoice, type ReadPiece, searchCatalogues, type SentenceReading } from '#ask/reading.ts';
import { vagueWords } from '#ask/vocabulary.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { isUnconfirmed } from '../../../../platform/http/api-error.ts';
import { useHasWorkspace } from '../../../../platform/http/workspace.ts';
import { FailureNotice } from '../../../../spending/failure-notice.tsx';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { formatQualifier, type Permalink } from '../lookups/permalink.ts';
import { permalinksNamed } from '../lookups/permalink-search.ts';
import { nameSearchResults, priceNameSearch, useNameSearch } from '../lookups/record-search.ts';
import { buildBody } from '../query/search-query.ts';
import { collectNames, describeValues } from '../query/sentence.ts';
import { buildQuery, sentenceReading } from './sentence-query.ts';
import type { AskControls, AskScreen, FillSearch } from './ask-controls.ts';
import { ReadingFoot, useReadingActions } from './reading-foot.tsx';

type AskReadingProps = {
  readonly text: string;
  readonly onFill: FillSearch | undefined;
  readonly screen: AskScreen | undefined;
  readonly controls: AskControls;
  /** Enter was pressed, possibly before the sentence was read. */
  readonly isWanted: boolean;
  readonly onDone: (isFilled: boolean) => void;
};

/**
 * What a sentence was read as. Words can be taken away and chosen. Enter moves to what has to be chosen; then it
 * presses the Search button of its own screen, and fills the form of another.
 */
export function AskReading({ text, isWanted, onFill, screen, controls, onDone }: AskReadingProps) {
  const { data: reading, error, refetch } = useQuery(sentenceReading(text));
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<readonly ReadPiece[]>([]);
  const select = (read: SentenceReading) => [...read.pieces.filter(({ start }) => !removed.has(start)), ...chosen];
  const isOpen = reading?.choices.some(({ start }) => !chosen.some((piece) => piece.start === start)) ?? false;
  const { isMarketOf, fill, show } = useReadingActions(onFill, onDone);
  const isOwn = reading !== undefined && reading.screen === screen?.name && !isMarketOf(reading);
  const isSettled = reading !== undefined || error !== null;
  // Enter came before the sentence was read: it only moves to a choice or a price.
  const finish = useEffectEvent(() => {
    const next = controls.choice.current ?? controls.search.current;
    if (reading && !isOwn && !next) return fill(reading, buildQuery(reading, select(reading)));
    next?.focus();
    onDone(false);
  });
  useEffect(() => {
    if (isWanted && isSettled) finish();
  }, [isWanted, isSettled]);
  // The pressed button is removed.
  const moveToBox = () => controls.input.current?.focus();
  return (
    <section
      data-asking
      aria-label="Read as"
      aria-busy={!reading && !error}
      className="absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-[10px] border border-line bg-panel text-13 shadow-popup"
    >
      <div className="grid max-h-[60dvh] gap-3 scroll-y px-4 py-3">
        {reading ? (
          <>
            <MarkedSentence text={text} reading={reading} />
            <Tokens
              reading={reading}
              pieces={select(reading)}
              controls={controls}
              onRemove={(piece) => {
                setChosen(chosen.filter((one) => one !== piece));
                setRemoved(new Set([...removed, piece.start]));
                moveToBox();
              }}
              onChoose={(piece) => {
                setChosen([...chosen, piece]);
                moveToBox();
              }}
            />
          </>
        ) : error ? (
          <p role="alert" className="flex flex-wrap items-center gap-2">
            Places and industries could not be searched. {error.message}
            <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        ) : (
          <p className="text-ink-3">Reading</p>
        )}
      </div>
      {screen && isOwn ? (
        screen.renderSearch({
          query: buildQuery(reading, select(reading)),
          searchButton: controls.search,
          onDone: () => onDone(true),
        })
      ) : (
        <ReadingFoot
          reading={reading}
          query={reading && buildQuery(reading, select(reading))}
          isMarket={reading !== undefined && isMarketOf(reading)}
          isSearched={onFill === undefined}
          searchButton={controls.search}
          isOpen={isOpen}
          onFill={() => reading && fill(reading, buildQuery(reading, select(reading)))}
          onShow={(sent) => reading && show(reading, sent)}
        />
      )}
    </section>
  );
}

/** The sentence with the words that fill a filter, those that wait for a choice, and those that are not used. */
function MarkedSentence({ text, reading }: { readonly text: string; readonly reading: SentenceReading }) {
  const { pieces, unread, choices, order, used } = reading;
  const marks = [
    ...[...pieces, ...used, ...(order ? [order] : [])].map((one) => ({
      ...one,
      className: 'rounded-sm bg-accent-soft px-0.5 text-accent-ink',
    })),
    // One name may be that of an investor or a company.
    ...[...new Map(choices.map((one) => [one.start, one])).values()].map((one) => ({
      ...one,
      className: 'bg-transparent text-ink underline decoration-edge decoration-dashed underline-offset-4',
    })),
    ...unread.map((one) => ({
      ...one,
      className: 'rounded-sm bg-warn-soft px-0.5 text-warn underline decoration-wavy',
    })),
  ].toSorted((a, b) => a.start - b.start);
  return (
    <p aria-label="Your sentence" className="text-ink-3">
      {marks.map(({ start, end, className }, at) => (
        <Fragment key={start}>
          {text.slice(Math.min(marks[at - 1]?.end ?? 0, start), start)}
          <mark className={className}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </p>
  );
}

type TokensProps = {
  readonly reading: SentenceReading;
  readonly pieces: readonly ReadPiece[];
  readonly controls: AskControls;
  readonly onRemove: (piece: ReadPiece) => void;
  readonly onChoose: (piece: ReadPiece) => void;
};

function Tokens({ reading, pieces, controls, onRemove, onChoose }: TokensProps) {
  const { screen, unread, choices, order, limit } = reading;
  const filters = [...new Set([...pieces, ...choices].map(({ filter }) => filter))];
  const open = choices.filter(({ start }) => !pieces.some((piece) => piece.start === start));
  const firstOpen = filters.flatMap((filter) => open.find((choice) => choice.filter === filter) ?? [])[0];
  const isEmpty = filters.length + unread.length === 0 && !order && limit === undefined;
  return (
    <dl className="grid gap-2">
      {filters.map((filter) => (
        <TokenRow key={filter.name} label={filter.label}>
          {pieces
            .filter((piece) => piece.filter === filter)
            .map((piece) => (
              <Token
                key={`${piece.start} ${piece.words}`}
                piece={piece}
                onRemove={() => onRemove(piece)}
                reading={reading}
              />
            ))}
          <NearNames
            piece={reading.pieces.find((piece) => piece.filter === filter && pieces.includes(piece))}
            {...{ pieces, onChoose }}
          />
          {open
            .filter((choice) => choice.filter === filter)
            .map((choice) => (
              <Fragment key={choice.start}>
                <Candidates
                  choice={choice}
                  input={controls.input}
                  first={choice === firstOpen ? controls.choice : undefined}
                  onChoose={onChoose}
                />
                <span className="text-12 text-ink-3">Left out until you choose.</span>
              </Fragment>
            ))}
        </TokenRow>
      ))}
      {order && (
        <TokenRow label="Order">
          <span className={tokenClass}>{searchCatalogues[screen].sortLabels[order.sort]}</span>
        </TokenRow>
      )}
      {limit !== undefined && (
        <TokenRow label="Rows">
          <span className={tokenClass}>{limit}</span>
        </TokenRow>
      )}
      {unread.length > 0 && (
        <TokenRow label="Not used">
          {unread.map(({ start, words, reason }) => (
            <span key={start} className="inline-flex min-h-6 flex-wrap items-center gap-x-1.5">
              <span className="rounded-[5px] bg-warn-soft px-1.5 py-0.5 text-warn">{words}</span>
              <span className="text-12 text-ink-3">{reason ?? explainUnknown(words)}</span>
            </span>
          ))}
        </TokenRow>
      )}
      {isEmpty && <p className="text-ink-3">No filter. All {searchCatalogues[screen].many} match.</p>}
    </dl>
  );
}

const explainUnknown = (words: string): string =>
  words.split(/\s+/).some((word) => vagueWords.has(word.toLowerCase()))
    ? 'There is no filter for this.'
    : 'Not known as a place or industry.';

const TokenRow = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,6.5rem)_minmax(50%,1fr)] gap-2 max-tablet:grid-cols-1 max-tablet:gap-1">
    <dt className="pt-0.5 text-ink-3">{label}</dt>
    <dd className="flex flex-wrap items-center gap-1.5">{children}</dd>
  </div>
);

const tokenClass =
  'inline-flex min-h-6 items-center gap-1 rounded-[5px] bg-accent-soft px-1.5 font-medium text-accent-ink';

type TokenProps = { readonly piece: ReadPiece; readonly reading: SentenceReading; readonly onRemove: () => void };

function Token({ piece, reading, onRemove }: TokenProps) {
  const value = describePiece(piece, reading);
  const isPeriod = piece.filter.kind === 'dateRange';
  const name = isPeriod ? capitalize(piece.words) : value;
  const token = (
    <span className={`${tokenClass} pr-0.5`}>
      {name}
      <button
        type="button"
        aria-label={`Leave out ${name}`}
        className="grid size-5 place-items-center rounded-sm hover:bg-panel max-tablet:size-8"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
  if (!isPeriod) return token;
  return (
    <>
      {token}
      <span className="text-12 text-ink-3">
        {value}
        {piece.note !== undefined && `, read ${piece.note}`}
      </span>
    </>
  );
}

const maxNear = 2;

type NearNamesProps = Pick<TokensProps, 'pieces' | 'onChoose'> & {
  /** The first piece of the filter that the sentence has itself. */
  readonly piece: ReadPiece | undefined;
};

/** Other places and industries with the words in their name, of those that were searched already. */
function NearNames({ piece, pieces, onChoose }: NearNamesProps) {
  const kind = piece?.filter.kind;
  const field = kind === 'locations' ? 'location' : 'industry';
  const { data = [] } = useQuery({ ...permalinksNamed(field, piece?.words ?? ''), enabled: false });
  if (!piece || (kind !== 'locations' && kind !== 'industries')) return null;
  const names = pieces.flatMap(({ filter, values }) => (filter === piece.filter ? (values[0] as Permalink[]) : []));
  const taken = new Set(names.map(({ permalink }) => permalink));
  return data
    .filter(({ permalink, name }) => !taken.has(permalink) && name.toLowerCase().includes(piece.words.toLowerCase()))
    .slice(0, maxNear)
    .map((one) => (
      <Offer
        key={one.permalink}
        name={formatOffer(one)}
        // It has no words of its own.
        onPress={() => onChoose({ ...piece, start: piece.end, words: one.name, values: [[one]] })}
      />
    ));
}

const formatOffer = (one: Permalink): string =>
  `${one.name}${formatQualifier(one) === '' ? '' : `, ${formatQualifier(one)}`}`;

/** The value of a piece in words, as the sentence of a search says it. */
function describePiece(piece: ReadPiece, reading: SentenceReading): string {
  const query = buildQuery(reading, [piece]);
  const text = describeValues(piece.filter, buildBody([piece.filter], query), collectNames(query)) ?? '';
  return text === '' ? 'Yes' : text;
}

type CandidatesProps = Pick<AskControls, 'input'> & {
  readonly choice: ReadChoice;
  /** Of the first choice in the sentence. */
  readonly first: AskControls['choice'] | undefined;
  readonly onChoose: (piece: ReadPiece) => void;
};

/** What words may mean; a name that is not known is searched at its price. */
function Candidates({ choice, input, first, onChoose }: CandidatesProps) {
  const { record, words, candidates } = choice;
  const choose = (candidate: object) => onChoose({ ...choice, values: [[candidate]] });
  if (record)
    return (
      <RecordCandidates
        kind={record}
        name={words}
        known={candidates as readonly NamedRecord[]}
        onChoose={choose}
        {...{ input, first }}
      />
    );
  return (
    <>
      {(candidates as readonly Permalink[]).map((one, at) => (
        <Offer
          key={one.permalink}
          ref={at === 0 ? first : undefined}
          name={formatOffer(one)}
          onPress={() => choose(one)}
        />
      ))}
    </>
  );
}

type NamedRecord = { readonly id: string; readonly name: string };
type RecordCandidatesProps = Pick<CandidatesProps, 'input' | 'first'> & {
  readonly kind: 'investor' | 'company';
  readonly name: string;
  readonly known: readonly NamedRecord[];
  readonly onChoose: (one: NamedRecord) => void;
};

function RecordCandidates({ kind, name, known, input, first, onChoose }: RecordCandidatesProps) {
  const key = name.toLowerCase();
  const { data } = useQuery({ ...nameSearchResults(kind, key), enabled: useHasWorkspace() });
  const { search, pending, failure, isDone } = useNameSearch(kind, key);
  const own = useRef<HTMLButtonElement>(null);
  const firstOffer = first ?? own;
  const offers = [...new Map([...known, ...(data ?? [])].map((one) => [one.id, one])).values()];
  useEffect(() => {
    if (isDone && data) (firstOffer.current ?? input.current)?.focus();
  }, [isDone, data, firstOffer, input]);
  return (
    <>
      {offers.slice(0, 8).map((one, at) => (
        <Offer
          key={one.id}
          ref={at === 0 ? firstOffer : undefined}
          name={one.name}
          onPress={() => onChoose({ id: one.id, name: one.name })}
        />
      ))}
      {!data && (
        <PricedButton
          ref={offers.length === 0 ? firstOffer : undefined}
          tenths={priceNameSearch(kind)}
          repeat={isUnconfirmed(failure)}
          pending={pending}
          onConfirm={(authorization) => search({ authorization, kind, name: key })}
        >
          {`Search “${name}”`}
        </PricedButton>
      )}
      {failure && <FailureNotice key={failure.message} failure={failure} />}
      {data?.length === 0 && offers.length === 0 && <span className="text-ink-3">No match.</span>}
    </>
  );
}

type OfferProps = {
  readonly name: string;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly onPress: () => void;
};

const Offer = ({ name, ref, onPress }: OfferProps) => (
  <button
    ref={ref}
    type="button"
    className="inline-flex min-h-6 items-center gap-1 rounded-[5px] border border-edge px-1.5 hover:bg-sunken max-tablet:min-h-8"
    onClick={onPress}
  >
    <Plus aria-hidden className="size-3" />
    {name}
  </button>
);
