/** The shape of a few lines of text that are on their way; hidden for the first moment. */
export const LoadingLines = () => (
  <output className="appear-late grid w-full max-w-80 gap-2 py-1">
    <span className="sr-only">This part is loading</span>
    {['w-4/5', 'w-full', 'w-3/5'].map((width) => (
      <span key={width} className={`h-2.5 rounded bg-line motion-safe:animate-pulse ${width}`} />
    ))}
  </output>
);

/** In place of a screen or a part of it that is on its way. */
export const Loading = () => (
  <div className="p-6">
    <LoadingLines />
  </div>
);
