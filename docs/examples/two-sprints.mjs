// Plans two sprints over three projects with a guest, using only Node.js:
//
//   npm start        (in another terminal)
//   export TOKEN=$(npm run -s svc-server -- login --user ada)
//   export GUEST=$(npm run -s svc-server -- login --user gil)
//   node docs/examples/two-sprints.mjs http://127.0.0.1:8080
//
// Prints each step with its results, and fails if a result is not as expected.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'

const base = process.argv[2] ?? 'http://127.0.0.1:8080'
const { TOKEN, GUEST } = process.env
assert(TOKEN && GUEST, 'set TOKEN and GUEST to session tokens of two users')

const log = (text, value) => console.log(value === undefined ? `\n${text}` : `${text}: ${JSON.stringify(value)}`)

/** Sends a request. Throws if the response is not 2xx. */
async function call(token, method, path, { body, form, headers = {} } = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}
const api = async (method, path, body) => (await call(TOKEN, method, path, { body })).json()
const asGuest = async (path) => (await call(GUEST, 'GET', path)).json()

log('Create an organization and invite a guest')
const { org_id } = await api('POST', '/v1/organizations', {
  name: `Harbour Works ${randomBytes(2).toString('hex')}`,
})
const guest = (await asGuest('/v1/me')).principal
await api('POST', '/v1/organization-invites', { org_id, email: guest.email, role: 'guest' })
const { data: invites } = await asGuest('/v1/organization-invites/user')
const invite = invites.find((one) => one.org_id === org_id)
await call(GUEST, 'PUT', `/v1/organization-invites/${invite.id}/accept`)
log('guest', guest.username)

log('Create a team and three projects; the guest is a member of one')
const { team_id } = await api('POST', '/v1/teams', { org_id, name: 'Quay crew' })
const projects = []
for (const name of ['North quay', 'Cranes', 'Dredging'])
  projects.push(await api('POST', '/v1/projects', { org_id, name, team_id, visibility: 'private' }))
const [north, cranes, dredging] = projects.map((project) => project.project_id)
await api('POST', '/v1/project-members', { project_id: north, user_id: guest.id, project_role: 'viewer' })
log(
  'projects',
  projects.map((project) => project.name),
)

log('Create tasks, a goal and a milestone')
const goal = await api('POST', `/v1/projects/${north}/goals`, {
  name: 'Open in spring',
  target_date: '2027-03-31',
})
const milestone = await api('POST', `/v1/teams/${team_id}/milestones`, {
  title: 'First ship',
  target_date: '2027-02-15',
})
const tasks = {}
const add = async (name, project_id, more = {}) => {
  tasks[name] = await api('POST', '/v1/tasks', { org_id, project_id, title: name, ...more })
}
await add('Drive the piles', north, { priority: 'high' })
await add('Pour the wall', north, { milestone_id: milestone.milestone_id })
await add('Price list', north, { restricted_to: ['ada'] })
await add('Test the brake', cranes, { milestone_id: milestone.milestone_id })
await add('Measure the depth', dredging)
const added = await api('POST', `/v1/projects/${north}/goals/${goal.goal_id}/tasks`, {
  task_ids: ['Drive the piles', 'Pour the wall', 'Price list'].map((name) => tasks[name].task_id),
})
log('tasks of the goal', added.filed)

log('Complete a sprint and move its open tasks to the next')
const sprint = (name, start_date) =>
  api('POST', `/v1/teams/${team_id}/sprints`, { name, start_date, duration_weeks: 2 })
const today = new Date().toISOString().slice(0, 10)
const first = await sprint('Sprint 1', today)
const second = await sprint('Sprint 2', new Date(Date.parse(first.end_date) + 86_400_000).toISOString().slice(0, 10))
for (const name of ['Drive the piles', 'Pour the wall', 'Test the brake'])
  await api('PUT', `/v1/tasks/${tasks[name].task_id}/sprint`, { sprint_id: first.sprint_id })
await api('PATCH', `/v1/tasks/${tasks['Drive the piles'].task_id}`, { status: 'completed' })
log('current', (await api('GET', `/v1/teams/${team_id}/sprints/current`)).name)
await api('POST', `/v1/teams/${team_id}/sprints/${first.sprint_id}/complete`, {
  move_open_to: second.sprint_id,
})
const { data: sprints } = await api('GET', `/v1/teams/${team_id}/sprints?sort_by=start_date`)
log(
  'sprints',
  sprints.map(({ name, status, task_count, completed_count }) => [name, status, task_count, completed_count]),
)
assert.deepEqual(
  sprints.map((one) => one.task_count),
  [1, 2],
)

