import type { ReactNode } from 'react';

type ProfileFrameProps = {
  /** Names the place to which Back brings the scroll position again. */
  readonly id: string;
  readonly label: string;
  readonly head: ReactNode;
  /** The wide column, and the narrow one beside it; below it on a narrow screen. */
  readonly main?: ReactNode;
  readonly side?: ReactNode;
};

/** The page of a profile: its head, and blocks in two columns. */
export function ProfileFrame({ id, label, head, main, side }: ProfileFrameProps) {
  return (
    <article
      aria-label={label}
      data-scroll-restoration-id={`profile ${id}`}
      className="relative min-h-0 grow overflow-y-auto overscroll-contain px-4 py-4.5 wide:px-6.5"
    >
      <div className="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-5 wide:mx-0">
        {side === undefined ? (
          <>
            {head}
            {main}
          </>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6.5 gap-y-4 min-[1100px]:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <div className="mb-1 grid grid-cols-[minmax(0,1fr)] gap-4">{head}</div>
              {main}
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{side}</div>
          </div>
        )}
      </div>
    </article>
  );
}
