/** A link, and whether members of the workspace who open it see the rows of this screen for free. */
export type SharedLink = { readonly url: string; readonly hasRows: boolean };

const buildUsual = (): SharedLink => ({ url: window.location.href, hasRows: false });
let build = buildUsual;

/** The link to what is on screen. */
export const buildShareLink = (): SharedLink => build();

/** Lets a screen build the link itself; returns a function that ends this. */
export function setShareLink(make: () => SharedLink): () => void {
  build = make;
  return () => {
    if (build === make) build = buildUsual;
  };
}
