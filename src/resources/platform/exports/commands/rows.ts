import { createHash } from 'node:crypto'
import { kinds, type Kind, type KindDeclaration, type Row } from '@svc/import'
import type { ExportedPeople } from './people.ts'
import { selectSlice, type ExportScope, type SelectedRow, type Selection } from './selection.ts'
import type { SliceReader } from './snapshot.ts'

const SLICE_ROWS = 1000
/** Kinds whose ids are remembered, since other rows refer to them and there are few. */
const REMEMBERED: ReadonlySet<Kind> = new Set<Kind>([
  'teams',
  'projects',
  'sections',
  'stops',
  'goals',
  'milestones',
  'sprints',
  'views',
])
/** Owners of sections and views by `scope_type`. */
const OWNERS: Readonly<Record<string, Kind>> = { project: 'projects', team: 'teams' }

/** Reads rows in slices, and leaves out references to what the export does not have. */
export class ExportRows {
  readonly #reader: SliceReader
  readonly #scope: ExportScope
  readonly #people: ExportedPeople
  readonly #known = new Map<string, Set<string>>()

  constructor(reader: SliceReader, scope: ExportScope, people: ExportedPeople) {
    this.#reader = reader
    this.#scope = scope
    this.#people = people
  }

  async *read<K extends Kind>(selection: Selection, onSlice: (rows: number) => Promise<void>) {
    const { kind } = selection
    const ids = new Set<string>()
    if (REMEMBERED.has(kind)) this.#known.set(kind, ids)
    for (let after: SelectedRow | undefined; ;) {
      const slice = await this.#reader.read(selectSlice(selection, this.#scope, after, SLICE_ROWS))
      for (const selected of slice) {
        const row = this.#toRow(kind, selected)
        if (!row) continue
        if (REMEMBERED.has(kind)) ids.add(row.id)
        yield row as unknown as Row<K>
      }
      await onSlice(slice.length)
      if (slice.length < SLICE_ROWS) return
      after = slice.at(-1)
    }
  }

  /** Returns undefined for a row without its owner, such as a task of a deleted project. */
  #toRow(kind: Kind, { sort_key, sort_key_2, ...values }: SelectedRow): { id: string } | undefined {
    const { fields }: KindDeclaration = kinds[kind]
    const row: Record<string, unknown> =
      kind === 'task_spans' ? { id: hashSpan(sort_key, sort_key_2!), ...values } : values
    if (row.sha256) row.sha256 = Buffer.from(String(row.sha256), 'base64url').toString('hex')
    if (row.file) row.file = `files/${String(row.file)}`
    for (const [name, { ref, required }] of Object.entries(fields)) {
      const value = row[name]
      if (ref !== undefined) row[name] = this.#resolve(ref, value)
      // Without its last project, it would count as one of all projects.
      if (name === 'projects' && Array.isArray(value) && isEmptyList(row[name])) return undefined
      if (row[name] === null || row[name] === undefined || isEmptyList(row[name])) delete row[name]
      if (required && row[name] === undefined) return undefined
    }
    if (row.sections) row.sections = this.#keepKnownSections(row.sections as { section: string }[])
    if ('scope' in fields) {
      row.scope = this.#findOwner(row)
      if (row.scope === undefined) return undefined
    }
    return row as { id: string }
  }

  #resolve(ref: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#resolve(ref, one)).filter((one) => one !== undefined)
    if (ref === 'people') return this.#people.find(value)
    const known = this.#known.get(ref)
    if (known) return known.has(value as string) ? value : undefined
    // A project has no teams, sprints and milestones, and its tasks may be linked to those of others.
    const isLeftOut = (this.#scope.projectId !== null || this.#scope.userScope) && REMEMBERED.has(ref as Kind)
    return isLeftOut ? undefined : value
  }

  #keepKnownSections(sections: { section: string }[]) {
    return sections.filter(({ section }) => this.#known.get('sections')!.has(section))
  }

  /** Returns the id of the owner of a section or view; sections of users name them by username. */
  #findOwner({ scope_type, scope }: Record<string, unknown>): unknown {
    const owners = OWNERS[String(scope_type)]
    if (!owners) return this.#people.find(scope)
    return this.#known.get(owners)!.has(String(scope)) ? scope : undefined
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Spans have no id. */
const hashSpan = (task: string, span: string) =>
  createHash('sha256').update(`${task}.${span}`).digest('base64url').slice(0, 22)
