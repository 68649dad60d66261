// Shared with imports, which create fields and options by the rules of the API.
export { createField as importField } from './commands.ts'
