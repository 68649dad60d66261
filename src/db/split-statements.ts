/** Text that may contain a semicolon: comments, quoted text and names, dollar-quoted bodies. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$[a-z_]*\$)[\s\S]*?\1|;|[^-/'"$;]+|[\s\S]/gi

/** Splits SQL into statements, without comments and empty ones. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  const end = () => {
    if (current.trim() !== '') statements.push(current.trim())
    current = ''
  }
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') end()
    else if (!token.startsWith('--') && !token.startsWith('/*')) current += token
  }
  end()
  return statements
}
