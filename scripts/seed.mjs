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
  const context = { owner, org_id, people, teams: new Map(), tasks: new Map() }
  for (const team of sample.teams) context.teams.set(team.name, await createTeam(context, team))
  const projects = []
  for (const { project, tasks, roadmap } of sample.projects)
    projects.push({ ...project, tasks, roadmap, ...(await createProject(context, project)) })
  await createFields(context, projects)
  for (const project of projects) project.created = await createTasks(context, project)
  print(`projects: ${projects.length}, tasks: ${projects.flatMap(({ created }) => created).length}`)
  for (const [name, team] of context.teams) await planSprints(context, name, team, projects)
  for (const project of projects.filter(({ roadmap }) => roadmap)) await createRoadmap(context, project, projects)
  print(`sprints: ${3 * context.teams.size}, roadmaps: ${projects.filter(({ roadmap }) => roadmap).length}`)
  for (const { created } of projects) for (const task of created) await addConversation(context, task)
  const views = sample.buildViews(context.teams)
  for (const view of views) {
    const { view_id } = await owner.post('/v1/views', { org_id, ...view })
    await owner.put(`/v1/views/${view_id}/pin`)
  }
  print(`Done: "${sample.organization.name}". Sign in as any of: ${[...people.keys()].join(', ')}.`)
}

async function addMember(owner, person, org_id, role) {
  const { principal } = await person.get('/v1/me')
  const { id } = await owner.post('/v1/organization-invites', { org_id, email: principal.email, role })
  await person.put(`/v1/organization-invites/${id}/accept`)
}

async function createTeam({ owner, org_id, people }, { name, members, milestone, sprints, leave }) {
  const member_user_ids = members.map((user) => people.get(user).id)
  const { team_id } = await owner.post('/v1/teams', { org_id, name, member_user_ids })
  const { milestone_id } = await owner.post(`/v1/teams/${team_id}/milestones`, {
    title: milestone.title,
    description: milestone.description,
    target_date: day(milestone.in),
    owner_user_id: member_user_ids[0],
  })
  await owner.post(`/v1/teams/${team_id}/availability`, {
    user_id: people.get(leave.user).id,
    start_date: day(leave.days[0]),
    end_date: day(leave.days[1]),
    note: leave.note,
  })
  return { team_id, members, milestone_id, sprints }
}

async function createProject({ owner, org_id, people, teams }, { team, days, goal, ...values }) {
  const { team_id, members } = teams.get(team)
  const dates = { start_date: day(days[0]), end_date: day(days[1]) }
  const { project_id } = await owner.post('/v1/projects', { org_id, team_id, ...values, ...dates })
  const guests = values.name === sample.projects[0].project.name ? [['inspector', 'viewer']] : []
  for (const [user, project_role] of [...members.map((user) => [user, 'editor']), ...guests])
    await owner.post('/v1/project-members', { project_id, user_id: people.get(user).id, project_role })
  for (const section of sample.sections)
    await owner.post('/v1/sections', { org_id, scope_type: 'project', scope_id: project_id, ...section })
  const { goal_id } = await owner.post(`/v1/projects/${project_id}/goals`, {
    name: goal.name,
    target_date: day(goal.in),
  })
  return { project_id, team_id, goal_id }
}

async function createFields({ owner, org_id }, projects) {
  for (const { project, ...field } of sample.fields) {
    const project_ids = project && [projects.find(({ name }) => name === project).project_id]
    await owner.post('/v1/fields', { org_id, ...field, ...(project_ids && { project_ids }) })
  }
  print(`fields: ${sample.fields.length}`)
}

