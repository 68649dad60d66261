import { normalizeForSearch } from '../core/text.ts'
import type { OperationClient } from './api.ts'
import { ToolError } from './errors.ts'

interface NamedRow {
  id: string
  name: string
}

interface Lookup {
  kind: string
  operation: string
  params?: Record<string, string>
  query?: Record<string, unknown>
  id: string
  name: string
}

/** Matches ids: one or two letters and 16 characters of Crockford's base 32. */
const idShape = /^[A-Z]{1,2}[0-9A-HJKMNP-TV-Z]{16}$/

const MAX_CANDIDATES = 10
/** Maximum number of characters of an unknown name that are echoed and searched for. */
const MAX_NAME_CHARACTERS = 200
/** Maximum number of different names per tool call, each of which costs a request. */
const MAX_LOOKUPS = 200
const MAX_IDS = 200

/** Looks up names and ids by list filters, each once per tool call. */
export class NameResolver {
  readonly #api: OperationClient
  readonly #lookups = new Map<string, Promise<NamedRow>>()
  readonly #projectNames = new Map<string, string>()

  constructor(api: OperationClient) {
    this.#api = api
  }

  resolveProject(text: string): Promise<string> {
    return this.#resolveId(this.#projects(), text)
  }

  resolveTeam(text: string): Promise<string> {
    return this.#resolveId(teams, text)
  }

  resolveGoal(text: string, projectId: string | undefined): Promise<string> {
    if (!idShape.test(text) && projectId === undefined) throw missingScopeError('goal', 'project')
    const params = { project_id: projectId! }
    return this.#resolveId({ kind: 'goal', operation: 'goals.list', params, id: 'goal_id', name: 'name' }, text)
  }

  resolveMilestone(text: string, teamId: string | undefined): Promise<string> {
    if (!idShape.test(text) && teamId === undefined) throw missingScopeError('milestone', 'team')
    const of = { operation: 'milestones.list', params: { team_id: teamId! } }
    return this.#resolveId({ kind: 'milestone', ...of, id: 'milestone_id', name: 'title' }, text)
  }

  async resolveSprint(text: string, teamId: string | undefined): Promise<string> {
    if (!idShape.test(text) && teamId === undefined) throw missingScopeError('sprint', 'team')
    if (text === 'current' && teamId !== undefined) {
      const { body } = await this.#api.call('sprints.current', { params: { team_id: teamId } })
      return (body as { sprint_id: string }).sprint_id
    }
    const of = { operation: 'sprints.list', params: { team_id: teamId! } }
    return this.#resolveId({ kind: 'sprint', ...of, id: 'sprint_id', name: 'name' }, text)
  }

