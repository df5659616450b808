/** Hands a file to the person. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
