import type { ErrorItem } from '../core/errors.ts'
import type { OperationClient } from './api.ts'
import type { NameResolver } from './resolve-names.ts'
import type { JsonSchema } from './schemas.ts'

export interface ToolContext {
  api: OperationClient
  names: NameResolver
  /** Errors of batch items by index; the remaining items are executed. */
  itemErrors?: ReadonlyMap<number, ErrorItem[]>
}

export interface ToolOutcome {
  data: Record<string, unknown>
  /** Name of the list in `data` that the text prints row by row. */
  rows?: string
  content?: Record<string, unknown>[]
  failed?: boolean
}

export interface ToolAnnotations {
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
  annotations: ToolAnnotations
  /** Operations that every call needs: their scopes are checked first. */
  requiredOperations: readonly string[]
  /** Operations that some calls need. */
  optionalOperations?: readonly string[]
  input: JsonSchema
  /** Argument whose items are executed independently. */
  batch?: string
  output: JsonSchema
  // `args` has been validated against `input`.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(ctx: ToolContext, args: any): Promise<ToolOutcome>
}

export const readAnnotations: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
export const createAnnotations: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
/** Overwrites stored data; a repeated call has no further effect. */
export const overwriteAnnotations: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}
