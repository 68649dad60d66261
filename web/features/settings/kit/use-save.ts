import { SvcProblem } from '@svc/sdk'
import { useRef } from 'preact/hooks'
import { createProblem } from '../../../store/calls.ts'
import { isEqual } from '../../../store/rows.ts'
import { formatList } from '../../../components/util/intl.ts'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'
import { pickChanges } from './row-changes.ts'

interface SaveOptions<Row> {
  read: (row: Row) => PromiseLike<Row>
  /** Sends the changed attributes with the If-Match of a row. */
  send: (patch: Partial<Row>, row: Row) => PromiseLike<object>
}

/**
 * Returns the function that saves a form. Changes by others to other attributes are merged; those to the same ones are
 * reported once, and replaced if the form is sent again.
 */
export function useSave<Row extends object>(current: Row, { read, send }: SaveOptions<Row>) {
  const shown = useRef(current)
  const base = useRef(current)
  return async function save(next: Partial<Row>): Promise<void> {
    const patch = pickChanges(next, shown.current)
    if (Object.keys(patch).length === 0) return
    try {
      base.current = shown.current = (await send(patch, base.current)) as Row
    } catch (problem) {
      if (!(problem instanceof SvcProblem) || problem.status !== 412) throw problem
      const before = base.current
      const now = (base.current = await read(before))
      const names = Object.keys(patch) as (keyof Row)[]
      const theirs = names
        .filter((name) => !isEqual(now[name], before[name]) && !isEqual(now[name], patch[name]))
        .map((name) => [now[name] ?? messages.empty].flat().join(' '))
      if (theirs.length > 0) throw createProblem(409, '', messages.changedTo(formatList(theirs)))
      await save(next)
    }
  }
}
