import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { StreamEvent } from '@svc/sdk'
import type { CommonFlags, Context } from '../context.ts'
import { CliError } from '../errors.ts'
import { createTitleFinder, formatEvent } from '../output/events.ts'
import { toSafeJson } from '../output/text.ts'
import { resolveProject } from '../session/resolve-names.ts'
import { openSession, requireOrgId } from '../session/session.ts'

interface WatchFlags extends CommonFlags {
  type?: readonly string[]
  project?: string
  mine?: boolean
  exec?: string
  after?: string
}

/** Prints events, or runs a command for each, until interrupted. */
export async function watchEvents(context: Context, flags: WatchFlags): Promise<void> {
  const session = openSession(context, flags)
  const project = flags.project ?? session.project
  const query = {
    org_id: await requireOrgId(session),
    ...(flags.type && { types: [...flags.type] }),
    ...(flags.mine && { mine: true }),
    ...(project !== undefined && { project_id: (await resolveProject(session, project)) ?? '' }),
  }
  const options = { signal: context.signal, ...(flags.after !== undefined && { cursor: flags.after }) }
  const events = session.svc.events.stream(query, options)
  const findTitle = createTitleFinder(session, context.signal)
  if (context.columns !== undefined) context.note('Watching. Stop with Ctrl-C.')
  for await (const event of events) {
    if (flags.exec !== undefined) await runCommand(context, flags.exec, event, events.cursor)
    else if (flags.json !== undefined) context.out(`${toSafeJson({ ...event, cursor: events.cursor })}\n`)
    else context.out(`${formatEvent(event, await findTitle(event), context.columns !== undefined)}\n`)
  }
}

/** Runs a command with the event on standard input, never in the command line, so that titles cannot inject commands. */
async function runCommand(context: Context, command: string, event: StreamEvent, cursor?: string): Promise<void> {
  const env = { ...context.env, SVC_EVENT_TYPE: event.type, SVC_EVENT_ID: event.id, SVC_CURSOR: cursor ?? '' }
  const child = spawn(command, { shell: true, env, stdio: ['pipe', 'inherit', 'inherit'] })
  // Ignores EPIPE from a command that does not read its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(`${JSON.stringify(event)}\n`)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && !context.signal.aborted)
    throw new CliError(
      `${command} failed (${code === null ? 'ended by a signal' : `exit code ${code}`}) on ${event.type}. Resume with --after ${cursor ?? ''}.`,
    )
}
