import { DataError } from './errors.ts'
import { findRowProblem } from './fields.ts'
import { kinds, type Kind, type Row } from './kinds.ts'

/** Throws a `DataError` unless the value is a row of the kind. */
export function requireRow<K extends Kind>(kind: K, value: unknown, line?: number, part = `${kind}.jsonl`): Row<K> {
  const problem = findRowProblem(kinds[kind].fields, value)
  if (problem) throw new DataError(part, line, `${problem}.`)
  return value as Row<K>
}
