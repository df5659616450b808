import type { KeyboardEvent } from 'react';

/** The code of a key that an input method took: in Safari the only sign, because the composition ends before its Enter. */
const takenKey = 229;

/** Whether a key belongs to text that is typed with an input method, whose Enter chooses characters and ends no field. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || Reflect.get(nativeEvent, 'keyCode') === takenKey;