log('Create a roadmap with two journeys that share a stop')
const addJourney = (name) => api('POST', `/v1/projects/${north}/journeys`, { name })
const [building, opening] = [await addJourney('Building'), await addJourney('Opening')]
const journeys = [building.journey_id, opening.journey_id]
const junction = await api('POST', `/v1/projects/${north}/stops`, {
  title: 'Quay stands',
  journey_ids: journeys,
})
await api('PUT', `/v1/projects/${north}/stops/${junction.stop_id}/milestones/${milestone.milestone_id}`)
await api('POST', `/v1/projects/${north}/stops/${junction.stop_id}/tasks`, {
  task_ids: [tasks['Drive the piles'].task_id, tasks['Pour the wall'].task_id],
})
const firstStop = ({ projects: [project] }) => project.journeys[0].stops[0]
const stop = firstStop(await api('GET', `/v1/teams/${team_id}/roadmap`))
log('junction', [stop.title, `${stop.done} of ${stop.total}`, `on ${stop.journey_ids.length} journeys`])
assert.deepEqual([stop.done, stop.total], [1, 3])

log('Upload 20 MB and download a range')
const bytes = randomBytes(20 * 1024 * 1024)
const form = new FormData()
form.set('task_id', tasks['Pour the wall'].task_id)
form.set('file', new Blob([bytes]), 'plan, sheet 1.pdf')
const attachment = await (await call(TOKEN, 'POST', '/v1/task-attachments', { form })).json()
const headers = { range: 'bytes=1048576-1048591' }
const part = await call(GUEST, 'GET', `/v1/task-attachments/${attachment.attachment_id}/content`, { headers })
log('part', [part.status, part.headers.get('content-range'), part.headers.get('content-disposition')])
assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1048576, 1048592))

log('Mention the guest in a comment, and reply')
const comment = await api('POST', '/v1/task-comments', {
  task_id: tasks['Pour the wall'].task_id,
  content: 'The plan is attached.',
  mentions: [{ username: guest.username }],
})
await call(GUEST, 'POST', '/v1/task-comments/reply', {
  body: { parent_comment_id: comment.comment_id, content: 'Thank you.' },
})
const thread = (await asGuest(`/v1/task-comments?task_id=${tasks['Pour the wall'].task_id}`)).data[0]
log('thread', [thread.content, thread.replies.map((reply) => `${reply.created_by}: ${reply.content}`)])

log('Save and pin a view')
const view = await api('POST', '/v1/views', {
  org_id,
  scope_type: 'team',
  scope_id: team_id,
  name: 'Open work',
  query: { 'filter[status]': ['not_started', 'in_progress'], sort_by: 'title' },
})
await api('PUT', `/v1/views/${view.view_id}/pin`)
const rows = (await api('GET', `/v1/views/${view.view_id}/rows`)).data.map((row) => row.title)
log(
  'pins',
  (await api('GET', `/v1/view-pins?org_id=${org_id}`)).data.map((pin) => pin.label),
)
log('rows', rows)
assert.deepEqual(rows, ['Measure the depth', 'Pour the wall', 'Price list', 'Test the brake'])

log('Read the same as the guest, who sees one project')
const visible = (await asGuest(`/v1/tasks?org_id=${org_id}`)).data.map((task) => task.title)
log('tasks', visible)
assert.deepEqual(visible, ['Drive the piles', 'Pour the wall'])
const [goals] = (await asGuest(`/v1/goals?org_id=${org_id}`)).projects
log('goal', `${goals.data[0].tasks_completed} of ${goals.data[0].tasks_total}`)
assert.deepEqual([goals.data[0].tasks_completed, goals.data[0].tasks_total], [1, 2])
const [own] = (await api('GET', `/v1/goals?org_id=${org_id}`)).projects
log('the same goal for ada', `${own.data[0].tasks_completed} of ${own.data[0].tasks_total}`)
assert.equal(own.data[0].tasks_total, 3)
const guestStop = firstStop(await asGuest(`/v1/projects/${north}/roadmap`))
log('junction', `${guestStop.done} of ${guestStop.total}`)
assert.deepEqual([guestStop.done, guestStop.total], [1, 2])
const hidden = await fetch(`${base}/v1/projects/${cranes}/roadmap`, {
  headers: { authorization: `Bearer ${GUEST}` },
})
log('another project', hidden.status)
assert.equal(hidden.status, 404)
