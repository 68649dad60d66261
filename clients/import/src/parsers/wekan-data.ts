/** The JSON export of a WeKan board, as far as it is read. */
import { DataError } from '../format/errors.ts'
import type { OpenContent } from './csv.ts'
import { readJsonMembers } from './json-members.ts'
import { isObject, requireShape, type ObjectShape, type Shape } from './shapes.ts'

interface Titled {
  id: string
  title?: string | null
  sort?: number | null
  archived?: boolean
}
export interface WekanList extends Titled {
  wipLimit?: { value?: number | null; enabled?: boolean } | null
}
export interface WekanUser {
  id: string
  username?: string | null
  profile?: { fullname?: string | null } | null
}
export interface WekanField {
  id: string
  name?: string | null
  type?: string | null
  settings?: {
    currencyCode?: string | null
    dropdownItems?: { id: string; name?: string | null }[] | null
    stringtemplateSeparator?: string | null
  } | null
}
export interface WekanItem extends Titled {
  checklistId?: string | null
  cardId?: string | null
  isFinished?: boolean
  createdAt?: string | null
}
export interface WekanComment {
  id: string
  cardId?: string | null
  text?: string | null
  userId?: string | null
  createdAt?: string | null
}
export interface WekanCard extends Titled {
  boardId?: string | null
  listId?: string | null
  swimlaneId?: string | null
  parentId?: string | null
  description?: string | null
  labelIds?: string[] | null
  members?: string[] | null
  assignees?: string[] | null
  requesters?: string[] | null
  assigners?: string[] | null
  requestedBy?: string | null
  assignedBy?: string | null
  receivedAt?: string | null
  startAt?: string | null
  dueAt?: string | null
  endAt?: string | null
  dueComplete?: boolean
  createdAt?: string | null
  modifiedAt?: string | null
  userId?: string | null
  color?: string | null
  spentTime?: number | null
  isOvertime?: boolean
  customFields?: { id?: string | null; value?: unknown }[] | null
  cardDependencies?: { cardId?: string | null; type?: string | null }[] | null
  vote?: { question?: string | null } | null
  locationName?: string | null
  locationAddress?: string | null
  locations?: { name?: string | null; address?: string | null }[] | null
  stickers?: { name?: string | null; icon?: string | null }[] | null
}

const titled: ObjectShape = { title: 'text', sort: 'number' }
const ids: Shape = ['text']
const place: ObjectShape = { name: 'text', address: 'text' }
const cardShape: ObjectShape = {
  ...titled,
  ...Object.fromEntries(
    (
      'boardId listId swimlaneId parentId description requestedBy assignedBy receivedAt startAt dueAt endAt createdAt ' +
      'modifiedAt userId color locationName locationAddress'
    )
      .split(' ')
      .map((name) => [name, 'text' as const]),
  ),
  labelIds: ids,
  members: ids,
  assignees: ids,
  requesters: ids,
  assigners: ids,
  spentTime: 'number',
  customFields: [{ id: 'text' }],
  cardDependencies: [{ cardId: 'text', type: 'text' }],
  vote: { question: 'text' },
  locations: [place],
  stickers: [{ name: 'text', icon: 'text' }],
}
/** Members of the export that are read, with the shapes of their items. */
const shapes: ObjectShape = {
  labels: { name: 'text', color: 'text' },
  lists: { ...titled, wipLimit: { value: 'number' } },
  swimlanes: titled,
  customFields: {
    name: 'text',
    type: 'text',
    settings: {
      currencyCode: 'text',
      dropdownItems: [{ id: 'text', name: 'text' }],
      stringtemplateSeparator: 'text',
    },
  },
  users: { username: 'text', profile: { fullname: 'text' } },
  cards: cardShape,
  subtaskItems: cardShape,
  comments: { cardId: 'text', text: 'text', userId: 'text', createdAt: 'text' },
  checklists: { cardId: 'text', title: 'text' },
  checklistItems: { ...titled, cardId: 'text', checklistId: 'text', createdAt: 'text' },
  attachments: { cardId: 'text', name: 'text' },
  activities: {},
  rules: {},
}
/** Members that must have an id; those of labels and attachments are not used without one. */
const identified = /^(lists|swimlanes|customFields|users|cards|subtaskItems|comments|checklists|checklistItems)$/
const texts = /^(_format|_id|title|description)$/

