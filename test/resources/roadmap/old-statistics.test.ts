import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject } from '../../support/factories.ts'
import { fillRoadmap } from '../../web/support/fill.ts'

const app = await startApp()
const ada = await app.signIn('ada')

async function createRoadmap(lines: number, stops: number) {
  const { org_id } = await createOrganization(ada)
  const { project_id } = await createProject(ada, org_id)
  await fillRoadmap(app, { org_id, project_id, lines, stops })
  return org_id
}

/** Returns the shortest of three readings of a roadmap, in milliseconds. */
async function measureReadingMs(org_id: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const start = performance.now()
    expectStatus(await ada.get('/v1/roadmap', { query: { org_id } }), 200)
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

// PostgreSQL updates its statistics up to a minute after an import.
test('a roadmap of two thousand stops is read as fast with the statistics of a small one', async () => {
  await createRoadmap(3, 1)
  await app.sql('analyze')
  const org_id = await createRoadmap(20, 100)
  const old = await measureReadingMs(org_id)
  await app.sql('analyze')
  expect(old / (await measureReadingMs(org_id))).toBeLessThan(8)
})
