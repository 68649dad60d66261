// Shared with imports and restores, which write projects by the rules of the API.
import { deleteProject } from './commands/write.ts'
import { toPriorityRank, toStatusRank } from './rules.ts'

export { createProject as importProject } from './commands/write.ts'
export const undoProject = deleteProject

/** Returns the stored ranks of a restored project. */
export const importedProjectRanks = (status: string, priority: string) => ({
  status_rank: toStatusRank(status),
  priority_rank: toPriorityRank(priority),
})
