/**
 * The `similarity` of our own service from which a company is a strong match, and from which it is related. Chosen on
 * judged queries (service/relevance/README.md).
 */
export const relevanceBands = { strong: 0.8, related: 0.65 } as const;

/** The `similarity` of the first result from which most searches have what was asked for among the first three. */
export const sureMatch = relevanceBands.related;
