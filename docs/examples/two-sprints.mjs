// A team plans two sprints over three projects, and a guest looks on. Node's built-ins only:
//
//   npm start                                                    (in another terminal)
//   export TOKEN=$(npm run -s svc-server -- login --user ada)
//   export GUEST=$(npm run -s svc-server -- login --user gil)
//   node docs/examples/two-sprints.mjs http://127.0.0.1:8080
//
// It tells what it does and what came back, and ends with an error where something is not as the story has it.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'

const base = process.argv[2] ?? 'http://127.0.0.1:8080'
const { TOKEN, GUEST } = process.env
assert(TOKEN && GUEST, 'set TOKEN and GUEST to the session tokens of two people')

const say = (text, shown) =>
  console.log(shown === undefined ? `\n${text}` : `${text}: ${JSON.stringify(shown)}`)

/** One request; throws the problem unless the answer is a success. */
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

say('An organization, with a guest')
const { org_id } = await api('POST', '/v1/organizations', {
  name: `Harbour Works ${randomBytes(2).toString('hex')}`,
})
const guest = (await asGuest('/v1/me')).principal
await api('POST', '/v1/organization-invites', { org_id, email: guest.email, role: 'guest' })
const { data: invites } = await asGuest('/v1/organization-invites/user')
const invite = invites.find((one) => one.org_id === org_id)
await call(GUEST, 'PUT', `/v1/organization-invites/${invite.id}/accept`)
say('guest', guest.username)

say('A team and its three projects, of which the guest is in one')
const { team_id } = await api('POST', '/v1/teams', { org_id, name: 'Quay crew' })
const projects = []
for (const name of ['North quay', 'Cranes', 'Dredging'])
  projects.push(await api('POST', '/v1/projects', { org_id, name, team_id, visibility: 'private' }))
const [north, cranes, dredging] = projects.map((project) => project.project_id)
await api('POST', '/v1/project-members', { project_id: north, user_id: guest.id, project_role: 'viewer' })
say(
  'projects',
  projects.map((project) => project.name),
)

say('Tasks, a goal and a milestone')
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
const filed = await api('POST', `/v1/projects/${north}/goals/${goal.goal_id}/tasks`, {
  task_ids: ['Drive the piles', 'Pour the wall', 'Price list'].map((name) => tasks[name].task_id),
})
say('filed to the goal', filed.filed)

say('Two sprints; what is open in the first goes on in the second')
const sprint = (name, start_date) =>
  api('POST', `/v1/teams/${team_id}/sprints`, { name, start_date, duration_weeks: 2 })
const today = new Date().toISOString().slice(0, 10)
const first = await sprint('Sprint 1', today)
const second = await sprint(
  'Sprint 2',
  new Date(Date.parse(first.end_date) + 86_400_000).toISOString().slice(0, 10),
)
for (const name of ['Drive the piles', 'Pour the wall', 'Test the brake'])
  await api('PUT', `/v1/tasks/${tasks[name].task_id}/sprint`, { sprint_id: first.sprint_id })
await api('PATCH', `/v1/tasks/${tasks['Drive the piles'].task_id}`, { status: 'completed' })
say('current', (await api('GET', `/v1/teams/${team_id}/sprints/current`)).name)
await api('POST', `/v1/teams/${team_id}/sprints/${first.sprint_id}/complete`, {
  move_open_to: second.sprint_id,
})
const { data: sprints } = await api('GET', `/v1/teams/${team_id}/sprints?sort_by=start_date`)
say(
  'sprints',
  sprints.map(({ name, status, task_count, completed_count }) => [name, status, task_count, completed_count]),
)
assert.deepEqual(
  sprints.map((one) => one.task_count),
  [1, 2],
)

