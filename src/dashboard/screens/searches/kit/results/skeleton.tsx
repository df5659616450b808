const rows = Array.from({ length: 14 }, (_, row) => row);

/** In place of a list that has no entries yet because the workspace is still loading. */
export function ListLoading() {
  return (
    <>
      <output className="sr-only">The list is loading</output>
      <Skeleton />
    </>
  );
}

/** The shape of the table while rows load. */
export function Skeleton() {
  return (
    <div aria-hidden className="overflow-hidden">
      {rows.map((row) => (
        <div
          key={row}
          className="flex h-row items-center gap-8 border-b border-line px-4 motion-safe:animate-pulse tablet:px-6"
        >
          <i className="-mr-6 size-5 rounded-[5px] bg-line" />
          <i className="h-2.5 rounded bg-line" style={{ width: `${180 + ((row * 37) % 90)}px` }} />
          <i className="ml-auto h-2.5 w-24 rounded bg-line" />
          <i className="h-2.5 w-14 rounded bg-line" />
        </div>
      ))}
    </div>
  );
}
