import { DataError } from '../format/errors.ts'
import type { Entry, Row } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { pickFilled } from './custom-columns.ts'
import { readContentLines, splitTexts, unescapeText, type ContentLine } from './ical-lines.ts'
import { toTitle, type ParseOptions } from './options.ts'
import { IdFactory } from './text.ts'
import { DayFormat } from './zoned-days.ts'

/** Parses the tasks (VTODO) of an iCalendar file. */
export async function* parseICalendar(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const { ids, name } = await inspect(open, options)
  const writer = new TodoWriter(ids, options)
  yield { kind: 'projects', row: { id: PROJECT, name } }
  for await (const todo of readTodos(open)) yield* writer.write(todo)
}

const PROJECT = 'calendar'

interface Todo {
  line: number
  /** Properties by name. */
  properties: Map<string, ContentLine[]>
  alarms: string[]
}

/** Reads the name of the calendar and the ids of its tasks, and notes what is left out. */
async function inspect(open: OpenContent, { fileName, notes }: ParseOptions) {
  const ids = new Set<string>()
  const others = new Map<string, number>()
  let name = ''
  let isCalendar = false
  for await (const { name: property, value, line } of readContentLines(open)) {
    const component = value.trim().toUpperCase()
    if (!isCalendar && (property !== 'BEGIN' || component !== 'VCALENDAR'))
      throw new DataError('file', line, 'it is not an iCalendar file, which begins with BEGIN:VCALENDAR.')
    isCalendar = true
    if (property === 'X-WR-CALNAME' || property === 'NAME') name ||= unescapeText(value).trim()
    if (property === 'BEGIN' && ['VEVENT', 'VJOURNAL', 'VFREEBUSY'].includes(component))
      others.set(component, (others.get(component) ?? 0) + 1)
  }
  if (!isCalendar) throw new DataError('file', undefined, 'it is empty.')
  for await (const todo of readTodos(open)) ids.add(findUid(todo))
  for (const [component, count] of others) notes.push(`Only tasks are imported: ${count} ${component} are left out.`)
  return { ids, name: name || toTitle(fileName) }
}

async function* readTodos(open: OpenContent): AsyncGenerator<Todo> {
  const opened: ContentLine[] = []
  let todo: Todo | undefined
  for await (const line of readContentLines(open)) {
    const component = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') {
      opened.push(line)
      if (component === 'VTODO') todo = { line: line.line, properties: new Map(), alarms: [] }
    } else if (line.name === 'END') {
      const begun = opened.pop()
      if (begun?.value.trim().toUpperCase() !== component)
        throw new DataError('file', line.line, `END:${component.slice(0, 40)} ends what has not begun.`)
      if (component === 'VTODO' && todo) yield todo
      if (component === 'VTODO') todo = undefined
    } else if (todo) addProperty(todo, opened.at(-1)!.value.trim().toUpperCase(), line)
  }
  const unclosed = opened[0]
  if (unclosed) throw new DataError('file', unclosed.line, `BEGIN:${unclosed.value.trim().slice(0, 40)} has no end.`)
}

function addProperty({ properties, alarms }: Todo, component: string, line: ContentLine): void {
  if (component === 'VTODO') properties.set(line.name, [...(properties.get(line.name) ?? []), line])
  else if (component === 'VALARM' && line.name === 'TRIGGER') alarms.push(line.value)
}

const readText = ({ properties }: Todo, name: string): string | undefined =>
  unescapeText(properties.get(name)?.[0]?.value ?? '').trim() || undefined
const findUid = (todo: Todo): string => (readText(todo, 'UID') ?? '').slice(0, 400)

const statuses: Record<string, Row<'tasks'>['status']> = {
  'NEEDS-ACTION': 'not_started',
  'IN-PROCESS': 'in_progress',
  COMPLETED: 'completed',
  CANCELLED: 'archived',
}
/** Properties that are read, or that say nothing about the task. */
const known =
  /^(uid|summary|description|status|priority|due|dtstart|completed|created|last-modified|dtstamp|categories|url|attendee|organizer|related-to|comment|percent-complete|x-apple-sort-order|sequence|recurrence-id|x-moz-(lastack|generation))$/i

class TodoWriter {
  readonly #ids: ReadonlySet<string>
  readonly #days: DayFormat
  readonly #factory = new IdFactory()
  readonly #people = new Set<string>()

  constructor(ids: ReadonlySet<string>, { timeZone }: ParseOptions) {
    this.#ids = ids
    this.#days = new DayFormat(timeZone)
  }

