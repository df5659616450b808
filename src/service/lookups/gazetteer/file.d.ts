/** The gazetteer's data file as a `data:` URL, put into the bundle by Vite, so that no path is needed at run time. */
declare module '*.tsv.br?url&inline' {
  const dataUrl: string;
  export default dataUrl;
}
