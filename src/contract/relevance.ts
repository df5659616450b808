/**
 * The `similarity` of our own service from which a company is a strong match, and from which it is related. Calibrated on
 * judged queries (service/relevance/README.md): of the strong matches two in three are relevant and four in five at least
 * close, of the related ones more than half.
 */
export const relevanceBands = { strong: 0.8, related: 0.7 } as const;

/** The `similarity` of the first result from which most searches have what was asked for among the first three. */
export const sureMatch = relevanceBands.related;
