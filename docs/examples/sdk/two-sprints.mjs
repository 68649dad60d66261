// @ts-check
// Plans two sprints over three projects with a guest: two-sprints.mjs with the SDK.
//
//   npm start        (in another terminal)
//   npm run build:clients
//   export TOKEN=$(npm run -s svc-server -- login --user ada)
//   export GUEST=$(npm run -s svc-server -- login --user gil)
//   node docs/examples/sdk/two-sprints.mjs http://127.0.0.1:8080
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Svc, SvcProblem } from '@svc/sdk'

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080'
const { TOKEN, GUEST } = process.env
assert(TOKEN && GUEST, 'set TOKEN and GUEST to session tokens of two users')

// Create an organization and invite a guest
const { org_id: org } = await new Svc({ baseUrl, token: TOKEN }).organizations.create({
  name: `Harbour Works ${randomBytes(2).toString('hex')}`,
})
const ada = new Svc({ baseUrl, token: TOKEN, org })
const gil = new Svc({ baseUrl, token: GUEST, org })

const { principal: guest } = await gil.me.read()
assert(guest.email)
const invite = await ada.organizationInvites.create({ email: guest.email, role: 'guest' })
await gil.organizationInvites.accept(invite.id)

// Create a team and three projects; the guest is a member of one
const team = await ada.teams.create({ name: 'Quay crew' })
const inTeam = { team_id: team.team_id, visibility: /** @type {const} */ ('private') }
const north = await ada.projects.create({ name: 'North quay', ...inTeam })
const cranes = await ada.projects.create({ name: 'Cranes', ...inTeam })
const dredging = await ada.projects.create({ name: 'Dredging', ...inTeam })
await ada.projectMembers.create({ project_id: north.project_id, user_id: guest.id, project_role: 'viewer' })

// Create tasks, a goal and a milestone
const goal = await ada.goals.create(north, { name: 'Open in spring', target_date: '2027-03-31' })
const { milestone_id } = await ada.milestones.create(team, { title: 'First ship', target_date: '2027-02-15' })

const { project_id } = north
const piles = await ada.tasks.create({ title: 'Drive the piles', project_id, priority: 'high' })
const wall = await ada.tasks.create({ title: 'Pour the wall', project_id, milestone_id })
const prices = await ada.tasks.create({ title: 'Price list', project_id, restricted_to: ['ada'] })
const brake = await ada.tasks.create({ title: 'Test the brake', project_id: cranes.project_id, milestone_id })
await ada.tasks.create({ title: 'Measure the depth', project_id: dredging.project_id })
await ada.goals.fileTasks(north, goal, { task_ids: [piles, wall, prices].map((task) => task.task_id) })

// Complete a sprint and move its open tasks to the next
const today = new Date().toISOString().slice(0, 10)
const first = await ada.sprints.create(team, { name: 'Sprint 1', start_date: today, duration_weeks: 2 })
const second = await ada.sprints.create(team, {
  name: 'Sprint 2',
  start_date: addDay(first.end_date),
  duration_weeks: 2,
})

for (const task of [piles, wall, brake]) await ada.tasks.setSprint(task, { sprint_id: first.sprint_id })
await ada.tasks.edit(piles, () => ({ status: 'completed' }))
assert.equal((await ada.sprints.current(team)).name, 'Sprint 1')
await ada.sprints.complete(team, first, { move_open_to: second.sprint_id })

const sprints = await ada.sprints.list(team, { sort_by: 'start_date' }).toArray()
assert.deepEqual(
  sprints.map(({ name, task_count }) => [name, task_count]),
  [
    ['Sprint 1', 1],
    ['Sprint 2', 2],
  ],
)

// Create a roadmap with two journeys that share a stop
const building = await ada.journeys.create(north, { name: 'Building' })
const opening = await ada.journeys.create(north, { name: 'Opening' })
const junction = await ada.stops.create(north, {
  title: 'Quay stands',
  journey_ids: [building.journey_id, opening.journey_id],
})
await ada.stops.pinMilestone(north, junction, milestone_id)
await ada.stops.fileTasks(north, junction, { task_ids: [piles.task_id, wall.task_id] })

const [planned] = (await ada.roadmap.team(team)).projects
assert.deepEqual(getProgress(planned), [1, 3])

// Upload 20 MB and download a range
const bytes = randomBytes(20 * 1024 * 1024)
const file = new File([bytes], 'plan, sheet 1.pdf')
const plan = await ada.taskAttachments.create(
  { task_id: wall.task_id, file },
  { onProgress: (sent, total) => process.stderr.write(`\r${Math.round((100 * sent) / total)} %`) },
)
const part = await gil.taskAttachments.download(plan, { headers: { range: 'bytes=1048576-1048591' } })
assert.equal(part.headers.get('content-range'), 'bytes 1048576-1048591/20971520')
assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1_048_576, 1_048_592))

// Mention the guest in a comment, and reply
const comment = await ada.taskComments.create({
  task_id: wall.task_id,
  content: 'The plan is attached.',
  mentions: [{ username: guest.username }],
})
await gil.taskComments.reply({ parent_comment_id: comment.comment_id, content: 'Thank you.' })
const [thread] = await gil.taskComments.list({ task_id: wall.task_id }).toArray()
assert.equal(thread?.replies[0]?.content, 'Thank you.')

// Save and pin a view
const view = await ada.views.create({
  scope_type: 'team',
  scope_id: team.team_id,
  name: 'Open work',
  query: { 'filter[status]': ['not_started', 'in_progress'], sort_by: 'title' },
})
await ada.viewPins.pinView(view)
const rows = await ada.views.rows(view).toArray()
assert.deepEqual(rows.map(getTitle), ['Measure the depth', 'Pour the wall', 'Price list', 'Test the brake'])

// Read the same as the guest, who sees one project
const visible = await gil.tasks.list().toArray()
assert.deepEqual(
  visible.map((task) => task.title),
  ['Drive the piles', 'Pour the wall'],
)
const [overview] = (await gil.goals.org()).projects
assert.deepEqual([overview?.data[0]?.tasks_completed, overview?.data[0]?.tasks_total], [1, 2])
assert.deepEqual(getProgress((await gil.roadmap.project(north)).projects[0]), [1, 2])

await assert.rejects(gil.roadmap.project(cranes), (error) => error instanceof SvcProblem && error.status === 404)
console.log(`\nCompleted in organization ${org}.`)

/** @param {string} day */
function addDay(day) {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

/** @param {import('@svc/sdk').RoadmapProject | undefined} project */
function getProgress(project) {
  const stop = project?.journeys[0]?.stops[0]
  return [stop?.done, stop?.total]
}

/** @param {import('@svc/sdk').ViewRow} row */
function getTitle(row) {
  return 'title' in row ? row.title : row.name
}
