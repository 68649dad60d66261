import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes } from '../errors.ts'
import { printResult, printRows, type ListFlags } from '../output/rows.ts'
import { readUndoLog, completeUndo, type UndoEntry } from '../session/undo-log.ts'
import { openSession } from '../session/session.ts'
import { undoChanges } from './undo-changes.ts'

interface UndoFlags extends ListFlags {
  list?: boolean
}

export async function undoLastCommand(context: Context, flags: UndoFlags): Promise<void> {
  const session = openSession(context, flags)
  const entries = readUndoLog(context, session)
  if (flags.list) return printEntries(context, entries, flags)
  const [entry] = entries
  if (!entry) throw new CliError('Nothing to undo')
  const outcomes = await undoChanges(session, entry.changes, context.signal)
  const refused = outcomes.filter((one) => one.refused !== undefined)
  const remaining = refused.filter(({ final }) => !final).map(({ change }) => change)
  const renumbered = outcomes.flatMap(({ change: { task_id, from }, version }) =>
    from === undefined || version === undefined ? [] : [{ task_id, from, to: version }],
  )
  await completeUndo(context, session, entry, remaining, renumbered)
  for (const { change, refused: why, missing = [] } of outcomes)
    for (const said of why === undefined ? missing : [why]) context.note(`${change.task_id}  ${change.title}: ${said}`)
  reportResult(
    context,
    entry,
    outcomes.length - refused.length,
    outcomes.some(({ missing }) => missing?.length),
    flags,
  )
}

function reportResult(
  context: Context,
  { what, at, changes }: UndoEntry,
  done: number,
  partly: boolean,
  flags: CommonFlags,
) {
  if (done < changes.length)
    throw new CliError(`Undone in part, ${done} of ${changes.length} (see above): ${what}`, exitCodes.conflict)
  if (partly) throw new CliError(`Partly undone (see above): ${what}`, exitCodes.conflict)
  const undone = changes.map(({ task_id }) => task_id)
  printResult(context, { undone: what, at, task_ids: undone }, `Undone: ${what}`, flags)
}

function printEntries(context: Context, entries: UndoEntry[], flags: ListFlags): void {
  printRows(
    context,
    entries.map(({ at, what, changes }) => ({ at, what, tasks: changes })),
    {
      id: ({ at }) => at,
      emptyMessage: 'Nothing to undo',
      columns: [
        { name: 'at', heading: 'AT', cell: ({ at }) => at },
        { name: 'what', heading: 'WHAT', cell: ({ what }) => what },
        {
          name: 'fields',
          heading: 'CHANGED',
          cell: ({ tasks }) => [...new Set(tasks.flatMap(({ before = {} }) => Object.keys(before)))].join(', '),
        },
        { name: 'title', heading: 'TITLE', cell: ({ tasks }) => tasks[0]?.title, fillsWidth: true },
      ],
    },
    flags,
  )
}
