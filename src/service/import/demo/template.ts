/** The slots of a text such as "$name builds $product", in order. */
export const listSlots = (text: string): string[] =>
  [...text.matchAll(/\$([a-z]+)/gi)].map(([, slot = '']) => slot.toLowerCase());

/** The text with its slots filled, each by one call; a slot with a capital letter starts a sentence. */
export function fillTemplate(text: string, fill: (slot: string) => string): string {
  return text.replace(/\$([a-z]+)/gi, (_, slot: string) => {
    const value = fill(slot.toLowerCase());
    return /^[A-Z]/.test(slot) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
  });
}
