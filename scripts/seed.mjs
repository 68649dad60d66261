// Fills a running server with a sample organization through its API: npm run seed [-- URL]. The default URL is BASE_URL, or
// PORT on this machine.
import { prepare } from './prepare.mjs'
import { requireServer, signIn } from './seed/client.mjs'
import * as sample from './seed/sample.mjs'

const base = (
  process.argv.slice(2).find((arg) => arg !== '--') ??
  (process.env.BASE_URL || `http://127.0.0.1:${process.env.PORT || 8080}`)
).replace(/\/$/, '')
const print = (text) => process.stdout.write(`${text}\n`)

/** Pseudo-random, with the same choices in every run. */
let randomState = 7
const pick = (list) => list[(randomState = (randomState * 48_271) % 2_147_483_647) % list.length]
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

try {
  await prepare()
  await requireServer(base)
  await seed()
} catch (error) {
  process.stderr.write(`seed: ${error.message}\n`)
  process.exitCode = 1
}

async function seed() {
  const [owner, ...others] = await Promise.all(sample.people.map(([user]) => signIn(base, user)))
  const { data: organizations } = await owner.get('/v1/organizations?limit=1000')
  if (organizations.some(({ name }) => name === sample.organization.name))
    return print(`"${sample.organization.name}" already exists. Sign in as ${owner.user}.`)
  const { org_id } = await owner.post('/v1/organizations', sample.organization)
  const people = new Map([owner, ...others].map((person) => [person.user, person]))
  for (const [user, role] of sample.people.slice(1)) await addMember(owner, people.get(user), org_id, role)
  print(`people: ${people.size}`)
  const teams = await createTeams({ owner, org_id, people })
  const projects = []
  for (const [at, project] of sample.projects.entries())
    projects.push(await createProject({ owner, org_id, people, team: teams.get(project.team), at }, project))
  print(`projects: ${projects.length}, tasks: ${projects.flatMap(({ tasks }) => tasks).length}`)
  await createFields({ owner, org_id, projects })
  await planSprints({ owner, teams, projects })
  await createRoadmaps({ owner, projects, teams })
  await addComments({ people, projects })
  await createViews({ owner, org_id, teams })
  print(`Done: "${sample.organization.name}". Sign in as any of: ${[...people.keys()].join(', ')}.`)
}

async function addMember(owner, person, org_id, role) {
  const { principal } = await person.get('/v1/me')
  const { id } = await owner.post('/v1/organization-invites', { org_id, email: principal.email, role })
  await person.put(`/v1/organization-invites/${id}/accept`)
}

async function createTeams({ owner, org_id, people }) {
  const teams = new Map()
  for (const { name, members } of sample.teams) {
    const member_user_ids = members.map((user) => people.get(user).id)
    const { team_id } = await owner.post('/v1/teams', { org_id, name, member_user_ids })
    const milestone = await owner.post(`/v1/teams/${team_id}/milestones`, {
      title: `${name}: half of the year's work`,
      target_date: day(40),
      owner_user_id: member_user_ids[0],
    })
    await owner.post(`/v1/teams/${team_id}/availability`, {
      user_id: member_user_ids[0],
      start_date: day(5),
      end_date: day(9),
      note: 'On leave',
    })
    teams.set(name, { team_id, members, milestone_id: milestone.milestone_id })
  }
  return teams
}

async function createProject({ owner, org_id, people, team, at }, { name, priority, visibility, goal, tags, jobs }) {
  const { project_id } = await owner.post('/v1/projects', {
    org_id,
    name,
    priority,
    team_id: team.team_id,
    visibility: visibility ?? 'public',
    start_date: day(-60),
    end_date: day(90 + 30 * at),
  })
  await addProjectMembers({ owner, people, team, at }, project_id)
  const scope = { scope_type: 'project', scope_id: project_id }
  const lanes = []
  for (const lane of sample.lanes) lanes.push(await owner.post('/v1/sections', { org_id, ...scope, name: lane }))
  const { goal_id } = await owner.post(`/v1/projects/${project_id}/goals`, {
    name: goal,
    target_date: day(100),
  })
  const tasks = []
  for (const job of jobs) {
    const wanted = sample.steps.map((step, i) => buildTask({ job, step, i, tags, team }))
    for (const values of wanted) {
      const task = await owner.post('/v1/tasks', { org_id, project_id, goal_id, ...values })
      const lane = pickLane(lanes, task.status)
      await owner.put(`/v1/tasks/${task.task_id}/section`, { ...scope, section_id: lane.section_id })
      tasks.push(task)
    }
    const [plan, , work] = tasks.slice(-sample.steps.length)
    await owner.post(`/v1/tasks/${work.task_id}/dependencies`, { dependency_id: plan.task_id })
  }
  return { project_id, name, team, tasks }
}

async function createFields({ owner, org_id, projects }) {
  for (const { project, values: _values, ...field } of sample.fields) {
    const project_ids = project && [projects.find(({ name }) => name === project).project_id]
    await owner.post('/v1/fields', { org_id, ...field, ...(project_ids && { project_ids }) })
  }
  const keys = sample.fields.map(({ name }) => name.toLowerCase().replaceAll(' ', '_'))
  for (const { name, tasks } of projects) {
    for (const { task_id } of tasks) {
      const chosen = sample.fields.map(({ project, values }) => (!project || project === name ? pick(values) : null))
      const custom = Object.fromEntries(chosen.flatMap((value, i) => (value === null ? [] : [[keys[i], value]])))
      if (Object.keys(custom).length > 0) await owner.patch(`/v1/tasks/${task_id}`, { custom })
    }
  }
  print(`fields: ${sample.fields.length}`)
}

