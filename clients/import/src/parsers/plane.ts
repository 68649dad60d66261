import type { Entry, Row } from '../format/kinds.ts'
import type { OpenContent } from './csv.ts'
import { CustomColumns, pickFilled } from './custom-columns.ts'
import { LineNotes } from './line-notes.ts'
import type { ParseOptions } from './options.ts'
import { readPlaneItems, parsePlaneTime, toText, type PlaneItem } from './plane-data.ts'
import { isObject } from './shapes.ts'
import { guessPriority, guessStatus } from './text.ts'

const ESTIMATE = 'Estimate'
const KEY = /^([A-Z][A-Z0-9]*)-\d+$/

/** Parses the CSV or JSON export of a workspace: modules become goals. */
export async function* parsePlane(open: OpenContent, options: ParseOptions): AsyncGenerator<Entry> {
  const ids = new Set<string>()
  const estimates = new CustomColumns([{ name: ESTIMATE }])
  const lacks = { descriptions: true, attachments: 0, hours: false }
  for await (const item of readPlaneItems(open)) {
    ids.add(readId(item))
    estimates.observe(ESTIMATE, readProject(item), item.texts('estimate'))
    if (item.has('description')) lacks.descriptions = false
    lacks.attachments += Number(item.text('attachment_count') ?? 0) || 0
    lacks.hours ||= / \d\d:\d\d:\d\d UTC/.test(item.text('created_at') ?? '')
  }
  noteOmissions(lacks, ids.size, options.notes)
  yield* estimates.decide()
  const writer = new PlaneWriter(ids, estimates)
  for await (const item of readPlaneItems(open)) yield* writer.read(item)
  writer.notes.write(options.notes)
}

function noteOmissions(
  lacks: { descriptions: boolean; attachments: number; hours: boolean },
  items: number,
  notes: string[],
): void {
  if (lacks.descriptions && items > 0)
    notes.push('The file has no descriptions, which this version of Plane does not export.')
  if (lacks.attachments > 0) notes.push(`The file does not have the ${lacks.attachments} attachments.`)
  if (lacks.hours) notes.push('This version of Plane exports times without a.m. or p.m.: they are read as a.m.')
}

const readId = (item: PlaneItem): string => item.text('identifier', 'id', 'issue_id') ?? ''
const readProject = (item: PlaneItem): string => item.text('project_name', 'project') ?? 'Plane'

/** Properties that are read, or that others repeat. */
const known =
  /^(identifier|id|issue_id|project(_name|_identifier|_id)?|sequence_id|name|description|state(_name)?|priority|assignees?|labels?|cycles|cycle_name|modules?|module_name|created_by(_name)?|parent|links?|relations|comments|estimate|start_date|target_date|created_at|updated_at|completed_at|archived_at|attachment_(count|links)|(sub_issues|link|subscribers)_count)$/

type Related = { type: string; issue: string }

class PlaneWriter {
  readonly #ids: ReadonlySet<string>
  readonly #estimates: CustomColumns
  readonly #seen = new Set<string>()
  readonly notes = new LineNotes()

  constructor(ids: ReadonlySet<string>, estimates: CustomColumns) {
    this.#ids = ids
    this.#estimates = estimates
  }

