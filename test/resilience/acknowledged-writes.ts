import { expect } from 'vitest'
import { expectStatus, type Client } from '../support/client.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Row = any

export async function listAll(client: Client, path: string, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = expectStatus(
      await client.get(path, { query: { ...query, limit: 1000, ...(cursor && { cursor }) } }),
      200,
    )
    rows.push(...page.data)
    cursor = page.next_cursor
  }
  return rows
}

/**
 * Checks the tasks and the audit log against the acknowledged writes: each exists once with its event, and nothing
 * else.
 */
export async function expectOnceEach(client: Client, orgId: string, acknowledged: Map<string, string>): Promise<void> {
  const tasks = await listAll(client, '/v1/tasks', { org_id: orgId })
  expect(tasks.map(({ title, task_id }) => `${title} ${task_id}`).sort()).toEqual(
    [...acknowledged].map(([title, id]) => `${title} ${id}`).sort(),
  )
  const events = await listAll(client, '/v1/audit', { org_id: orgId, action: 'task.created' })
  expect(events.map((event) => event.resource_id).sort()).toEqual([...acknowledged.values()].sort())
}
