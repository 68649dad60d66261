/** Types of the API of Planka, versions 1 and 2, and the access to it. */
import type { Context } from '../context.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { ApiPages } from './api-pages.ts'

interface Item {
  id: string
  createdAt?: string | null
  updatedAt?: string | null
}
interface Named extends Item {
  name?: string | null
  position?: number | null
}
export interface PlankaUser extends Item {
  name?: string | null
  username?: string | null
  /** Only for administrators. */
  email?: string | null
}
interface PlankaProject extends Named {
  description?: string | null
}
export interface PlankaBoard extends Named {
  projectId: string
}
export interface PlankaList extends Named {
  /** Version 2: active, closed, archive or trash. */
  type?: string
}
export interface PlankaLabel extends Named {
  color?: string | null
}
export interface PlankaCard extends Named {
  listId: string
  creatorUserId?: string | null
  description?: string | null
  type?: string
  dueDate?: string | null
  isDueCompleted?: boolean | null
  isDueDateCompleted?: boolean | null
  isClosed?: boolean
  stopwatch?: { total?: number } | null
  commentsTotal?: number
  listChangedAt?: string | null
}
export interface PlankaTask extends Named {
  /** Version 1. */
  cardId?: string
  taskListId?: string
  assigneeUserId?: string | null
  linkedCardId?: string | null
  isCompleted?: boolean
}
export interface PlankaAttachment extends Named {
  cardId: string
  creatorUserId?: string | null
  type?: string
  /** Version 1. */
  url?: string
  data?: { url?: string; mimeType?: string | null } | null
}
export interface PlankaFieldGroup extends Named {
  boardId?: string | null
  cardId?: string | null
  baseCustomFieldGroupId?: string | null
}
export interface PlankaField extends Named {
  baseCustomFieldGroupId?: string | null
  customFieldGroupId?: string | null
}
interface FieldValue extends Item {
  cardId: string
  customFieldGroupId: string
  customFieldId: string
  content?: string | null
}
export interface PlankaComment extends Item {
  userId?: string | null
  text?: string
  /** Version 1: an action. */
  type?: string
  data?: { text?: string }
}

/** Rows that a response brings along. */
export interface Included {
  users?: PlankaUser[]
  boards?: PlankaBoard[]
  lists?: PlankaList[]
  labels?: PlankaLabel[]
  cards?: PlankaCard[]
  cardLabels?: { cardId: string; labelId: string }[]
  cardMemberships?: { cardId: string; userId: string }[]
  taskLists?: (Named & { cardId: string })[]
  tasks?: PlankaTask[]
  attachments?: PlankaAttachment[]
  baseCustomFieldGroups?: Named[]
  customFieldGroups?: PlankaFieldGroup[]
  customFields?: PlankaField[]
  customFieldValues?: FieldValue[]
}

const ADVICE = 'Check PLANKA_TOKEN (an API key or access token), or PLANKA_USER and PLANKA_PASSWORD.'

/** Reads a Planka server. Credentials are sent only to its host. */
export class PlankaApi {
  readonly url: string
  readonly #pages: ApiPages

  private constructor(url: string, pages: ApiPages) {
    this.url = url
    this.#pages = pages
  }

  static async connect(context: Context, address: string): Promise<PlankaApi> {
    const url = address.replace(/\/+$/, '')
    if (!URL.canParse(url)) throw usageError(`${address} is no URL: svc import planka --api-url https://HOST`)
    const { PLANKA_TOKEN, PLANKA_USER, PLANKA_PASSWORD } = context.env
    const token = PLANKA_TOKEN ?? (await signIn(context, url, PLANKA_USER, PLANKA_PASSWORD))
    const headers: Record<string, string> = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
      ? // Downloads of files read the cookie.
        { authorization: `Bearer ${token}`, cookie: `accessToken=${token}` }
      : { 'x-api-key': token }
    return new PlankaApi(url, new ApiPages(context, { apiUrl: url, headers, advice: ADVICE }))
  }

  readProjects() {
    return this.#pages.readJson<{ items: PlankaProject[]; included: Included }>('/api/projects')
  }

  readBoard(id: string) {
    return this.#pages.readJson<{ item: PlankaBoard; included: Included }>(`/api/boards/${id}`)
  }

  /** Reads the cards of the archive of a board, page by page. */
  async *readArchive(listId: string): AsyncGenerator<{ items: PlankaCard[]; included: Included }> {
    for (let query = ''; ;) {
      const path = `/api/lists/${listId}/cards${query}`
      const page = await this.#pages.readJson<{ items: PlankaCard[]; included: Included }>(path)
      const last = page.items.at(-1)
      if (!last) return
      yield page
      const before = JSON.stringify({ listChangedAt: last.listChangedAt, id: last.id })
      query = `?before=${encodeURIComponent(before)}`
    }
  }

  /** Reads the comments of a card, the newest first. In version 1 they are among its actions. */
  async *readComments(cardId: string, version: 1 | 2) {
    for (let query = ''; ;) {
      const path = `/api/cards/${cardId}/${version === 1 ? 'actions' : 'comments'}${query}`
      const { items, included } = await this.#pages.readJson<{ items: PlankaComment[]; included: Included }>(path)
      if (items.length === 0) return
      yield { items: items.filter(({ type }) => type === undefined || type === 'commentCard'), included }
      query = `?beforeId=${items.at(-1)!.id}`
    }
  }

  /** Opens a file; URLs name the public host of the server, which can be another than the one that is read. */
  open(url: string) {
    return this.#pages.open(`${this.url}${new URL(url, this.url).pathname.replace(/^.*(?=\/attachments\/)/, '')}`)
  }
}

async function signIn(context: Context, url: string, user = '', password = ''): Promise<string> {
  if (!user || !password)
    throw usageError('Set PLANKA_TOKEN (an API key or access token), or PLANKA_USER and PLANKA_PASSWORD')
  const response = await fetch(`${url}/api/access-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ emailOrUsername: user, password }),
    signal: context.signal,
  })
  const body = (await response.json().catch(() => ({}))) as { item?: string; message?: string }
  if (response.ok && body.item) return body.item
  throw new CliError(`Planka refused to sign in: ${body.message ?? response.status}. ${ADVICE}`, exitCodes.failure)
}