  *#once(kind: 'projects' | 'sections' | 'goals' | 'people' | 'dependencies', id: string, row: object) {
    const name = `${kind} ${id}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    yield { kind, row: { id, ...row } } as Entry
  }

  *read(item: PlaneItem): Generator<Entry> {
    const id = readId(item)
    if (id === '' || this.#seen.has(`tasks ${id}`))
      return this.notes.add(id === '' ? 'Left out, without an ID' : 'Left out, since the ID is used', item.line)
    this.#seen.add(`tasks ${id}`)
    const project = readProject(item)
    const prefix = KEY.exec(id)?.[1]
    yield* this.#once('projects', project, { name: project, ...(prefix && { prefix }) })
    const state = item.text('state_name', 'state')
    const section = state && `${project}/${state}`
    const meaning = guessStatus(state ?? '')
    const place = { scope_type: 'project', scope: project, name: state }
    if (section) yield* this.#once('sections', section, { ...place, ...(meaning && { status: meaning }) })
    const [module] = item.texts('modules', 'module_name')
    const goal = module && `${project}/${module}`
    if (goal) yield* this.#once('goals', goal, { project, name: module })
    for (const name of [...listAssignees(item), item.text('created_by_name', 'created_by')])
      if (name) yield* this.#once('people', name, { name })
    yield { kind: 'tasks', row: this.#toTask(item, { id, project, section, goal }) }
    yield* this.#toComments(item, id)
    yield* this.#toDependencies(item, id)
  }

  #toTask(
    item: PlaneItem,
    to: { id: string; project: string; section: string | undefined; goal: string | undefined },
  ): Row<'tasks'> {
    const { id } = to
    const state = item.text('state_name', 'state')
    const parent = item.text('parent')
    const [assignee, ...others] = listAssignees(item)
    const creator = item.text('created_by_name', 'created_by')
    const priority = guessPriority(item.text('priority') ?? '')
    const extra = this.#readExtra(item, id, others)
    const custom: Record<string, unknown> = {}
    this.#estimates.read(ESTIMATE, item.texts('estimate'), { custom, extra })
    const ended = item.text('completed_at') ? 'completed' : 'not_started'
    const isArchived = item.text('archived_at') !== undefined
    return {
      id,
      project: to.project,
      ...(to.section && !isArchived && { sections: [{ section: to.section }] }),
      ...(to.goal && { goal: to.goal }),
      ...(parent && this.#isOther(parent, id) && { parent }),
      ...(KEY.test(id) && { key: id }),
      title: item.text('name') ?? id,
      description: describe(item),
      status: isArchived ? 'archived' : (guessStatus(state ?? '') ?? ended),
      ...(state && { source_status: state }),
      ...(priority && { priority }),
      ...(assignee && { assignee }),
      ...(others.length > 0 && { other_assignees: others }),
      ...(creator && { created_by: creator }),
      start_date: item.day('start_date'),
      due_date: item.day('target_date'),
      tags: item.texts('labels'),
      ...pickFilled({ custom, extra }),
      ...(isArchived && { is_archived: true }),
      created_at: item.time('created_at'),
      updated_at: item.time('updated_at'),
      completed_at: item.time('completed_at'),
    }
  }

  #isOther(issue: string, id: string): boolean {
    return this.#ids.has(issue) && issue !== id
  }

  /** Collects what has no counterpart, or could not be read. */
  #readExtra(item: PlaneItem, id: string, others: readonly string[]): Record<string, unknown> {
    const extra: Record<string, unknown> = {}
    for (const name of item.names) {
      const value = item.texts(name).join(', ')
      if (!known.test(name) && value && !/^(false|0|\[\])$/i.test(value)) extra[name] = value
    }
    const [, ...modules] = item.texts('modules', 'module_name')
    const cycles = item.texts('cycles', 'cycle_name')
    if (modules.length > 0) extra['modules'] = modules.join(', ')
    if (cycles.length > 0) extra['cycles'] = cycles.join(', ')
    if (others.length > 0) extra['assignees'] = others
    const related = listRelated(item).filter(({ type, issue }) => !(blocks.has(type) && this.#isOther(issue, id)))
    if (related.length > 0) extra['relations'] = related.map(({ type, issue }) => `${type} ${issue}`).join(', ')
    const parent = item.text('parent')
    if (parent && !this.#isOther(parent, id)) extra['parent'] = parent
    const priority = item.text('priority')
    if (priority && !guessPriority(priority)) extra['priority'] = priority
    for (const [name, attribute] of [['start_date', 'start_date'] as const, ['target_date', 'due_date'] as const])
      if (item.text(name) && !item.day(name)) extra[attribute] = item.text(name)
    for (const name of ['created_at', 'updated_at', 'completed_at'])
      if (item.text(name) && !item.time(name)) extra[name] = item.text(name)
    return extra
  }

  *#toComments(item: PlaneItem, task: string): Generator<Entry> {
    for (const [at, comment] of item.list('comments').entries()) {
      const { comment: text, created_by, created_at } = isObject(comment) ? comment : { comment }
      const [content, author] = [toText(text), toText(created_by)]
      if (content === '') continue
      if (author) yield* this.#once('people', author, { name: author })
      const time = parsePlaneTime(toText(created_at)) ?? null
      const row = { id: `${task}#${at + 1}`, task, content, ...(author && { author }), created_at: time }
      yield { kind: 'comments', row }
    }
  }

  *#toDependencies(item: PlaneItem, id: string): Generator<Entry> {
    for (const { type, issue } of listRelated(item)) {
      if (!blocks.has(type) || !this.#isOther(issue, id)) continue
      const [task, depends_on] = type === 'blocked_by' ? [id, issue] : [issue, id]
      yield* this.#once('dependencies', `${task} ${depends_on}`, { task, depends_on })
    }
  }
}

/** Relations that are dependencies. */
const blocks = new Set(['blocked_by', 'blocking'])

const listAssignees = (item: PlaneItem): string[] => [...new Set(item.texts('assignees', 'assignee'))]

/** Lists the relations as this work item has them: an incoming one is that of the other, the other way round. */
function listRelated(item: PlaneItem): Related[] {
  return item.list('relations').flatMap((one): Related[] => {
    if (!isObject(one)) return []
    if (typeof one['issue'] !== 'string')
      return Object.entries(one).flatMap(([type, issue]) => (toText(issue) ? [{ type, issue: toText(issue) }] : []))
    const type = toText(one['type'])
    const isIncoming = one['direction'] === 'incoming' && type === 'blocked_by'
    return [{ type: isIncoming ? 'blocking' : type, issue: one['issue'] }]
  })
}

/** Returns the description with the links, which have no attribute of their own. */
function describe(item: PlaneItem): string | null {
  const links = item.list('links', 'link').flatMap((link) => {
    const { url, title } = isObject(link) ? link : { url: link, title: link }
    if (!/^https?:\/\/\S+$/i.test(toText(url))) return toText(url) ? [`- ${toText(url)}`] : []
    const label = (toText(title) || toText(url)).replaceAll(/[[\]]/g, '')
    return [`- [${label}](${toText(url).replaceAll('(', '%28').replaceAll(')', '%29')})`]
  })
  const parts = [item.text('description') ?? '', links.length > 0 ? `**Links**\n\n${links.join('\n')}` : '']
  return parts.filter(Boolean).join('\n\n') || null
}
