import { compileSchema, type SchemaValidator } from '../http/validate.ts'
import type { Caller } from '../core/caller.ts'
import type { AnyOperation } from '../http/operation.ts'
import { toStrict } from './strict-schemas.ts'
import { toolsets, type Tool, type Toolset } from './tool.ts'
import { callOperation, findOperation } from './tools/all.ts'
import { comment } from './tools/comment.ts'
import { danger } from './tools/danger.ts'
import { getContext } from './tools/get-context.ts'
import { getFile } from './tools/get-file.ts'
import { getTask } from './tools/get-task.ts'
import { listChanges } from './tools/list-changes.ts'
import { listMembers } from './tools/list-members.ts'
import { listPlans } from './tools/list-plans.ts'
import { listProjects, saveProject } from './tools/projects.ts'
import { searchTasks } from './tools/search-tasks.ts'
import { createTasks, moveTasks, updateTasks } from './tools/write-tasks.ts'

/** Returns all tools in the order of `tools/list`; some schemas are derived from operations. */
export const toolsOf = (operation: (id: string) => AnyOperation): readonly Tool[] => [
  getContext,
  searchTasks(operation),
  getTask,
  createTasks(operation),
  updateTasks(operation),
  moveTasks,
  comment,
  listProjects,
  saveProject(operation),
  listMembers,
  listPlans,
  listChanges,
  getFile,
  ...danger,
  findOperation,
  callOperation,
]

/** Parses the `toolsets` parameter; always includes `default`, and returns unknown names. */
export function toolsetsOf(text: string | undefined): { sets: Set<Toolset>; unknown: string[] } {
  const named = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const isKnown = (name: string): name is Toolset => (toolsets as readonly string[]).includes(name)
  return {
    sets: new Set<Toolset>(['default', ...named.filter(isKnown)]),
    unknown: named.filter((name) => !isKnown(name)),
  }
}

/**
 * Returns the tools of the requested toolsets, for test tokens only read-only ones. Includes tools whose scopes the
 * token lacks, since the client can request them.
 */
export const toolsFor = (tools: readonly Tool[], sets: ReadonlySet<Toolset>, { token }: Caller): Tool[] =>
  tools.filter(
    ({ toolset, annotations, name }) =>
      sets.has(toolset) &&
      // call_operation can call reads; its writes are rejected by the API.
      (token?.kind !== 'test' || annotations.readOnlyHint || name === callOperation.name),
  )

export const told = ({ name, title, description, input, output, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema: toStrict(input) as { type: 'object' },
  outputSchema: output as { type: 'object' },
  annotations,
})

const checks = new WeakMap<Tool, SchemaValidator>()

export function checkOf(tool: Tool): SchemaValidator {
  let check = checks.get(tool)
  if (!check) checks.set(tool, (check = compileSchema(tool.input as never)))
  return check
}
