import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'

test('a page of very large tasks is shortened, and pagination still returns every task', async () => {
  const app = await startApp()
  const ada = await app.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const description = '界'.repeat(100_000)
  const created: string[] = []
  for (let i = 0; i < 40; i++) {
    const response = await ada.post('/v1/tasks', { body: { org_id, title: `Large ${i}`, description } })
    expectStatus(response, 200)
    created.push(response.body.task_id)
  }
  const met: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const response = await ada.get('/v1/tasks', { query: { org_id, limit: '1000', ...(cursor && { cursor }) } })
    expectStatus(response, 200)
    expect(response.text.length).toBeLessThan(12 * 1024 * 1024)
    met.push(...response.body.data.map((task: { task_id: string }) => task.task_id))
    cursor = response.body.next_cursor
    pages++
  } while (cursor)
  expect(pages).toBeGreaterThan(1)
  expect(met.toSorted()).toEqual(created.toSorted())
})
