// Shared with imports, which create fields and options by the rules of the API.
export {
  createField as importField,
  saveFieldOptions as saveImportedOptions,
  updateField as updateImportedField,
} from './commands.ts'
export { listFieldsById, listFieldsByKey } from './queries.ts'
export { addOption as addImportedOption } from './rules.ts'
