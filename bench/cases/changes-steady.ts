import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../processes.ts'
import type { Site } from '../site.ts'
import { dueDate } from './changes.ts'

let changes = 0

/** The next change: another due date for the next of the tasks. */
export function nextChange(site: Site): { path: string; body: string } {
  const round = Math.floor(changes / site.sample.length)
  const path = `/v1/tasks/${site.sample[changes++ % site.sample.length]!}`
  return { path, body: JSON.stringify({ due_date: dueDate(round) }) }
}

/** So many changes a second, at even distances, whether they are answered or not. */
export async function changeSteadily(
  site: Site,
  service: Target,
  seconds: number,
  rate: number,
): Promise<void> {
  const sent: Promise<unknown>[] = []
  const start = performance.now()
  for (let n = 0; n < seconds * rate; n++) {
    await sleep(Math.max(0, start + (n * 1000) / rate - performance.now()))
    const { path, body } = nextChange(site)
    const headers = { ...site.api.admin.headers, 'content-type': 'application/json' }
    const answer = fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'PATCH', headers, body })
    sent.push(answer.then((response) => response.arrayBuffer()))
  }
  await Promise.all(sent)
}
