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

/** Every tool, in the order in which they are told; the schemas of some are made of the declarations. */
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

/** The sets that the address of a request names: the usual tools are always among them. Unknown names are told. */
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
 * The tools that a caller is told: those of the sets asked for, without what a test token can never do. A tool for which
 * a scope is missing is among them, since the client can ask for the scope.
 */
export const toolsFor = (tools: readonly Tool[], sets: ReadonlySet<Toolset>, { token }: Caller): Tool[] =>
  tools.filter(
    ({ toolset, annotations, name }) =>
      sets.has(toolset) &&
      // What calls anything can call what reads, and is refused the rest.
      (token?.kind !== 'test' || annotations.readOnlyHint || name === callOperation.name),
  )

/** A tool as `tools/list` tells it. */
export const told = ({ name, title, description, input, output, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema: toStrict(input) as { type: 'object' },
  outputSchema: output as { type: 'object' },
  annotations,
})

const checks = new WeakMap<Tool, SchemaValidator>()

/** The check of a tool's arguments, compiled when it is first called. */
export function checkOf(tool: Tool): SchemaValidator {
  let check = checks.get(tool)
  if (!check) checks.set(tool, (check = compileSchema(tool.input as never)))
  return check
}
