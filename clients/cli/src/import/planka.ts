import { createWriteStream } from 'node:fs'
import type { Entry } from '@svc/import'
import { packEntries, type PackedFile } from '@svc/import/archive'
import type { Context } from '../context.ts'
import { CliError, usageError } from '../errors.ts'
import { findInstance } from './api-pages.ts'
import {
  PlankaApi,
  type Included,
  type PlankaBoard,
  type PlankaCard,
  type PlankaField,
  type PlankaUser,
} from './planka-api.ts'
import {
  CardWriter,
  isArchive,
  toFieldId,
  toListSection,
  toPlankaPerson,
  toTime,
  type BoardParts,
  type CustomField,
} from './planka-cards.ts'

interface PullOptions {
  apiUrl: string | undefined
  /** File that receives the archive. */
  path: string
  folder: string
}

/** Reads all boards of a Planka server that the user can read; credentials stay on this machine. */
export async function pullPlanka(context: Context, { apiUrl, path, folder }: PullOptions): Promise<void> {
  if (!apiUrl) throw usageError('Name the server: svc import planka --api-url https://HOST')
  const notes: string[] = []
  const api = await PlankaApi.connect(context, apiUrl)
  const reader = new PlankaReader(api, notes)
  const instance = findInstance(api.url, [])
  const manifest = () => ({ source: 'planka', ...instance, created_at: new Date().toISOString(), notes })
  await packEntries(reader.read(), createWriteStream(path), { folder, manifest, files: reader.readFiles() })
}

class PlankaReader {
  readonly #api: PlankaApi
  readonly #notes: string[]
  readonly #people = new Set<string>()
  readonly #files: { path: string; url: string }[] = []
  readonly #fields = new Map<string, CustomField & { projects: string[] }>()
  readonly #keys = new Set<string>()
  #trashed = 0

  constructor(api: PlankaApi, notes: string[]) {
    this.#api = api
    this.#notes = notes
  }

  async *read(): AsyncGenerator<Entry> {
    const { items, included } = await this.#api.readProjects()
    yield* this.#addPeople(included.users)
    const boards = included.boards ?? []
    for (const board of boards) {
      const project = items.find(({ id }) => id === board.projectId)
      const isOnly = boards.filter(({ projectId }) => projectId === board.projectId).length === 1
      const names = [isOnly ? null : project?.name, board.name].filter(Boolean)
      const row = { id: board.id, name: names.join(': ') || 'Planka', description: project?.description || null }
      yield { kind: 'projects', row }
      yield* this.#readBoard(board, included)
    }
    for (const row of this.#fields.values()) yield { kind: 'fields', row: { ...row, type: 'text' } }
    this.#notes.push('Histories of cards, subscriptions, backgrounds and memberships in boards are not imported.')
    if (this.#trashed > 0) this.#notes.push(`The trash of ${this.#trashed} boards is left out.`)
  }

  async *readFiles(): AsyncGenerator<PackedFile> {
    for (const { path, url } of this.#files) {
      const content = await this.#api.open(url).catch((error: unknown) => {
        if (!(error instanceof CliError)) throw error
        this.#notes.push(`A file could not be read: ${error.message}`)
      })
      if (content) yield { path, open: () => Promise.resolve(content) }
    }
  }

  *#addPeople(users: readonly PlankaUser[] = []): Generator<Entry> {
    for (const user of users) {
      if (this.#people.has(user.id)) continue
      this.#people.add(user.id)
      yield { kind: 'people', row: toPlankaPerson(user) }
    }
  }

