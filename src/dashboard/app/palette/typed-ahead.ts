/** The text typed after the palette was opened and before its code has loaded. */
export const earlyInput = { text: '' };
