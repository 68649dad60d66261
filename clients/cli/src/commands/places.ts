import { choosing } from './tasks.ts'
import { command } from './command.ts'
import { docs, listing, many, name } from './flags.ts'

const loadActions = () => import('../actions/places.ts')

export const projects = command({
  loader: async () => (await loadActions()).listProjects,
  parameters: { flags: listing },
  docs: docs('List projects', ['svc projects', 'svc projects --json=project_id,name']),
})

export const teams = command({
  loader: async () => (await loadActions()).listTeams,
  parameters: { flags: listing },
  docs: docs('List teams', ['svc teams']),
})

export const members = command({
  loader: async () => (await loadActions()).listMembers,
  parameters: { flags: listing },
  docs: docs('List the members of the organization', ['svc members', 'svc members --csv > members.csv']),
})

export const sprints = command({
  loader: async () => (await loadActions()).listSprints,
  parameters: { flags: { ...listing, team: name('Only sprints of this team', 'TEAM', 'teams') } },
  docs: docs('List sprints, latest first', ['svc sprints', 'svc sprints --team Riggers --ids']),
})

export const search = command({
  loader: async () => (await import('../actions/list.ts')).searchTasks,
  parameters: {
    flags: choosing,
    positional: many('TEXT', 'Text in the title, description, id or tags'),
  },
  docs: docs(
    'Search tasks',
    ['svc search crane', "svc search 'load limit' --open --project North-quay"],
    'Searches tasks of any status, last changed first.',
  ),
})