  async *#readBoard({ id }: PlankaBoard, all: Included): AsyncGenerator<Entry> {
    const { included } = await this.#api.readBoard(id)
    const version = included.taskLists ? 2 : 1
    const lists = included.lists ?? []
    yield* this.#addPeople(included.users)
    for (const list of lists) if (!isArchive(list)) yield { kind: 'sections', row: toListSection(id, list) }
    const fields = this.#readFields(id, included, all)
    const parts: BoardParts = {
      id,
      url: this.#api.url,
      lists: new Map(lists.map((one) => [one.id, one])),
      labels: new Map((included.labels ?? []).map((one) => [one.id, one])),
      users: new Map([...(all.users ?? []), ...(included.users ?? [])].map((one) => [one.id, one])),
      fields,
      names: collectNames(included, all),
    }
    yield* this.#readCards(parts, included.cards ?? [], included, version)
    for (const list of lists.filter(({ type }) => type === 'archive'))
      for await (const { items, included: more } of this.#api.readArchive(list.id)) {
        yield* this.#addPeople(more.users)
        const users = new Map([...parts.users, ...(more.users ?? []).map((one) => [one.id, one] as const)])
        const names = new Map([...parts.names, ...collectNames(more, {})])
        yield* this.#readCards({ ...parts, users, names }, items, more, version)
      }
    if (lists.some(({ type }) => type === 'trash')) this.#trashed += 1
  }

  async *#readCards(parts: BoardParts, cards: readonly PlankaCard[], included: Included, version: 1 | 2) {
    const writer = new CardWriter(parts, included)
    for (const { id, type, url, data } of included.attachments ?? []) {
      const address = data?.url ?? url
      if (type !== 'link' && address) this.#files.push({ path: `files/${id}`, url: address })
    }
    for (const card of cards) {
      yield* writer.read(card)
      if (card.commentsTotal !== 0) yield* this.#readComments(card.id, version)
    }
  }

  async *#readComments(task: string, version: 1 | 2): AsyncGenerator<Entry> {
    for await (const { items, included } of this.#api.readComments(task, version)) {
      yield* this.#addPeople(included.users)
      for (const { id, userId, text, data, createdAt } of items) {
        const content = (text ?? data?.text ?? '').trim()
        const author = userId && this.#people.has(userId) ? { author: userId } : {}
        if (content) yield { kind: 'comments', row: { id, task, content, ...author, created_at: toTime(createdAt) } }
      }
    }
  }

  /** Returns the custom fields that all cards of the board have. Those of a project are one field for all its boards. */
  #readFields(board: string, included: Included, all: Included): Map<string, CustomField> {
    const fields = new Map<string, CustomField>()
    for (const group of (included.customFieldGroups ?? []).filter((one) => one.boardId)) {
      const base = (all.baseCustomFieldGroups ?? []).find(({ id }) => id === group.baseCustomFieldGroupId)
      const isMember = (field: PlankaField) =>
        base ? field.baseCustomFieldGroupId === base.id : field.customFieldGroupId === group.id
      for (const field of [...(included.customFields ?? []), ...(all.customFields ?? [])].filter(isMember)) {
        const name = [group.name ?? base?.name, field.name].filter(Boolean).join(': ') || 'Field'
        // Two groups of a board may have the same base, and so the same fields.
        const isTaken = this.#fields.get(field.id)?.projects.includes(board)
        const id = isTaken ? toFieldId(group, field) : field.id
        const row = this.#fields.get(id) ?? { id, key: this.#chooseKey(name), name, projects: [] }
        this.#fields.set(id, { ...row, projects: [...row.projects, board] })
        fields.set(toFieldId(group, field), row)
      }
    }
    return fields
  }

  #chooseKey(name: string): string {
    const slug = name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
    const key = `planka_${slug || 'field'}`.slice(0, 36)
    let unused = key
    for (let n = 2; this.#keys.has(unused); n++) unused = `${key}_${n}`
    this.#keys.add(unused)
    return unused
  }
}

/** Returns the names of custom fields and their groups, by id. */
function collectNames(included: Included, all: Included): Map<string, string> {
  const bases = new Map((all.baseCustomFieldGroups ?? []).map(({ id, name }) => [id, name ?? '']))
  const groups = (included.customFieldGroups ?? []).map(
    ({ id, name, baseCustomFieldGroupId }) => [id, name ?? bases.get(baseCustomFieldGroupId ?? '') ?? ''] as const,
  )
  const fields = [...(all.customFields ?? []), ...(included.customFields ?? [])]
  return new Map([...groups, ...fields.map(({ id, name }) => [id, name ?? ''] as const)])
}
