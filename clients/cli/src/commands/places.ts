import { choosing } from './tasks.ts'
import { command } from './command.ts'
import { docs, listing, many, name } from './flags.ts'

const places = () => import('../actions/places.ts')

export const projects = command({
  loader: async () => (await places()).listProjects,
  parameters: { flags: listing },
  docs: docs('List projects', ['svc projects', 'svc projects --json=project_id,name']),
})

export const teams = command({
  loader: async () => (await places()).listTeams,
  parameters: { flags: listing },
  docs: docs('List teams', ['svc teams']),
})

export const members = command({
  loader: async () => (await places()).listMembers,
  parameters: { flags: listing },
  docs: docs('List the members of the organization', ['svc members', 'svc members --csv > members.csv']),
})

export const sprints = command({
  loader: async () => (await places()).listSprints,
  parameters: { flags: { ...listing, team: name('Of this team', 'TEAM', 'teams') } },
  docs: docs('List sprints, latest first', ['svc sprints', 'svc sprints --team Riggers --ids']),
})

export const search = command({
  loader: async () => (await import('../actions/list.ts')).searchTasks,
  parameters: {
    flags: choosing,
    positional: many('TEXT', 'Text in title, description, id or tags'),
  },
  docs: docs(
    'Search tasks',
    ['svc search crane', "svc search 'load limit' --open --project North-quay"],
    'Searches tasks of any status, last changed first.',
  ),
})
