import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sendSingleEmails } from '../../src/notifications/email/single.ts'
import { startEndpoint, createWebhook, waitUntil, setUpWebhooks } from '../resources/webhooks/fixtures.ts'
import { expectStatus } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { addMember, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { startMailServer } from '../support/mail-server.ts'
import { connectAgent } from '../support/mcp.ts'
import { readPromql } from './promql.ts'

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; legendFormat: string }[]
}

const rules = (
  parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: { name: string; rules: Rule[] }[]
  }
).groups
const board = JSON.parse(readFileSync('deploy/grafana/svc.json', 'utf8')) as { uid: string; panels: Panel[] }
const targets = board.panels.flatMap((panel) => panel.targets ?? [])
/** Grafana replaces the variable with an interval. */
const fillInterval = (expr: string) => expr.replaceAll('$__rate_interval', '5m')

/** Labels that Prometheus adds. */
const added = ['job', 'instance']
/** Labels of each metric, as exported by the server. */
const labels = new Map<string, Set<string>>([['up', new Set()]])

/** Metrics that appear with the first email. */
const late = ['svc_notification_mail_total', 'svc_mail_total', 'svc_notifications_total']

/** Triggers every metric, since a counter has labels only from its first increment. */
beforeAll(async () => {
  const server = await startMailServer()
  const env = { SMTP_URL: server.url, MAIL_FROM: 'svc@dev.invalid', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
  const { app, ada, org_id, change } = await setUpWebhooks({ env })
  const bob = await addMember(ada, org_id, await app.signIn('bob'))
  // Remains unread, so an email is sent.
  const invited = { org_id, email: 'cy@dev.invalid', role: 'member' }
  expectStatus(await ada.post('/v1/organization-invites', { body: invited }), 200)
  const receiver = await startEndpoint()
  await createWebhook(ada, org_id, receiver)
  const bearer = await createTokenClient(bob, org_id)
  const stream = await openStream(bearer, { org_id })
  await (await connectAgent(bearer)).call('get_context')
  await change()
  const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
  await createTask(ada, org_id, { project_id, assignee: 'bob' })
  await receiver.waitForRequests(1)
  await stream.waitUntil(({ messages }) => messages.some(({ event }) => event === 'task.created'))
  await app.sql('UPDATE access_tokens SET revoked_at = now(), revoke_reason = $1', ['revoked'])
  await stream.waitUntil(({ messages }) => messages.some(({ event }) => event === 'end'))
  app.clock.advance(120_000)
  await waitUntil(async () => {
    await sendSingleEmails(app.services)
    const { text } = await app.anonymous.get('/metrics')
    const missing = late.filter((name) => !text.includes(`${name}{`))
    if (missing.length > 0) throw new Error(`not yet counted: ${missing.join(', ')}`)
  }, 40_000)
  const { text } = await app.anonymous.get('/metrics')
  for (const [, name, pairs = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const known = labels.get(name!) ?? new Set()
    for (const [, label] of pairs.matchAll(/(\w+)="/g)) known.add(label!)
    labels.set(name!, known)
  }
  await server.stop()
})

/** Fails for a metric or label that no server exports. */
function expectKnown(expression: string): void {
  const { selected, grouped } = readPromql(expression)
  expect(selected.length, `${expression}`).toBeGreaterThan(0)
  for (const { metric, labels: by } of selected) {
    expect([...labels.keys()], `${expression}`).toContain(metric)
    expect([...labels.get(metric)!, ...added], `${metric} in ${expression}`).toEqual(expect.arrayContaining(by))
  }
  const all = selected.flatMap(({ metric }) => [...labels.get(metric)!])
  expect([...all, ...added], `${expression}`).toEqual(expect.arrayContaining(grouped))
}

test('the server exports every metric and label in the dashboard', () => {
  expect(targets.length).toBeGreaterThan(20)
  for (const { expr, legendFormat } of targets) {
    expectKnown(fillInterval(expr))
    const { selected, grouped } = readPromql(fillInterval(expr))
    const exported = [...selected.flatMap(({ metric }) => [...labels.get(metric)!]), ...grouped, ...added, 'class']
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(exported, `${expr}`).toContain(label)
  }
})

test('the dashboard shows every metric of the server', () => {
  const drawn = new Set(
    targets.flatMap(({ expr }) => readPromql(fillInterval(expr)).selected.map(({ metric }) => metric)),
  )
  const counted = [...labels.keys()].filter((name) => name.startsWith('svc_'))
  const missing = counted.filter((name) => !drawn.has(name) && !drawn.has(name.replace(/_(sum|count)$/, '_bucket')))
  expect(missing).toEqual([])
})

test('no two panels share an id or a position', () => {
  const ids = board.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

test('the server exports every metric and label in the alerts', () => {
  for (const { expr } of rules.flatMap((group) => group.rules)) expectKnown(expr)
})

test('each alert is valid for Prometheus, with a severity and instructions', () => {
  const all = rules.flatMap((group) => group.rules)
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length)
  for (const rule of all) {
    expect(Object.keys(rule).toSorted(), `${rule.alert}`).toEqual(['alert', 'annotations', 'expr', 'for', 'labels'])
    expect(rule.alert).toMatch(/^Svc[A-Za-z]+$/)
    expect(rule.for).toMatch(/^\d+[smh]$/)
    expect(['page', 'ticket']).toContain(rule.labels.severity)
    expect(Object.keys(rule.annotations)).toEqual(['summary', 'description'])
    for (const [, label] of JSON.stringify(rule.annotations).matchAll(/\$labels\.(\w+)/g))
      expect(added, `${rule.alert}`).toContain(label)
  }
})
