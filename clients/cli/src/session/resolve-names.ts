import { CliError, exitCodes, isApiError, usageError } from '../errors.ts'
import { requireOrgId, type Session } from './session.ts'

interface Named {
  id: string
  name: string
}

/** Normalizes a name for comparison: upper-casing turns `ß` into `ss`, and `İ` loses its dot. */
const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/**
 * Finds an object by id, name or prefix, ignoring case and treating dashes as spaces.
 * @throws {CliError} with the candidates if none or several match
 */
function requireMatch(kind: string, wanted: string, all: Named[]): Named {
  const normalized = normalizeName(wanted)
  const byId = all.find(({ id }) => id === wanted)
  if (byId) return byId
  const exact = all.filter(({ name }) => normalizeName(name) === normalized)
  const found = exact.length > 0 ? exact : all.filter(({ name }) => normalizeName(name).startsWith(normalized))
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw usageError(`${JSON.stringify(wanted)} matches several ${kind}s: ${formatNames(found)}. Use the id.`)
  const near = all.filter(({ name }) => normalizeName(name).includes(normalized))
  const shown = near.length > 0 ? near : all
  const hint =
    shown.length > 0
      ? ` ${near.length > 0 ? 'Did you mean' : 'Available'}: ${formatNames(shown)}${near.length > 0 ? '?' : '.'}`
      : ` No ${kind} is visible to you.`
  throw new CliError(`No ${kind} matches ${JSON.stringify(wanted)}.${hint}`, exitCodes.notFound)
}

function formatNames(all: Named[]): string {
  const shown = all.slice(0, 10).map(({ id, name }) => (id === name ? name : `${name} (${id})`))
  return shown.join(', ') + (all.length > 10 ? `, and ${all.length - 10} more` : '')
}

/** Resolves a project to its id; null for `none`. */
export async function resolveProject(session: Session, wanted: string): Promise<string | null> {
  if (wanted === 'none') return null
  const org = await requireOrgId(session)
  const all: Named[] = []
  for await (const { project_id, name } of session.svc.projects.list({ org_id: org, limit: 1000 }))
    all.push({ id: project_id, name })
  return requireMatch('project', wanted, all).id
}

/** Resolves a team to its id; null for `none`. */
export async function resolveTeam(session: Session, wanted: string): Promise<string | null> {
  if (wanted === 'none') return null
  const all: Named[] = []
  for await (const { team_id, name } of session.svc.teams.list({
    org_id: await requireOrgId(session),
    limit: 1000,
  }))
    all.push({ id: team_id, name })
  return requireMatch('team', wanted, all).id
}

/** Resolves a member to a username; null for `none`. Returns the text unchecked if the token cannot list members. */
export async function resolveMember(session: Session, wanted: string): Promise<string | null> {
  if (wanted === 'none') return null
  if (wanted === 'me') return (await loadCurrentUser(session)).username
  const all: Named[] = []
  try {
    const query = { org_id: await requireOrgId(session), is_active: true, limit: 1000 }
    for await (const { username } of session.svc.organizationMembers.list(query))
      if (username) all.push({ id: username, name: username })
  } catch (error) {
    if (isApiError(error) && error.status === 403) return wanted
    throw error
  }
  return requireMatch('user', wanted, all).id
}

export async function loadCurrentUser({ svc }: Session): Promise<{ id: string; username: string }> {
  const { principal } = await svc.me.read()
  return { id: principal.id, username: principal.username ?? principal.id }
}