say('A roadmap: two lines that meet')
const line = (name) => api('POST', `/v1/projects/${north}/journeys`, { name })
const [building, opening] = [await line('Building'), await line('Opening')]
const journeys = [building.journey_id, opening.journey_id]
const junction = await api('POST', `/v1/projects/${north}/stops`, {
  title: 'Quay stands',
  journey_ids: journeys,
})
await api('PUT', `/v1/projects/${north}/stops/${junction.stop_id}/milestones/${milestone.milestone_id}`)
await api('POST', `/v1/projects/${north}/stops/${junction.stop_id}/tasks`, {
  task_ids: [tasks['Drive the piles'].task_id, tasks['Pour the wall'].task_id],
})
const stopOf = ({ projects: [project] }) => project.journeys[0].stops[0]
const stop = stopOf(await api('GET', `/v1/teams/${team_id}/roadmap`))
say('junction', [stop.title, `${stop.done} of ${stop.total}`, `on ${stop.journey_ids.length} lines`])
assert.deepEqual([stop.done, stop.total], [1, 3])

say('A file of 20 MB, and a part of it')
const bytes = randomBytes(20 * 1024 * 1024)
const form = new FormData()
form.set('task_id', tasks['Pour the wall'].task_id)
form.set('file', new Blob([bytes]), 'plan, sheet 1.pdf')
const attachment = await (await call(TOKEN, 'POST', '/v1/task-attachments', { form })).json()
const headers = { range: 'bytes=1048576-1048591' }
const part = await call(GUEST, 'GET', `/v1/task-attachments/${attachment.attachment_id}/content`, { headers })
say('part', [part.status, part.headers.get('content-range'), part.headers.get('content-disposition')])
assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1048576, 1048592))

say('A comment that mentions the guest, and an answer')
const comment = await api('POST', '/v1/task-comments', {
  task_id: tasks['Pour the wall'].task_id,
  content: 'The plan is attached.',
  mentions: [{ username: guest.username }],
})
await call(GUEST, 'POST', '/v1/task-comments/reply', {
  body: { parent_comment_id: comment.comment_id, content: 'Thank you.' },
})
const thread = (await asGuest(`/v1/task-comments?task_id=${tasks['Pour the wall'].task_id}`)).data[0]
say('thread', [thread.content, thread.replies.map((reply) => `${reply.created_by}: ${reply.content}`)])

say('A view, pinned, and its rows')
const view = await api('POST', '/v1/views', {
  org_id,
  scope_type: 'team',
  scope_id: team_id,
  name: 'Open work',
  query: { 'filter[status]': ['not_started', 'in_progress'], sort_by: 'title' },
})
await api('PUT', `/v1/views/${view.view_id}/pin`)
const rows = (await api('GET', `/v1/views/${view.view_id}/rows`)).data.map((row) => row.title)
say(
  'pins',
  (await api('GET', `/v1/view-pins?org_id=${org_id}`)).data.map((pin) => pin.label),
)
say('rows', rows)
assert.deepEqual(rows, ['Measure the depth', 'Pour the wall', 'Price list', 'Test the brake'])

say('The guest asks the same addresses, and sees its project alone')
const seen = (await asGuest(`/v1/tasks?org_id=${org_id}`)).data.map((task) => task.title)
say('tasks', seen)
assert.deepEqual(seen, ['Drive the piles', 'Pour the wall'])
const [goals] = (await asGuest(`/v1/goals?org_id=${org_id}`)).projects
say('goal', `${goals.data[0].tasks_completed} of ${goals.data[0].tasks_total}`)
assert.deepEqual([goals.data[0].tasks_completed, goals.data[0].tasks_total], [1, 2])
const [own] = (await api('GET', `/v1/goals?org_id=${org_id}`)).projects
say('the same goal to ada', `${own.data[0].tasks_completed} of ${own.data[0].tasks_total}`)
assert.equal(own.data[0].tasks_total, 3)
const guestStop = stopOf(await asGuest(`/v1/projects/${north}/roadmap`))
say('junction', `${guestStop.done} of ${guestStop.total}`)
assert.deepEqual([guestStop.done, guestStop.total], [1, 2])
const unseen = await fetch(`${base}/v1/projects/${cranes}/roadmap`, {
  headers: { authorization: `Bearer ${GUEST}` },
})
say('another project', unseen.status)
assert.equal(unseen.status, 404)
