// Shared with imports, which create fields and options by the rules of the API.
export { createField as importField, updateField as updateImportedField } from './commands.ts'
export { listFieldsByKey } from './queries.ts'
