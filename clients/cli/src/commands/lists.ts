import { taskFilterFlags } from './tasks.ts'
import { defineCommand } from './command.ts'
import { buildDocs, listFlags, repeatedArgument, nameFlag } from './flags.ts'

const loadActions = () => import('../actions/lists.ts')

export const projects = defineCommand({
  loader: async () => (await loadActions()).listProjects,
  parameters: { flags: listFlags },
  docs: buildDocs('List projects', ['svc projects', 'svc projects --json=project_id,name']),
})

export const teams = defineCommand({
  loader: async () => (await loadActions()).listTeams,
  parameters: { flags: listFlags },
  docs: buildDocs('List teams', ['svc teams']),
})

export const members = defineCommand({
  loader: async () => (await loadActions()).listMembers,
  parameters: { flags: listFlags },
  docs: buildDocs('List the members of the organization', ['svc members', 'svc members --csv > members.csv']),
})

export const sprints = defineCommand({
  loader: async () => (await loadActions()).listSprints,
  parameters: { flags: { ...listFlags, team: nameFlag('Only sprints of this team', 'TEAM', 'teams') } },
  docs: buildDocs('List sprints, latest first', ['svc sprints', 'svc sprints --team Riggers --ids']),
})

export const search = defineCommand({
  loader: async () => (await import('../actions/list.ts')).searchTasks,
  parameters: {
    flags: taskFilterFlags,
    positional: repeatedArgument('TEXT', 'Text in the title, description, id or tags'),
  },
  docs: buildDocs(
    'Search tasks',
    ['svc search crane', "svc search 'load limit' --open --project North-quay"],
    'Searches tasks of any status, last changed first.',
  ),
})
