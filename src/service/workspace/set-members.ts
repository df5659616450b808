/** An object in which the given members have other values. */
export function setMembers<T extends object>(before: T, set: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  return { ...before, ...(Object.fromEntries(given) as Partial<T>) };
}
