/**
 * Returns the files of a clipboard. Where it has text too, as with cells of a spreadsheet and a picture of them, the text is
 * what is pasted, unless it only names the files.
 */
export function pastedFiles(clipboard: DataTransfer | null): File[] {
  const files = [...(clipboard?.files ?? [])]
  const lines =
    clipboard
      ?.getData('text/plain')
      .split(/[\r\n]+/)
      .filter((line) => line.trim()) ?? []
  const isName = (line: string) => files.some(({ name }) => name !== '' && decoded(line).endsWith(name))
  return lines.every(isName) ? files : []
}

/** File managers copy the addresses of files as their text. */
function decoded(line: string): string {
  try {
    return decodeURIComponent(line.trim())
  } catch {
    return line.trim()
  }
}
