import { joinSentence, type SentencePart } from './clock-sentence.ts';
import { QuestionDealsLink } from './deals-link.tsx';
import type { MarketUrl } from './market-url.ts';

type FigureSentenceProps = {
  readonly parts: readonly SentencePart[];
  readonly url: MarketUrl;
  /** In the size of text. */
  readonly isPlain?: boolean;
};

const large =
  'text-18 leading-7 font-medium tracking-[-0.018em] text-balance @max-[60rem]:text-15 @max-[60rem]:leading-6 @max-[36rem]:text-17 @max-[36rem]:leading-6.25';

/** A sentence about a question, whose figures open the deals behind them. */
export const FigureSentence = ({ parts, url, isPlain = false }: FigureSentenceProps) => (
  <p className={`tabular-nums ${isPlain ? '' : large}`}>
    {parts.map(({ text, behind, isStrong }, at) => {
      // Everything up to a piece is said once.
      const key = joinSentence(parts.slice(0, at + 1));
      if (behind) {
        return (
          <QuestionDealsLink key={key} url={url} {...behind}>
            {text}
          </QuestionDealsLink>
        );
      }
      return isStrong ? (
        <b key={key} className="font-[650]">
          {text}
        </b>
      ) : (
        text
      );
    })}
  </p>
);
