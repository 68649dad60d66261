// Shared with imports, which create goals by the rules of the API.
export { insertGoal as importGoal } from './queries.ts'
