// Shared with imports, which create sprints by the rules of the API.
export { insertSprint as importSprint } from './queries.ts'
export { newSprint as newImportedSprint } from './rules.ts'
