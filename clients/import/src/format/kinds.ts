import { containerKinds } from './container-kinds.ts'
import { buildObjectSchema } from './fields.ts'
import type { JsonSchema, RowType } from './fields.ts'
import { taskKinds } from './task-kinds.ts'

/** The kinds of rows in the order of their files: a row names rows of its own kind or of earlier ones. */
export const kinds = { ...containerKinds, ...taskKinds } as const

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

/** A row of a kind. */
export type Row<K extends Kind> = RowType<(typeof kinds)[K]['fields']>
/** A row of any kind, as parsers yield it. */
export type Entry = { [K in Kind]: { kind: K; row: Row<K> } }[Kind]

export const buildRowSchema = (kind: Kind): JsonSchema => buildObjectSchema(kinds[kind].fields, kinds[kind].description)
