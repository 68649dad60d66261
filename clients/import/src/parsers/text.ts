import type { Row } from '../format/kinds.ts'

type Status = NonNullable<Row<'tasks'>['status']>
type Priority = NonNullable<Row<'tasks'>['priority']>

/** Names of statuses as other services use them; the first pattern that matches wins. */
const statusPatterns: readonly (readonly [RegExp, Status])[] = [
  [/cancel|won.?t|duplicate|archiv|reject/i, 'archived'],
  [/not (started|done)|to.?do|^open$|^new$|unstarted|ready|planned|selected|pending$/i, 'not_started'],
  [/done|complete|closed|resolved|finish|shipped|released/i, 'completed'],
  [/block|imped/i, 'blocked'],
  [/hold|waiting|paused|deferred/i, 'on_hold'],
  [/backlog|icebox|someday|triage|ideas?$|inbox|later/i, 'backlog'],
  [/progress|doing|started|review|testing|active|wip|working|develop/i, 'in_progress'],
]

/** Guesses the status that a name means. */
export const guessStatus = (name: string): Status | undefined =>
  statusPatterns.find(([pattern]) => pattern.test(name.trim()))?.[1]

export function guessPriority(name: string): Priority | undefined {
  const text = name.trim().toLowerCase()
  if (/^(highest|urgent|critical|blocker|p0|immediate)$/.test(text)) return 'critical'
  if (/^(high|major|p1|important)$/.test(text)) return 'high'
  if (/^(medium|normal|default|p2)$/.test(text)) return 'medium'
  if (/^(low|lowest|minor|trivial|p3|p4)$/.test(text)) return 'low'
  return /^(none|no priority|)$/.test(text) ? 'none' : undefined
}

/** Returns a short digest (FNV-1a, 64 bits) for rows that have no id of their own. */
export function digestText(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return hash.toString(36)
}

/** Gives equal texts the ids a, a~2, a~3, so that the order of the others does not matter. */
export class IdFactory {
  readonly #counts = new Map<string, number>()

  create(text: string): string {
    const id = digestText(text)
    const count = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, count)
    return count === 1 ? id : `${id}~${count}`
  }
}

/** Converts the usual Jira markup to Markdown; leaves code unchanged. */
export function convertJiraMarkup(text: string): string {
  const source = text.replaceAll('\r\n', '\n')
  const parts: string[] = []
  let at = 0
  for (const code of listCode(source)) {
    parts.push(convertMarkup(source.slice(at, code.from)), convertCode(source.slice(code.from, code.to)))
    at = code.to
  }
  return [...parts, convertMarkup(source.slice(at))].join('')
}

/** Lists blocks of code in one pass: a macro without an end begins none. */
function* listCode(text: string): Generator<{ from: number; to: number }> {
  const opening = /\{(?:code|noformat)(?::[^}\n]{0,200})?\}/g
  const closing = /\{(?:code|noformat)\}/g
  for (let start = opening.exec(text); start; start = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex
    if (!closing.exec(text)) return
    yield { from: start.index, to: closing.lastIndex }
    opening.lastIndex = closing.lastIndex
  }
}

function convertCode(block: string): string {
  const [, language = '', body = ''] =
    /^\{(?:code|noformat)(?::([a-z0-9+#-]*)[^}]*)?\}\n?([\s\S]*?)\n?\{(?:code|noformat)\}$/i.exec(block) ?? []
  return `\`\`\`${language}\n${body}\n\`\`\``
}

/** The lengths are limited, so that openings without an end take linear time. */
const convertMarkup = (text: string): string =>
  text
    .replaceAll(/\{quote\}\n?([\s\S]*?)\n?\{quote\}/g, (_, body: string) => body.replaceAll(/^/gm, '> '))
    .replaceAll(/^(#+)[ \t]+/gm, (_, marks: string) => `${'   '.repeat(marks.length - 1)}1. `)
    .replaceAll(/^(\*+)[ \t]+/gm, (_, marks: string) => `${'  '.repeat(marks.length - 1)}- `)
    .replaceAll(/^h([1-6])\.[ \t]+/gm, (_, level: string) => `${'#'.repeat(Number(level))} `)
    .replaceAll(/^bq\.[ \t]+/gm, '> ')
    .replaceAll(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s).,;:!?])/gm, '$1**$2**')
    .replaceAll(/\{\{([^}\n]{1,500})\}\}/g, '`$1`')
    .replaceAll(/\[([^|[\]\n]{1,500})\|(https?:[^|[\]\s]{1,2000})(?:\|[^[\]\n]{0,200})?\]/g, '[$1]($2)')
    .replaceAll(/\[(https?:[^|[\]\s]{1,2000})\]/g, '<$1>')
    .replaceAll(/!([^!|\n]+\.(?:png|jpe?g|gif|svg))(?:\|[^!\n]*)?!/gi, '![]($1)')
    .replaceAll(/\{color(?::[^}\n]{0,50})?\}/g, '')
