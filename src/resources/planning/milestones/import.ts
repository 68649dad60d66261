// Shared with imports, which create milestones by the rules of the API.
export { insertMilestone as importMilestone, saveMilestone as saveImportedMilestone } from './queries.ts'
