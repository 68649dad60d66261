import { readContexts } from '../config/contexts.ts'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { completeValues, completeMark, completeNames, type CompletionKind } from './complete.ts'

function completeContexts(this: Context): string[] {
  return Object.keys(readContexts(this.env).contexts)
}

export const contextCompletion = { proposeCompletions: completeContexts } as const

export const commonFlags = {
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
    ...contextCompletion,
  },
} as const

export const listFlags = {
  ...commonFlags,
  csv: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print CSV with a header row' },
  ids: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print only ids, one per line' },
} as const

export const textFlag = (brief: string, placeholder: string, values: readonly string[] = []) =>
  ({
    kind: 'parsed',
    parse: String,
    optional: true,
    brief,
    placeholder,
    values,
    proposeCompletions: completeValues(values),
  }) as const

/** Option for the name of an existing object; `values` are further values. */
export const nameFlag = (brief: string, placeholder: string, kind: CompletionKind, values: readonly string[] = []) =>
  ({ ...textFlag(brief, placeholder), proposeCompletions: completeNames(kind, values) }) as const

export const namesFlag = (brief: string, placeholder: string, kind: CompletionKind, values: readonly string[] = []) =>
  ({ ...nameFlag(brief, placeholder, kind, values), variadic: ',' }) as const

/** Several values, separated by commas or in repeated options. */
export const valuesFlag = (brief: string, placeholder: string, values: readonly string[] = []) =>
  ({ ...textFlag(brief, placeholder, values), variadic: ',' }) as const

export const booleanFlag = (brief: string) => ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const

export const countFlag = (brief: string) =>
  ({ kind: 'parsed', parse: parsePositiveInteger, optional: true, brief, placeholder: 'N' }) as const

function parsePositiveInteger(input: string): number {
  if (!/^[1-9]\d{0,8}$/.test(input)) throw usageError(`${JSON.stringify(input)} is not a whole number greater than 0`)
  return Number(input)
}

export const requiredArgument = (placeholder: string, brief: string, values: readonly string[] = []) =>
  ({ parse: String, placeholder, brief, values, proposeCompletions: completeValues(values) }) as const

export const taskIdArgument = {
  parse: parseId,
  placeholder: 'ID',
  brief: 'Task id, or key like QUAY-12',
  proposeCompletions: completeNames('tasks'),
} as const

export const repeatedArgument = (placeholder: string, brief: string) =>
  ({ kind: 'array', parameter: { parse: String, placeholder, brief } }) as const

/** Quick-add line, in one or several arguments. */
export const quickAddArgument = {
  kind: 'array',
  parameter: {
    parse: String,
    placeholder: 'TEXT',
    brief: 'Title and marks',
    proposeCompletions: completeMark,
  },
} as const

export const taskIdArguments = { kind: 'array', parameter: taskIdArgument } as const

/** Rejects ids that would change the path of a request URL. */
function parseId(input: string): string {
  if (!input || input === '.' || input === '..') throw usageError(`${JSON.stringify(input)} is not an id`)
  return input
}

export const buildDocs = (brief: string, examples: readonly string[], more = '') => ({
  brief,
  fullDescription: [brief, more, `EXAMPLES\n${examples.map((example) => `  ${example}`).join('\n')}`]
    .filter(Boolean)
    .join('\n\n'),
})
