// Shared with imports, which create views by the rules of the API.
export { insertView as importView } from './queries.ts'
export { normalizeViewQuery as normalizeImportedQuery } from './rules.ts'
