/** Returns the files of a clipboard; none if it has text too (spreadsheet cells), unless that names them. */
export function getPastedFiles(clipboard: DataTransfer | null): File[] {
  const files = [...(clipboard?.files ?? [])]
  const lines =
    clipboard
      ?.getData('text/plain')
      .split(/[\r\n]+/)
      .filter((line) => line.trim()) ?? []
  const isName = (line: string) => files.some(({ name }) => name !== '' && decode(line).endsWith(name))
  return lines.every(isName) ? files : []
}

/** Matches file URLs, which file managers copy as text. */
function decode(line: string): string {
  try {
    return decodeURIComponent(line.trim())
  } catch {
    return line.trim()
  }
}
