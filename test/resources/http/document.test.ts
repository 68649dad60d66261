import { expect, test } from 'vitest'
import { expectStatus } from '../../support/client.ts'
import { startApp } from '../../support/app.ts'

const app = await startApp()
const document = expectStatus(await app.anonymous.get('/openapi.public.json'), 200)

type Responses = Record<string, { content?: Record<string, { example?: Example }> }>

interface Example {
  type: string
  title: string
  status: number
  detail: unknown
  errors?: unknown
}

const problems = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods as Record<string, { operationId: string; responses: Responses }>).flatMap(
    ({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const example = content?.['application/problem+json']?.example
        return example ? [{ operationId, status: Number(status), example }] : []
      }),
  ),
)

test('the document shows problems as they are answered', async () => {
  expect(problems.length).toBeGreaterThan(1000)
  const titles = new Map<string, Set<string>>()
  for (const { status, example } of problems) {
    expect(example.status).toBe(status)
    if (example.type === 'urn:svc:problem:validation') expect(example.detail).toEqual(example.errors)
    else expect(typeof example.detail).toBe('string')
    const key = `${status} ${example.type}`
    titles.set(key, (titles.get(key) ?? new Set()).add(example.title))
  }
  const answered = [await app.anonymous.get('/v1/me'), await app.anonymous.get('/v1/tasks')]
  const ada = await app.session('ada')
  answered.push(await ada.get('/v1/webhooks/events', { query: { limit: 0 } }), await ada.get('/v1/tasks/T0'))
  answered.push(await ada.get('/v1/organizations', { query: { sort_by: 'x' } }))
  for (const { status, body } of answered)
    expect([body.title, titles.get(`${status} ${body.type}`)]).toEqual([body.title, new Set([body.title])])
})
