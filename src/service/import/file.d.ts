declare module '*.txt?raw' {
  const text: string;
  export default text;
}

declare module '*.jsonl?raw' {
  const text: string;
  export default text;
}
