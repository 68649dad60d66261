import { compileSchema, type SchemaValidator } from '../http/validate.ts'
import type { Caller } from '../core/caller.ts'
import type { AnyOperation } from '../http/operation.ts'
import { toStrict } from './strict-schemas.ts'
import { toolsets, type Tool, type Toolset } from './tool.ts'
import { callOperationTool, findOperationTool } from './tools/operations.ts'
import { commentTool } from './tools/comment.ts'
import { dangerTools } from './tools/delete.ts'
import { getContextTool } from './tools/get-context.ts'
import { getFileTool } from './tools/get-file.ts'
import { getTaskTool } from './tools/get-task.ts'
import { listChangesTool } from './tools/list-changes.ts'
import { listMembersTool } from './tools/list-members.ts'
import { listPlansTool } from './tools/list-plans.ts'
import { listProjectsTool, buildSaveProjectTool } from './tools/projects.ts'
import { buildSearchTasksTool } from './tools/search-tasks.ts'
import { buildCreateTasksTool, moveTasksTool, buildUpdateTasksTool } from './tools/write-tasks.ts'

export const buildTools = (operation: (id: string) => AnyOperation): readonly Tool[] => [
  getContextTool,
  buildSearchTasksTool(operation),
  getTaskTool,
  buildCreateTasksTool(operation),
  buildUpdateTasksTool(operation),
  moveTasksTool,
  commentTool,
  listProjectsTool,
  buildSaveProjectTool(operation),
  listMembersTool,
  listPlansTool,
  listChangesTool,
  getFileTool,
  ...dangerTools,
  findOperationTool,
  callOperationTool,
]

/** Parses the `toolsets` parameter; always includes `default`, and returns unknown names. */
export function parseToolsets(text: string | undefined): { sets: Set<Toolset>; unknown: string[] } {
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
export const filterTools = (tools: readonly Tool[], sets: ReadonlySet<Toolset>, { token }: Caller): Tool[] =>
  tools.filter(
    ({ toolset, annotations, name }) =>
      sets.has(toolset) &&
      // call_operation can call reads; its writes are rejected by the API.
      (token?.kind !== 'test' || annotations.readOnlyHint || name === callOperationTool.name),
  )

export const presentTool = ({ name, title, description, input, output, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema: toStrict(input) as { type: 'object' },
  outputSchema: output as { type: 'object' },
  annotations,
})

const checks = new WeakMap<Tool, SchemaValidator>()

export function getArgumentValidator(tool: Tool): SchemaValidator {
  let check = checks.get(tool)
  if (!check) checks.set(tool, (check = compileSchema(tool.input as never)))
  return check
}