const ID = '_id'
/** Depth of the values that are read. */
const MAX_DEPTH = 4
/** Longer strings are contents of files; other texts are cut at this length anyway. */
const MAX_STRING_BYTES = 2 * 1024 * 1024

interface WekanMember {
  name: string
  value: unknown
}

/** Reads some members of the board, item by item, without the contents of files. */
export async function* readWekanMembers(
  open: OpenContent,
  isWanted: (name: string) => boolean,
): AsyncGenerator<WekanMember> {
  const counts = new Map<string, number>()
  for await (const { name, value, line } of readJsonMembers(open, isWanted, MAX_STRING_BYTES)) {
    const shape = shapes[name]
    if (texts.test(name)) requireShape(value ?? '', 'text', { line, place: name })
    else if (shape) {
      const at = { line, place: `${name}[${counts.get(name) ?? 0}]` }
      counts.set(name, (counts.get(name) ?? 0) + 1)
      const row = renameIds(value)
      requireShape(row, shape, at)
      if (identified.test(name) && !hasId(row as { id?: unknown }))
        throw new DataError('file', line, `${at.place}: it has no _id.`)
      yield { name, value: row }
      continue
    }
    yield { name, value }
  }
}

/** Names the ids `id`, as old exports do. */
function renameIds(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item) => renameIds(item, depth + 1))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name === ID ? 'id' : name, renameIds(one, depth + 1)])
  return Object.fromEntries(entries)
}

const hasId = ({ id }: { id?: unknown }): boolean => typeof id === 'string' && id !== ''

export interface WekanBoard {
  id: string
  title: string
  description: string | null
  lists: Map<string, WekanList>
  swimlanes: Map<string, Titled>
  labels: Map<string, string>
  fields: Map<string, WekanField>
  users: Map<string, WekanUser>
  checklists: Map<string, Titled>
  items: Map<string, WekanItem[]>
  cards: Set<string>
  attachments: Map<string, string[]>
  /** Numbers of what is left out. */
  activities: number
  rules: number
}

/** Reads what cards refer to. Throws `DataError` if it is no board. */
export async function readWekanBoard(open: OpenContent): Promise<WekanBoard> {
  const board: WekanBoard = {
    id: '',
    title: '',
    description: null,
    lists: new Map(),
    swimlanes: new Map(),
    labels: new Map(),
    fields: new Map(),
    users: new Map(),
    checklists: new Map(),
    items: new Map(),
    cards: new Set(),
    attachments: new Map(),
    activities: 0,
    rules: 0,
  }
  let format = ''
  const isWanted = (name: string) => name in shapes || texts.test(name)
  for await (const { name, value } of readWekanMembers(open, isWanted))
    if (name === '_format') format = String(value)
    else addMember(board, name, value)
  if (!format.startsWith('wekan-board-') || board.id === '')
    throw new DataError('file', undefined, 'it is not the JSON export of a WeKan board.')
  return board
}

function addMember(board: WekanBoard, name: string, value: unknown): void {
  const row = value as Titled
  if (name === ID) board.id = String(value)
  else if (name === 'title') board.title = String(value ?? '')
  else if (name === 'description') board.description = String(value ?? '') || null
  else if (name === 'lists') board.lists.set(row.id, row)
  else if (name === 'swimlanes') board.swimlanes.set(row.id, row)
  else if (name === 'customFields') board.fields.set(row.id, row)
  else if (name === 'users') board.users.set(row.id, row)
  else if (name === 'checklists') board.checklists.set(row.id, row)
  else if (name === 'labels') {
    const { name: label, color } = value as { name?: string; color?: string }
    board.labels.set(row.id, label?.trim() || color || '')
  } else if (name === 'checklistItems') append(board.items, (value as WekanItem).cardId, value as WekanItem)
  else if (name === 'cards' || name === 'subtaskItems') board.cards.add(row.id)
  else if (name === 'attachments') {
    const { cardId, name: file } = value as { cardId?: string | null; name?: string | null }
    append(board.attachments, cardId, file || 'file')
  } else if (name === 'activities') board.activities += 1
  else if (name === 'rules') board.rules += 1
}

function append<T>(lists: Map<string, T[]>, key: string | null | undefined, item: T): void {
  if (!key) return
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
