// Shared with imports, which create goals by the rules of the API.
export { insertGoal as importGoal, saveGoal as saveImportedGoal, type GoalRow } from './queries.ts'
