/** The most rows of a live sheet: the first ones in the order of its search. */
export const maxSheetRows = 5000;
