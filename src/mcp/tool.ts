import type { ErrorItem } from '../core/errors.ts'
import type { Api } from './api.ts'
import type { Names } from './names.ts'
import type { Json } from './schemas.ts'

/** What tools work with while they answer one call. */
export interface Work {
  api: Api
  names: Names
  /** Errors of batch items by index; the remaining items are executed. */
  unfit?: ReadonlyMap<number, ErrorItem[]>
}

/** What a tool answers. */
export interface Outcome {
  data: Record<string, unknown>
  /** Which list of `data` is told row by row in the text. */
  rows?: string
  /** Further content, such as an image. */
  content?: Record<string, unknown>[]
  /** Of writes of several things, whether some or all failed. */
  failed?: boolean
}

/** What a tool is said to do (`ToolAnnotations` of the protocol), and never does more. */
export interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export const toolsets = ['default', 'danger', 'all'] as const
export type Toolset = (typeof toolsets)[number]

/** One tool. Its schemas come of the declarations of the operations that it calls. */
export interface Tool {
  name: string
  title: string
  description: string
  toolset: Toolset
  annotations: Annotations
  /** The operations that it calls whenever it works: their scopes are asked for at once. */
  needs: readonly string[]
  /** Those that it may call beside. */
  may?: readonly string[]
  input: Json
  /** Argument whose items are executed independently. */
  batch?: string
  output: Json
  // What it is given has been checked against `input`.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(work: Work, args: any): Promise<Outcome>
}

export const reading: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
/** It makes something new each time, and changes nothing that was there. */
export const adding: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
/** It writes over what was there; the same once more changes nothing more. */
export const overwriting: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}
