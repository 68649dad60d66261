import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { useBrowser } from '../support/browser.ts'
import { chromiumPath } from '../support/chromium.ts'
import { bundleProgram } from '../sdk/bundle.ts'

const program = `
import { Svc } from '@svc/sdk'
const { baseUrl, token } = globalThis.given
const { org_id } = await new Svc({ baseUrl, token }).organizations.create({ name: 'Harbour Works' })
const svc = new Svc({ baseUrl, token, org: org_id })
const { next_cursor: cursor } = await svc.events.poll()
const task = await svc.tasks.create({ title: 'From a page' })
const updated = await svc.tasks.update(task, { priority: 'high' })
const late = await svc.tasks.update(task, { title: 'Late' }).catch(({ name, status }) => [name, status])
const sent = []
const file = new File([new Uint8Array(200000)], 'plan.bin')
await svc.taskAttachments.create({ task_id: task.task_id, file }, { onProgress: (now, all) => sent.push(now <= all) })
const told = []
for await (const { type } of svc.events.stream({ types: ['task.*'] }, { cursor })) if (told.push(type) === 2) break
const titles = (await svc.tasks.list().toArray()).map(({ title, priority }) => [title, priority])
globalThis.done({ priority: updated.priority, late, sent: [...new Set(sent)], told, titles })
`

test.skipIf(!chromiumPath)('a page of another origin reads, writes, uploads and streams', async () => {
  const files = new Map((await bundleProgram(program)).map(({ fileName, code }) => [`/${fileName}`, code]))
  const [entry] = files.keys()
  const site = createServer((request, response) => {
    const code = files.get(request.url!)
    response.writeHead(200, { 'content-type': code ? 'text/javascript' : 'text/html' })
    response.end(code ?? `<!doctype html><script type="module" src="${entry}"></script>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const app = await startApp({ env: { CORS_ORIGINS: origin } })
  const token = (await app.signIn('ada')).authorization!.slice('Bearer '.length)
  const context = await (await useBrowser()).newContext()
  try {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const result = new Promise((done) => void page.exposeFunction('done', done))
    await page.addInitScript((given) => Object.assign(globalThis, { given }), { baseUrl: app.url, token })
    await page.goto(origin)
    const late = new Promise((resolve) => setTimeout(resolve, 20_000))
    expect([await Promise.race([result, late]), errors]).toEqual([
      {
        priority: 'high',
        late: ['SvcProblem', 412],
        sent: [true],
        told: ['task.created', 'task.updated'],
        titles: [['From a page', 'high']],
      },
      [],
    ])
  } finally {
    await context.close()
    site.close()
  }
})
