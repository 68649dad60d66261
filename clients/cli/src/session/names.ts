import { CliError, exitCodes, isRefusal, usageError } from '../errors.ts'
import { orgOf, type Session } from './session.ts'

interface Named {
  id: string
  name: string
}

/** Normalizes a name for comparison: upper-casing turns `ß` into `ss`, and `İ` loses its dot. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/**
 * The one that a name means: its id, its name in any case with spaces or dashes, or the beginning of it.
 * @throws {CliError} with those that it could be
 */
function chosen(what: string, wanted: string, all: Named[]): Named {
  const asked = plain(wanted)
  const byId = all.find(({ id }) => id === wanted)
  if (byId) return byId
  const whole = all.filter(({ name }) => plain(name) === asked)
  const found = whole.length > 0 ? whole : all.filter(({ name }) => plain(name).startsWith(asked))
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw usageError(`${JSON.stringify(wanted)} could be several ${what}s: ${listed(found)}. Write its id.`)
  const near = all.filter(({ name }) => plain(name).includes(asked))
  const shown = near.length > 0 ? near : all
  const there =
    shown.length > 0
      ? ` There ${shown.length === 1 ? 'is' : 'are'}: ${listed(shown)}.`
      : ` There is none that you can see.`
  throw new CliError(`There is no ${what} ${JSON.stringify(wanted)}.${there}`, exitCodes.notFound)
}

function listed(all: Named[]): string {
  const shown = all.slice(0, 10).map(({ id, name }) => (id === name ? name : `${name} (${id})`))
  return shown.join(', ') + (all.length > 10 ? `, and ${all.length - 10} more` : '')
}

/** The id of a project; null for `none`. */
export async function projectOf(session: Session, wanted: string): Promise<string | null> {
  if (wanted === 'none') return null
  const org = await orgOf(session)
  const all: Named[] = []
  for await (const { project_id, name } of session.svc.projects.list({ org_id: org, limit: 1000 }))
    all.push({ id: project_id, name })
  return chosen('project', wanted, all).id
}

/** The id of a team; null for `none`. */
export async function teamOf(session: Session, wanted: string): Promise<string | null> {
  if (wanted === 'none') return null
  const all: Named[] = []
  for await (const { team_id, name } of session.svc.teams.list({ org_id: await orgOf(session), limit: 1000 }))
    all.push({ id: team_id, name })
  return chosen('team', wanted, all).id
}

/** The username of a member; null for `none`. A token that may not list members has to be given usernames. */
export async function personOf(session: Session, wanted: string): Promise<string | null> {
  if (wanted === 'none') return null
  if (wanted === 'me') return (await whoAmI(session)).username
  const all: Named[] = []
  try {
    const query = { org_id: await orgOf(session), is_active: true, limit: 1000 }
    for await (const { username } of session.svc.organizationMembers.list(query))
      if (username) all.push({ id: username, name: username })
  } catch (error) {
    if (isRefusal(error) && error.status === 403) return wanted
    throw error
  }
  return chosen('person', wanted, all).id
}

export async function whoAmI({ svc }: Session): Promise<{ id: string; username: string }> {
  const { principal } = await svc.me.read()
  return { id: principal.id, username: principal.username ?? principal.id }
}
