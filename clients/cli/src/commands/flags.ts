import { readContexts } from '../config/contexts.ts'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import { among, completeMark, named, type Listed } from './complete.ts'

function savedContexts(this: Context): string[] {
  return Object.keys(readContexts(this.env).contexts)
}

/** Completes the names of the saved sign-ins. */
export const contextNames = { proposeCompletions: savedContexts } as const

/** The options that every command takes. */
export const common = {
  json: {
    kind: 'parsed',
    parse: String,
    inferEmpty: true,
    optional: true,
    brief: 'Print JSON: all of it, or the fields named (--json=title,status)',
    placeholder: 'FIELDS',
  },
  context: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'Use this saved sign-in (see: svc context list)',
    placeholder: 'NAME',
    ...contextNames,
  },
} as const

/** The options of what prints rows. */
export const listing = {
  ...common,
  csv: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print CSV with a heading' },
  ids: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print ids alone, one a line' },
} as const

/** A text that may be left out. */
export const text = (brief: string, placeholder: string, words: readonly string[] = []) =>
  ({
    kind: 'parsed',
    parse: String,
    optional: true,
    brief,
    placeholder,
    words,
    proposeCompletions: among(words),
  }) as const

/** Option for the name of an existing object; `words` are further values. */
export const name = (brief: string, placeholder: string, kind: Listed, words: readonly string[] = []) =>
  ({ ...text(brief, placeholder), proposeCompletions: named(kind, words) }) as const

/** Option for several names. */
export const names = (brief: string, placeholder: string, kind: Listed, words: readonly string[] = []) =>
  ({ ...name(brief, placeholder, kind, words), variadic: ',' }) as const

/** Several values, separated by commas or in options of their own. */
export const several = (brief: string, placeholder: string, words: readonly string[] = []) =>
  ({ ...text(brief, placeholder, words), variadic: ',' }) as const

/** Something that is so or not. */
export const flag = (brief: string) =>
  ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const

/** A whole number from 1 on. */
export const count = (brief: string) =>
  ({ kind: 'parsed', parse: wholeNumber, optional: true, brief, placeholder: 'N' }) as const

function wholeNumber(input: string): number {
  if (!/^[1-9]\d{0,8}$/.test(input)) throw usageError(`${JSON.stringify(input)} is no whole number from 1 on`)
  return Number(input)
}

/** One value that has to be there. */
export const one = (placeholder: string, brief: string, words: readonly string[] = []) =>
  ({ parse: String, placeholder, brief, words, proposeCompletions: among(words) }) as const

/** The id of a task. */
export const taskId = {
  parse: idOf,
  placeholder: 'ID',
  brief: 'Id of a task',
  proposeCompletions: named('tasks'),
} as const

/** Any number of values. */
export const many = (placeholder: string, brief: string) =>
  ({ kind: 'array', parameter: { parse: String, placeholder, brief } }) as const

/** Argument for the words of a quick-add line. */
export const line = {
  kind: 'array',
  parameter: {
    parse: String,
    placeholder: 'WORD',
    brief: 'The task, with its marks',
    proposeCompletions: completeMark,
  },
} as const

/** Any number of ids of tasks. */
export const taskIds = { kind: 'array', parameter: taskId } as const

/** An address could not hold the others. */
export function idOf(input: string): string {
  if (!input || input === '.' || input === '..') throw usageError(`${JSON.stringify(input)} is no id`)
  return input
}

/** Help that ends with examples. */
export const docs = (brief: string, examples: readonly string[], more = '') => ({
  brief,
  fullDescription: [brief, more, `EXAMPLES\n${examples.map((example) => `  ${example}`).join('\n')}`]
    .filter(Boolean)
    .join('\n\n'),
})
