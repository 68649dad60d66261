export type { KindDeclaration } from './format/fields.ts'
export { DataError } from './format/errors.ts'
export { kinds, kindNames, isKind, buildRowSchema, type Entry, type Kind, type Row } from './format/kinds.ts'
export {
  buildFormatSchema,
  findManifestProblem,
  FORMAT_NAME,
  FORMAT_VERSION,
  MANIFEST_PATH,
  type Manifest,
  type Part,
} from './format/manifest.ts'
export { requireRow } from './format/row.ts'
