/** Data files that the build includes in the program. */
declare module '*.tsv.br?url&inline' {
  const address: string;
  export default address;
}

declare module '*.txt?raw' {
  const text: string;
  export default text;
}

declare module '*.csv?raw' {
  const text: string;
  export default text;
}

declare module '*.jsonl?raw' {
  const text: string;
  export default text;
}
