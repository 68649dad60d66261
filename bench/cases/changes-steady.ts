import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../processes.ts'
import type { Site } from '../site.ts'
import { dueDate } from './changes.ts'

/** A change of a task. */
export interface Change {
  path: string
  body: string
}

let changes = 0

/** The next change: another due date for the next of the tasks. */
export function nextChange(site: Site): Change {
  const round = Math.floor(changes / site.sample.length)
  const path = `/v1/tasks/${site.sample[changes++ % site.sample.length]!}`
  return { path, body: JSON.stringify({ due_date: dueDate(round) }) }
}

/** A change that was made. */
export interface Made {
  request_id: string
  /** Milliseconds until it was answered, and the time at which it was. */
  took: number
  at: number
}

/** So many changes a second, at even distances, whether they are answered or not. */
export async function changeSteadily(
  site: Site,
  service: Target,
  seconds: number,
  rate: number,
  next: () => Change = () => nextChange(site),
): Promise<Made[]> {
  const sent: Promise<Made>[] = []
  const start = performance.now()
  for (let n = 0; n < seconds * rate; n++) {
    await sleep(Math.max(0, start + (n * 1000) / rate - performance.now()))
    sent.push(change(site, service, next()))
  }
  return Promise.all(sent)
}

/** Makes one change as the admin. */
export async function change(site: Site, service: Target, { path, body }: Change): Promise<Made> {
  const began = performance.now()
  const headers = { ...site.api.admin.headers, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'PATCH', headers, body })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`a change was answered ${answer.status}: ${text}`)
  const at = performance.now()
  return { request_id: answer.headers.get('x-request-id')!, took: at - began, at }
}