  resolveSection(text: string, scope: { scope_type: string; scope_id: string } | undefined): Promise<string> {
    if (!idShape.test(text) && !scope) throw missingScopeError('section', 'project or team')
    const of = { operation: 'sections.list', query: { org_id: this.#api.orgId, ...scope } }
    return this.#resolveId({ kind: 'section', ...of, id: 'section_id', name: 'name' }, text)
  }

  async findProjectTeam(projectId: string): Promise<string | undefined> {
    const { body } = await this.#api.call('projects.read', { params: { project_id: projectId } })
    return (body as { team_id: string | null }).team_id ?? undefined
  }

  /** Lists names that contain a text, one more than a completion returns. */
  async suggestProjects(text: string): Promise<string[]> {
    return (await this.#list(this.#projects(), { search: text, limit: 101 })).rows.map(({ name }) => name)
  }

  async suggestTeams(text: string): Promise<string[]> {
    return (await this.#list(teams, { search: text, limit: 101 })).rows.map(({ name }) => name)
  }

  /** Resolves a member's username; returns it unchecked if the token cannot read the members. */
  async resolveMember(text: string): Promise<string> {
    if (this.#api.listMissingScopes(['organization-members.list']).length > 0) return text
    return (await this.#lookUpOnce(members, text)).name
  }

  /** Returns the names of the projects that the caller can read, archived ones too. */
  async findProjectNames(ids: readonly (string | null | undefined)[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#projectNames
    const missing = [...new Set(ids)].filter((id) => typeof id === 'string' && !known.has(id))
    if (missing.length === 0 || this.#api.listMissingScopes(['projects.list']).length > 0) return known
    for (let at = 0; at < missing.length; at += MAX_IDS) {
      const filters = { ids: missing.slice(at, at + MAX_IDS), limit: MAX_IDS }
      for (const { id, name } of (await this.#list(this.#projects(), filters)).rows) known.set(id, name)
    }
    return known
  }

  #projects(): Lookup {
    const params = { org_or_project_id: this.#api.orgId }
    const of = { operation: 'projects.list', params, query: { show_all: true } }
    return { kind: 'project', ...of, id: 'project_id', name: 'name' }
  }

  async #resolveId(lookup: Lookup, text: string): Promise<string> {
    return idShape.test(text) ? text : (await this.#lookUpOnce(lookup, text)).id
  }

  #lookUpOnce(lookup: Lookup, text: string): Promise<NamedRow> {
    const key = JSON.stringify([lookup.operation, lookup.params, lookup.query, normalizeForSearch(text)])
    let lookUp = this.#lookups.get(key)
    if (!lookUp) {
      if (this.#lookups.size >= MAX_LOOKUPS)
        throw new ToolError(`A call accepts at most ${MAX_LOOKUPS} different names. Send ids, or split the call.`)
      this.#lookups.set(key, (lookUp = this.#lookUp(lookup, text.trim())))
    }
    return lookUp
  }

  /** Returns the only entry with this name; throws `ToolError` with candidates if there is none, or several. */
  async #lookUp(lookup: Lookup, text: string): Promise<NamedRow> {
    if (text === '' || text.length > 2 * MAX_NAME_CHARACTERS) throw await this.#unknown(lookup, text)
    const { rows } = await this.#list(lookup, { [lookup.name]: text, limit: MAX_CANDIDATES + 1 })
    if (rows.length === 1) return rows[0]!
    if (rows.length === 0) throw await this.#unknown(lookup, text)
    throw new ToolError(`Several ${lookup.kind}s have this name. Send the id instead.`, {
      candidates: rows.slice(0, MAX_CANDIDATES),
      ...(rows.length > MAX_CANDIDATES && { more_exist: true }),
    })
  }

  /** Builds the error for an unknown name, with names that contain it or its beginning, else the first ones. */
  async #unknown(lookup: Lookup, text: string): Promise<ToolError> {
    const prefix = text.slice(0, MAX_NAME_CHARACTERS)
    const beginning = [...prefix].slice(0, 3).join('')
    for (const search of new Set([prefix, beginning, ''])) {
      const { rows, more } = await this.#list(lookup, { search, limit: MAX_CANDIDATES })
      if (rows.length === 0 && search !== '') continue
      return new ToolError(`No visible ${lookup.kind} has this name.`, {
        asked: prefix,
        candidates: rows.map(({ id, name }) => (id === name ? name : { id, name })),
        ...((more || search !== '') && { more_exist: true }),
      })
    }
    throw new Error('the list without a search was not read')
  }

  async #list({ operation, params = {}, query = {}, id, name }: Lookup, filters: Record<string, unknown>) {
    const { body } = await this.#api.call(operation, { params, query: { ...query, ...filters } })
    const { data, next_cursor } = body as { data: Record<string, string>[]; next_cursor: string | null }
    const rows: NamedRow[] = data.map((row) => ({ id: row[id]!, name: row[name]! })).filter((row) => row.name)
    return { rows, more: next_cursor !== null }
  }
}

const teams: Lookup = { kind: 'team', operation: 'teams.list', id: 'team_id', name: 'name' }
const members: Lookup = {
  kind: 'member',
  operation: 'organization-members.list',
  id: 'username',
  name: 'username',
}

const missingScopeError = (kind: string, scope: string) =>
  new ToolError(`A ${kind} is found by name only within a ${scope}. Send the ${scope} too, or the id of the ${kind}.`)
