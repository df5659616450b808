/** Where it leads, and whether members of the workspace then see the rows of this screen for free. */
export type SharedLink = { readonly url: string; readonly hasRows: boolean };

const buildUsual = (): SharedLink => ({ url: window.location.href, hasRows: false });
let build = buildUsual;

/** The link to what is on screen. */
export const buildShareLink = (): SharedLink => build();

/** Lets a screen make the link itself; returns how to stop. */
export function setShareLink(make: () => SharedLink): () => void {
  build = make;
  return () => {
    if (build === make) build = buildUsual;
  };
}
