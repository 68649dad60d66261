import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes } from '../errors.ts'
import { printDone, printRows, type ListFlags } from '../output/rows.ts'
import { readJournal, settleEntry, type Entry } from '../session/journal.ts'
import { openSession } from '../session/session.ts'
import { putAllBack } from './put-back.ts'

interface UndoFlags extends ListFlags {
  list?: boolean
}

export async function undo(context: Context, flags: UndoFlags): Promise<void> {
  const session = openSession(context, flags)
  const entries = readJournal(context, session)
  if (flags.list) return printEntries(context, entries, flags)
  const [entry] = entries
  if (!entry) throw new CliError('Nothing to undo')
  const outcomes = await putAllBack(session, entry.changes, context.signal)
  const refused = outcomes.filter((one) => one.refused !== undefined)
  const remaining = refused.filter(({ final }) => !final).map(({ change }) => change)
  const renumbered = outcomes.flatMap(({ change: { task_id, from }, version }) =>
    from === undefined || version === undefined ? [] : [{ task_id, from, to: version }],
  )
  await settleEntry(context, session, entry, remaining, renumbered)
  for (const { change, refused: why, missing = [] } of outcomes)
    for (const said of why === undefined ? missing : [why])
      context.note(`${change.task_id}  ${change.title}: ${said}`)
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
  { what, at, changes }: Entry,
  done: number,
  partly: boolean,
  flags: CommonFlags,
) {
  if (done < changes.length)
    throw new CliError(
      `Undone in part, ${done} of ${changes.length} (see above): ${what}`,
      exitCodes.conflict,
    )
  if (partly) throw new CliError(`Partly undone (see above): ${what}`, exitCodes.conflict)
  const undone = changes.map(({ task_id }) => task_id)
  printDone(context, { undone: what, at, task_ids: undone }, `Undone: ${what}`, flags)
}

function printEntries(context: Context, entries: Entry[], flags: ListFlags): void {
  printRows(
    context,
    entries.map(({ at, what, changes }) => ({ at, what, tasks: changes })),
    {
      id: ({ at }) => at,
      none: 'Nothing to undo',
      columns: [
        { name: 'at', heading: 'AT', cell: ({ at }) => at },
        { name: 'what', heading: 'WHAT', cell: ({ what }) => what },
        {
          name: 'fields',
          heading: 'CHANGED',
          cell: ({ tasks }) =>
            [...new Set(tasks.flatMap(({ before = {} }) => Object.keys(before)))].join(', '),
        },
        { name: 'title', heading: 'TITLE', cell: ({ tasks }) => tasks[0]?.title, rest: true },
      ],
    },
    flags,
  )
}
