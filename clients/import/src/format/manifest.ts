import {
  flag,
  id,
  integer,
  json,
  list,
  record,
  required,
  text,
  time,
  findRowProblem,
  buildObjectSchema,
} from './fields.ts'
import { buildRowSchema, kindNames } from './kinds.ts'
import type { JsonSchema, RowType } from './fields.ts'

export const FORMAT_NAME = 'svc-data'
export const FORMAT_VERSION = 2
export const MANIFEST_PATH = 'manifest.json'

const partFields = {
  path: required(text('Path in the archive.')),
  kind: text('Kind of its rows; absent for files.'),
  rows: integer('Number of rows.'),
  size: required(integer('Size in bytes.')),
  sha256: required(text('SHA-256, in hexadecimal digits.')),
}

export const manifestFields = {
  format: required(text(`Always ${FORMAT_NAME}.`)),
  format_version: required(integer(`Version of the format: ${FORMAT_VERSION}.`)),
  source: required(text('System that the data comes from, such as trello. From a svc server: svc:INSTALLATION.')),
  instance: text(
    'Host, site or other name that tells the system from others of its kind; absent if its ids are unique or it has none.',
  ),
  generator: text('Program that wrote the archive.'),
  created_at: required(time('Time of writing.')),
  org_id: id('Organization, if a whole one was exported.'),
  project_id: id('Project, if one was exported.'),
  complete: flag('Whether it contains everything that the source holds. Default: true.'),
  notes: list(text('A sentence.'), 'Sentences for users about what the source does not contain.'),
  details: json('Further properties of the generator: an object.'),
  parts: required(list(record(partFields, 'A part of the archive.'), 'All other parts of the archive.', 10_000_000)),
}

export type Manifest = RowType<typeof manifestFields>
export type Part = RowType<typeof partFields>

/** Returns a sentence about what is wrong with a manifest, if anything is. */
export function findManifestProblem(value: unknown): string | undefined {
  const { format, format_version: version } = (value ?? {}) as Record<string, unknown>
  if (format !== FORMAT_NAME) return `this is not an archive of the format ${FORMAT_NAME}`
  if (typeof version === 'number' && version > FORMAT_VERSION)
    return `format version ${version} is newer than this program, which knows ${FORMAT_VERSION}. Update the program.`
  return findRowProblem(manifestFields, value)
}

/** Builds the JSON schema of the format: the manifest, and under `$defs` a row of each kind. */
export function buildFormatSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${FORMAT_NAME} ${FORMAT_VERSION}`,
    ...buildObjectSchema(manifestFields, 'manifest.json. $defs has the rows of each kind.'),
    $defs: Object.fromEntries(kindNames.map((kind) => [kind, buildRowSchema(kind)])),
  }
}
