/** What was typed between opening the palette and its arrival. */
export const typedAhead = { text: '' };
