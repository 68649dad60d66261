import { readContexts } from '../config/contexts.ts'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { among, completeMark, named, type Listed } from './complete.ts'

function completeContexts(this: Context): string[] {
  return Object.keys(readContexts(this.env).contexts)
}

export const contextNames = { proposeCompletions: completeContexts } as const

export const common = {
  json: {
    kind: 'parsed',
    parse: String,
    inferEmpty: true,
    optional: true,
    brief: 'Print JSON: all fields, or only these (--json=title,status)',
    placeholder: 'FIELDS',
  },
  context: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'Use this context (see: svc context list)',
    placeholder: 'NAME',
    ...contextNames,
  },
} as const

export const listing = {
  ...common,
  csv: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print CSV with a header row' },
  ids: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print only ids, one per line' },
} as const

export const text = (brief: string, placeholder: string, values: readonly string[] = []) =>
  ({
    kind: 'parsed',
    parse: String,
    optional: true,
    brief,
    placeholder,
    values,
    proposeCompletions: among(values),
  }) as const

/** Option for the name of an existing object; `values` are further values. */
export const name = (brief: string, placeholder: string, kind: Listed, values: readonly string[] = []) =>
  ({ ...text(brief, placeholder), proposeCompletions: named(kind, values) }) as const

export const names = (brief: string, placeholder: string, kind: Listed, values: readonly string[] = []) =>
  ({ ...name(brief, placeholder, kind, values), variadic: ',' }) as const

/** Several values, separated by commas or in repeated options. */
export const several = (brief: string, placeholder: string, values: readonly string[] = []) =>
  ({ ...text(brief, placeholder, values), variadic: ',' }) as const

export const flag = (brief: string) =>
  ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const

export const count = (brief: string) =>
  ({ kind: 'parsed', parse: parsePositiveInteger, optional: true, brief, placeholder: 'N' }) as const

function parsePositiveInteger(input: string): number {
  if (!/^[1-9]\d{0,8}$/.test(input))
    throw usageError(`${JSON.stringify(input)} is not a whole number greater than 0`)
  return Number(input)
}

export const one = (placeholder: string, brief: string, values: readonly string[] = []) =>
  ({ parse: String, placeholder, brief, values, proposeCompletions: among(values) }) as const

export const taskId = {
  parse: idOf,
  placeholder: 'ID',
  brief: 'Task id',
  proposeCompletions: named('tasks'),
} as const

export const many = (placeholder: string, brief: string) =>
  ({ kind: 'array', parameter: { parse: String, placeholder, brief } }) as const

/** Quick-add line, in one or several arguments. */
export const line = {
  kind: 'array',
  parameter: {
    parse: String,
    placeholder: 'TEXT',
    brief: 'Title and marks',
    proposeCompletions: completeMark,
  },
} as const

export const taskIds = { kind: 'array', parameter: taskId } as const

/** Rejects ids that would change the path of a request URL. */
export function idOf(input: string): string {
  if (!input || input === '.' || input === '..') throw usageError(`${JSON.stringify(input)} is not an id`)
  return input
}

export const docs = (brief: string, examples: readonly string[], more = '') => ({
  brief,
  fullDescription: [brief, more, `EXAMPLES\n${examples.map((example) => `  ${example}`).join('\n')}`]
    .filter(Boolean)
    .join('\n\n'),
})
