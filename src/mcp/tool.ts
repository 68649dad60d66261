import type { ErrorItem } from '../core/errors.ts'
import type { Api } from './api.ts'
import type { Names } from './names.ts'
import type { Json } from './schemas.ts'

export interface Work {
  api: Api
  names: Names
  /** Errors of batch items by index; the remaining items are executed. */
  unfit?: ReadonlyMap<number, ErrorItem[]>
}

export interface Outcome {
  data: Record<string, unknown>
  /** Name of the list in `data` that the text prints row by row. */
  rows?: string
  content?: Record<string, unknown>[]
  /** True if all items of a batch failed. */
  failed?: boolean
}

/** `ToolAnnotations` of MCP. */
export interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export const toolsets = ['default', 'danger', 'all'] as const
export type Toolset = (typeof toolsets)[number]

/** MCP tool; its schemas are derived from the operations that it calls. */
export interface Tool {
  name: string
  title: string
  description: string
  toolset: Toolset
  annotations: Annotations
  /** Operations that every call needs: their scopes are checked first. */
  needs: readonly string[]
  /** Operations that some calls need. */
  may?: readonly string[]
  input: Json
  /** Argument whose items are executed independently. */
  batch?: string
  output: Json
  // `args` has been validated against `input`.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(work: Work, args: any): Promise<Outcome>
}

export const reading: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
/** Creates a new object with each call. */
export const adding: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
/** Overwrites stored data; a repeated call has no further effect. */
export const overwriting: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}
