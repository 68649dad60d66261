import { expectStatus, type Client, type Reply, type RequestOptions } from '../../support/client.ts'

type Query = NonNullable<RequestOptions['query']>
// oxlint-disable-next-line typescript/no-explicit-any
export type Task = any

export async function listTasks(client: Client, query: Query): Promise<Task[]> {
  return expectStatus(await client.get('/v1/tasks', { query: { limit: 1000, ...query } }), 200).data
}

export const listTaskValues = async (client: Client, query: Query, name = 'title'): Promise<string[]> =>
  (await listTasks(client, query)).map((row) => row[name])

/** Lists every row page by page; `between` runs after each page. */
export async function listEveryPage(
  client: Client,
  query: Query,
  between: (page: number) => Promise<unknown> | void = () => undefined,
): Promise<Task[]> {
  const rows: Task[] = []
  let cursor: string | undefined
  for (let page = 0; page < 500; page++) {
    const body = expectStatus(await client.get('/v1/tasks', { query: { ...query, cursor } }), 200)
    if (body.data.length > Number(query.limit)) throw new Error('a page longer than its limit')
    rows.push(...body.data)
    if (body.next_cursor === null) return rows
    cursor = body.next_cursor
    await between(page)
  }
  throw new Error('the walk does not end')
}

export const readTask = async (client: Client, taskId: string): Promise<Task> =>
  expectStatus(await client.get(`/v1/tasks/${taskId}`), 200)

export const patchTask = (client: Client, taskId: string, body: object): Promise<Reply> =>
  client.patch(`/v1/tasks/${taskId}`, { body })

export const updateTask = async (client: Client, taskId: string, body: object): Promise<Task> =>
  expectStatus(await patchTask(client, taskId, body), 200)

export const parseVersion = (reply: Reply): number => Number(/^"(\d+)-/.exec(reply.headers.etag!)![1])

export const readVersion = async (client: Client, taskId: string): Promise<number> => {
  const reply = await client.get(`/v1/tasks/${taskId}`)
  expectStatus(reply, 200)
  return parseVersion(reply)
}

/** Returns the location and kind of the first issue of a 422. */
export const toIssue = (reply: Reply): [number, string | undefined] => [
  reply.status,
  reply.body.errors?.[0]?.loc?.join('.'),
]

export const listTaskEvents = (client: Client, taskId: string) =>
  client.app.sql<{
    type: string
    request_id: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
    project_id: string | null
    from_project_id: string | null
  }>(
    `SELECT type, request_id, before - 'was_restricted_to' AS before, after, project_id, from_project_id FROM events
     WHERE org_id IN (SELECT org_id FROM organizations) AND resource_id = $1 ORDER BY created_at, event_id`,
    [taskId],
  )
