/** In place of what is on its way; hidden for the first moment. */
export const Loading = () => <output className="appear-late p-6 text-ink-3">Loading</output>;
