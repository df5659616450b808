const rows = Array.from({ length: 14 }, (_, row) => row);

/** In place of a list that has no entries yet because the workspace is still loading. */
export function ListLoading() {
  return (
    <>
      <output className="sr-only">Loading</output>
      <Skeleton />
    </>
  );
}

/** The shape of the table while rows load. */
export function Skeleton() {
  return (
    <div aria-hidden className="overflow-hidden">
      {rows.map((row) => (
        <div key={row} className="flex h-row items-center gap-8 border-b border-line px-4.5 motion-safe:animate-pulse">
          <i className="h-2.5 w-20 rounded bg-line" />
          <i className="h-2.5 rounded bg-line" style={{ width: `${110 + ((row * 37) % 60)}px` }} />
          <i className="h-2.5 w-24 rounded bg-line" />
          <i className="h-2.5 w-14 rounded bg-line" />
        </div>
      ))}
    </div>
  );
}