  *write(todo: Todo): Generator<Entry> {
    const title = readText(todo, 'SUMMARY') ?? 'Untitled'
    const instance = readText(todo, 'RECURRENCE-ID')
    const uid = findUid(todo)
    const id = uid === '' ? this.#factory.create(title) : instance ? `${uid} ${instance.slice(0, 90)}` : uid
    const attendees = (todo.properties.get('ATTENDEE') ?? []).map(readPerson)
    const [organizer] = (todo.properties.get('ORGANIZER') ?? []).map(readPerson)
    for (const person of [...attendees, ...(organizer ? [organizer] : [])]) {
      if (this.#people.has(person.id)) continue
      this.#people.add(person.id)
      yield { kind: 'people', row: person }
    }
    yield { kind: 'tasks', row: this.#toTask(todo, { id, title, attendees, organizer }) }
    for (const [at, { value }] of (todo.properties.get('COMMENT') ?? []).entries())
      if (value.trim()) yield { kind: 'comments', row: { id: `${id}#${at}`, task: id, content: unescapeText(value) } }
  }

  #toTask(
    todo: Todo,
    who: { id: string; title: string; attendees: Row<'people'>[]; organizer: Row<'people'> | undefined },
  ): Row<'tasks'> {
    const [assignee, ...others] = who.attendees
    const completed_at = toTime(readText(todo, 'COMPLETED'))
    const percent = Number(readText(todo, 'PERCENT-COMPLETE') ?? 0)
    const open = percent > 0 && percent < 100 ? 'in_progress' : 'not_started'
    const status = statuses[readText(todo, 'STATUS')?.toUpperCase() ?? ''] ?? (completed_at ? 'completed' : open)
    const parent = this.#findParent(todo, who.id)
    const position = Number(readText(todo, 'X-APPLE-SORT-ORDER') ?? NaN)
    const extra = this.#readExtra(todo, who.attendees)
    return {
      id: who.id,
      project: PROJECT,
      ...(parent && { parent }),
      ...(Number.isFinite(position) && { position }),
      title: who.title,
      description: readText(todo, 'DESCRIPTION') ?? null,
      status,
      priority: toPriority(readText(todo, 'PRIORITY')),
      ...(assignee && { assignee: assignee.id }),
      ...(others.length > 0 && { other_assignees: others.map((one) => one.id) }),
      ...(who.organizer && { created_by: who.organizer.id }),
      start_date: this.#days.read(readText(todo, 'DTSTART')) ?? null,
      due_date: this.#days.read(readText(todo, 'DUE')) ?? null,
      tags: (todo.properties.get('CATEGORIES') ?? []).flatMap(({ value }) => splitTexts(value)),
      ...(readText(todo, 'URL') && { url: readText(todo, 'URL')! }),
      ...pickFilled({ custom: {}, extra }),
      created_at: toTime(readText(todo, 'CREATED')) ?? null,
      updated_at: toTime(readText(todo, 'LAST-MODIFIED')) ?? null,
      completed_at: completed_at ?? null,
    }
  }

  /** Returns the task of which it is a part; the kind of relation is that by default. */
  #findParent({ properties }: Todo, id: string): string | undefined {
    const related = properties.get('RELATED-TO') ?? []
    const parents = related.filter(({ parameters }) => (parameters.get('RELTYPE') ?? 'PARENT') === 'PARENT')
    return parents.map(({ value }) => unescapeText(value).trim()).find((one) => one !== id && this.#ids.has(one))
  }

  /** Collects what has no counterpart, or could not be read. */
  #readExtra(todo: Todo, [, ...others]: Row<'people'>[]): Record<string, unknown> {
    const extra: Record<string, unknown> = {}
    for (const [name, lines] of todo.properties)
      if (!known.test(name)) extra[name.toLowerCase()] = lines.map(({ value }) => unescapeText(value)).join('\n')
    const due = readText(todo, 'DUE')
    const time = this.#days.readTime(due)
    if (time) extra['due_time'] = time
    for (const [name, text] of [['start_date', readText(todo, 'DTSTART')] as const, ['due_date', due] as const])
      if (text && !this.#days.read(text)) extra[name] = text
    if (todo.alarms.length > 0) extra['reminders'] = todo.alarms
    if (readText(todo, 'PERCENT-COMPLETE')) extra['percent_complete'] = readText(todo, 'PERCENT-COMPLETE')
    if (others.length > 0) extra['attendees'] = others.map((one) => one.name ?? one.id)
    for (const { value } of todo.properties.get('RELATED-TO') ?? [])
      if (!this.#ids.has(unescapeText(value).trim())) extra['related_to'] = unescapeText(value)
    return extra
  }
}

/** From 1, the highest, to 9; 0 is none. */
const toPriority = (text: string | undefined): NonNullable<Row<'tasks'>['priority']> => {
  const number = Number(text ?? 0)
  if (!(number >= 1 && number <= 9)) return 'none'
  return number === 1 ? 'critical' : number < 5 ? 'high' : number === 5 ? 'medium' : 'low'
}

const toTime = (text: string | undefined): string | undefined => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text ?? '') ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function readPerson({ value, parameters }: ContentLine): Row<'people'> {
  const email = /^mailto:(.+)$/i.exec(value.trim())?.[1]
  const name = parameters.get('CN')
  return { id: (email ?? value.trim()) || 'unknown', ...(name && { name }), ...(email && { email }) }
}