/** Creates the tasks of a project with subtasks and dependencies, in the order of the file; returns them as created. */
async function createTasks(context, project) {
  const { owner, org_id, tasks } = context
  const created = []
  const { project_id, goal_id } = project
  const create = async (values, ref) => {
    const task = await owner.post('/v1/tasks', { org_id, project_id, goal_id, ...values })
    if (ref) tasks.set(ref, task)
    return task
  }
  for (const { ref, days, subtasks, waits_for, comments, file, stop, ...values } of project.tasks) {
    const task = await create(
      {
        ...values,
        description: values.description && insertKeys(context, values.description),
        start_date: day(days[0]),
        due_date: day(days[1]),
      },
      ref,
    )
    for (const { ref: subtaskRef, ...subtask } of subtasks ?? []) {
      const shared = { assignee: values.assignee, priority: values.priority, due_date: day(days[1]) }
      const { task_id } = await create({ ...shared, ...subtask }, subtaskRef)
      await owner.post(`/v1/tasks/${task.task_id}/subtasks`, { subtask_id: task_id })
    }
    created.push({ ...task, waits_for, comments, file, stop, due: days[1] })
  }
  for (const { task_id, waits_for = [] } of created)
    for (const ref of waits_for)
      await owner.post(`/v1/tasks/${task_id}/dependencies`, { dependency_id: tasks.get(ref).task_id })
  return created
}

/** Replaces `{ref}` by the key of the task. */
function insertKeys({ tasks }, text) {
  return text.replace(/\{([\w-]+)\}/g, (_, ref) => tasks.get(ref).key)
}

async function planSprints({ owner }, name, { team_id, milestone_id, sprints }, projects) {
  const created = []
  for (const [at, start] of [-18, -4, 10].entries())
    created.push(
      await owner.post(`/v1/teams/${team_id}/sprints`, {
        name: `${name} ${at + 1}`,
        goal: sprints[at],
        start_date: day(start),
        duration_weeks: 2,
      }),
    )
  const tasks = projects.filter((project) => project.team_id === team_id).flatMap((project) => project.created)
  for (const { task_id, status, due } of tasks) {
    // Tasks of the last weeks were completed late, so that the current sprint has progress.
    const isPast = status === 'completed' && due < -18
    const sprint = isPast ? created[0] : due <= 10 ? created[1] : due <= 24 ? created[2] : undefined
    if (sprint) await owner.put(`/v1/tasks/${task_id}/sprint`, { sprint_id: sprint.sprint_id })
    if (due > 0 && due <= 24) await owner.put(`/v1/tasks/${task_id}/milestone`, { milestone_id })
  }
  await owner.post(`/v1/teams/${team_id}/sprints/${created[0].sprint_id}/complete`, {})
}

async function createRoadmap({ owner, teams }, { project_id, team, roadmap, created }, projects) {
  const { handover, ...lines } = roadmap
  const journeys = []
  const createStop = async ([title, ahead], journey_ids) => {
    const stops = `/v1/projects/${project_id}/stops`
    const { stop_id } = await owner.post(stops, { title, journey_ids, target_date: day(ahead) })
    const task_ids = created.filter(({ stop }) => stop === title).map(({ task_id }) => task_id)
    if (task_ids.length > 0) await owner.post(`${stops}/${stop_id}/tasks`, { task_ids })
    return stop_id
  }
  for (const [name, stops] of Object.entries(lines)) {
    const { journey_id } = await owner.post(`/v1/projects/${project_id}/journeys`, { name })
    journeys.push(journey_id)
    for (const stop of stops) await createStop(stop, [journey_id])
  }
  const stop_id = await createStop(handover, journeys)
  const { team_id, milestone_id } = teams.get(team)
  if (project_id === projects.find((project) => project.team_id === team_id).project_id)
    await owner.put(`/v1/projects/${project_id}/stops/${stop_id}/milestones/${milestone_id}`)
}

async function addConversation(context, { task_id, comments = [], file }) {
  let parent
  for (const [user, text, reply] of comments) {
    const person = context.people.get(user)
    const content = insertKeys(context, text)
    if (reply) await person.post('/v1/task-comments/reply', { parent_comment_id: parent, content })
    else parent = (await person.post('/v1/task-comments', { task_id, content })).comment_id
  }
  if (!file) return
  const form = new FormData()
  form.set('task_id', task_id)
  form.set('file', new Blob([file[1]]), file[0])
  await context.owner.post('/v1/task-attachments', form)
}
