// Shared with imports, which create and undo projects by the rules of the API.
import { deleteProject } from './commands/write.ts'

export { createProject as importProject } from './commands/write.ts'
export const undoProject = deleteProject