async function addProjectMembers({ owner, people, team, at }, project_id) {
  for (const user of team.members)
    await owner.post('/v1/project-members', {
      project_id,
      user_id: people.get(user).id,
      project_role: 'editor',
    })
  if (at === 0)
    await owner.post('/v1/project-members', {
      project_id,
      user_id: people.get('inspector').id,
      project_role: 'viewer',
    })
}

function buildTask({ job, step, i, tags, team }) {
  const due = pick([-9, -3, 0, 2, 5, 9, 14, 21, 33]) + 3 * i
  return {
    title: step === 'Do' ? job : `${step}: ${job.toLowerCase()}`,
    description: `${job}, step "${step}". The drawing of the site shows the location.`,
    status: i === 0 ? 'completed' : pick(sample.statuses),
    priority: pick(sample.priorities),
    assignee: pick(team.members),
    tags: [pick(tags), step.toLowerCase().split(' ')[0]],
    task_type: pick(['task', 'task', 'task', 'bug']),
    start_date: day(due - 7),
    due_date: day(due),
  }
}

function pickLane(lanes, status) {
  const at = { completed: 3, blocked: 2, on_hold: 2, in_progress: 1 }[status] ?? 0
  return lanes[at]
}

async function planSprints({ owner, teams, projects }) {
  for (const [name, { team_id, milestone_id }] of teams) {
    const tasks = projects.filter(({ team }) => team.team_id === team_id).flatMap((project) => project.tasks)
    const open = tasks.filter(({ status }) => status !== 'completed')
    const done = tasks.filter(({ status }) => status === 'completed')
    const sprints = []
    for (const [number, start] of [-18, -4, 10].entries())
      sprints.push(
        await owner.post(`/v1/teams/${team_id}/sprints`, {
          name: `${name} ${number + 1}`,
          start_date: day(start),
          duration_weeks: 2,
          goal: ['Prepare', 'Build', 'Finish'][number],
        }),
      )
    const assign = async (selected, sprint) => {
      for (const { task_id } of selected)
        await owner.put(`/v1/tasks/${task_id}/sprint`, { sprint_id: sprint.sprint_id })
    }
    await assign(done, sprints[0])
    await assign(open.slice(0, 8), sprints[1])
    await assign(open.slice(8, 12), sprints[2])
    for (const { task_id } of tasks.slice(0, 6)) await owner.put(`/v1/tasks/${task_id}/milestone`, { milestone_id })
    await owner.post(`/v1/teams/${team_id}/sprints/${sprints[0].sprint_id}/complete`, {})
  }
  print(`sprints: ${3 * teams.size}`)
}

async function createRoadmaps({ owner, projects, teams }) {
  for (const { project_id, tasks, team } of projects.slice(0, 4)) {
    const line = (name) => owner.post(`/v1/projects/${project_id}/journeys`, { name })
    const [building, opening] = [await line('Building'), await line('Opening')]
    for (const [at, title] of sample.stops.entries()) {
      const last = at === sample.stops.length - 1
      const journey_ids = last ? [building.journey_id, opening.journey_id] : [building.journey_id]
      const { stop_id } = await owner.post(`/v1/projects/${project_id}/stops`, {
        title,
        journey_ids,
        target_date: day(20 + 30 * at),
      })
      const task_ids = tasks.slice(4 * at, 4 * at + 4).map(({ task_id }) => task_id)
      if (task_ids.length) await owner.post(`/v1/projects/${project_id}/stops/${stop_id}/tasks`, { task_ids })
      if (last && project_id === projects.find((project) => project.team === team).project_id)
        await owner.put(`/v1/projects/${project_id}/stops/${stop_id}/milestones/${team.milestone_id}`)
    }
  }
  print(`roadmaps: 4, milestones: ${teams.size}`)
}

async function addComments({ people, projects }) {
  let files = 0
  for (const { tasks, team } of projects) {
    for (const [at, { task_id, title }] of tasks.entries()) {
      if (at % 3) continue
      const [first, second] = [pick(team.members), pick(team.members)]
      const content = pick(sample.comments)
      const mentions = [{ username: second }]
      const comment = await people.get(first).post('/v1/task-comments', { task_id, content, mentions })
      if (at % 6) continue
      const reply = { parent_comment_id: comment.comment_id, content: 'Thank you, noted.' }
      await people.get(second).post('/v1/task-comments/reply', reply)
      const form = new FormData()
      form.set('task_id', task_id)
      form.set('file', new Blob([`Notes on "${title}"\n\n${sample.comments.join('\n')}\n`]), 'notes.txt')
      await people.get(first).post('/v1/task-attachments', form)
      files++
    }
  }
  print(`files: ${files}`)
}

async function createViews({ owner, org_id, teams }) {
  const [{ team_id }] = teams.values()
  const views = [
    { name: 'Overdue', query: { 'filter[overdue]': 'true', sort_by: 'due_date' } },
    { name: 'What blocks us', query: { 'filter[status]': ['blocked', 'on_hold'], sort_by: 'priority_rank' } },
    { name: 'Severe', query: { 'filter[custom.severity]': ['critical', 'high'], sort_by: 'custom.severity' } },
    { name: 'Quay crew, open', scope_type: 'team', scope_id: team_id, query: { 'filter[team]': team_id } },
  ]
  for (const view of views) {
    const { view_id } = await owner.post('/v1/views', { org_id, ...view })
    await owner.put(`/v1/views/${view_id}/pin`)
  }
  print(`views: ${views.length}`)
}
