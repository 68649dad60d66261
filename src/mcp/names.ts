import { normalizeForSearch } from '../core/text.ts'
import type { Api } from './api.ts'
import { Unfit } from './refusals.ts'

/** Something that agents may name in place of its id. */
export interface Named {
  id: string
  name: string
}

/** A list in which names are looked up. */
interface Lookup {
  /** Noun for an entry in error texts. */
  kind: string
  operation: string
  params?: Record<string, string>
  query?: Record<string, unknown>
  id: string
  name: string
}

/** The ids of the service: a few letters and 16 of Crockford's base 32. */
const idShape = /^[A-Z]{1,2}[0-9A-HJKMNP-TV-Z]{16}$/

const mostCandidates = 10
/** Maximum number of characters of an unknown name that are echoed and searched for. */
const mostAsked = 200
/** Maximum number of different names per tool call, each of which costs a request. */
const mostLookups = 200
/** Maximum number of ids per lookup request. */
const mostIds = 200

/** Looks up names and ids by list filters, each once per tool call. */
export class Names {
  readonly #api: Api
  readonly #found = new Map<string, Promise<Named>>()
  readonly #projectNames = new Map<string, string>()

  constructor(api: Api) {
    this.#api = api
  }

  /** The id of a project that is named or told by its id. */
  project(text: string): Promise<string> {
    return this.#idOf(this.#projects(), text)
  }

  team(text: string): Promise<string> {
    return this.#idOf(teams, text)
  }

  goal(text: string, projectId: string | undefined): Promise<string> {
    if (!idShape.test(text) && projectId === undefined) throw needsHolder('goal', 'project')
    const params = { project_id: projectId! }
    return this.#idOf({ kind: 'goal', operation: 'goals.list', params, id: 'goal_id', name: 'name' }, text)
  }

  milestone(text: string, teamId: string | undefined): Promise<string> {
    if (!idShape.test(text) && teamId === undefined) throw needsHolder('milestone', 'team')
    const of = { operation: 'milestones.list', params: { team_id: teamId! } }
    return this.#idOf({ kind: 'milestone', ...of, id: 'milestone_id', name: 'title' }, text)
  }

  /** A sprint of a team, also by the word `current`. */
  async sprint(text: string, teamId: string | undefined): Promise<string> {
    if (!idShape.test(text) && teamId === undefined) throw needsHolder('sprint', 'team')
    if (text === 'current' && teamId !== undefined) {
      const { body } = await this.#api.call('sprints.current', { params: { team_id: teamId } })
      return (body as { sprint_id: string }).sprint_id
    }
    const of = { operation: 'sprints.list', params: { team_id: teamId! } }
    return this.#idOf({ kind: 'sprint', ...of, id: 'sprint_id', name: 'name' }, text)
  }

  section(text: string, holder: { scope_type: string; scope_id: string } | undefined): Promise<string> {
    if (!idShape.test(text) && !holder) throw needsHolder('section', 'project or team')
    const of = { operation: 'sections.list', query: { org_id: this.#api.orgId, ...holder } }
    return this.#idOf({ kind: 'section', ...of, id: 'section_id', name: 'name' }, text)
  }

  /** The team of a project, if it has one. */
  async teamOf(projectId: string): Promise<string | undefined> {
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
  async person(text: string): Promise<string> {
    if (this.#api.lacking(['organization-members.list']).length > 0) return text
    return (await this.#find(people, text)).name
  }

  /** Returns the names of the projects that the caller can read, archived ones too. */
  async projectNames(ids: readonly (string | null | undefined)[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#projectNames
    const missing = [...new Set(ids)].filter((id) => typeof id === 'string' && !known.has(id))
    if (missing.length === 0 || this.#api.lacking(['projects.list']).length > 0) return known
    for (let at = 0; at < missing.length; at += mostIds) {
      const asked = { ids: missing.slice(at, at + mostIds), limit: mostIds }
      for (const { id, name } of (await this.#list(this.#projects(), asked)).rows) known.set(id, name)
    }
    return known
  }

  /** Lookup of projects, archived ones too. */
  #projects(): Lookup {
    const params = { org_or_project_id: this.#api.orgId }
    const of = { operation: 'projects.list', params, query: { show_all: true } }
    return { kind: 'project', ...of, id: 'project_id', name: 'name' }
  }

  async #idOf(lookup: Lookup, text: string): Promise<string> {
    return idShape.test(text) ? text : (await this.#find(lookup, text)).id
  }

  #find(lookup: Lookup, text: string): Promise<Named> {
    const key = JSON.stringify([lookup.operation, lookup.params, lookup.query, normalizeForSearch(text)])
    let found = this.#found.get(key)
    if (!found) {
      if (this.#found.size >= mostLookups)
        throw new Unfit(
          `A call accepts at most ${mostLookups} different names: send ids, or make several calls.`,
        )
      this.#found.set(key, (found = this.#lookUp(lookup, text.trim())))
    }
    return found
  }

  /** Returns the only entry with this name; throws `Unfit` with candidates if there is none, or several. */
  async #lookUp(lookup: Lookup, text: string): Promise<Named> {
    if (text === '' || text.length > 2 * mostAsked) throw await this.#unknown(lookup, text)
    const { rows } = await this.#list(lookup, { [lookup.name]: text, limit: mostCandidates + 1 })
    if (rows.length === 1) return rows[0]!
    if (rows.length === 0) throw await this.#unknown(lookup, text)
    throw new Unfit(`Several have this name: send the id of the ${lookup.kind}.`, {
      candidates: rows.slice(0, mostCandidates),
      ...(rows.length > mostCandidates && { more_exist: true }),
    })
  }

  /** Builds the error for an unknown name, with names that contain it or its beginning, else the first ones. */
  async #unknown(lookup: Lookup, text: string): Promise<Unfit> {
    const asked = text.slice(0, mostAsked)
    const beginning = [...asked].slice(0, 3).join('')
    for (const search of new Set([asked, beginning, ''])) {
      const { rows, more } = await this.#list(lookup, { search, limit: mostCandidates })
      if (rows.length === 0 && search !== '') continue
      return new Unfit(`No visible ${lookup.kind} has this name.`, {
        asked,
        candidates: rows.map(({ id, name }) => (id === name ? name : { id, name })),
        ...((more || search !== '') && { more_exist: true }),
      })
    }
    throw new Error('the list without a search was not read')
  }

  async #list({ operation, params = {}, query = {}, id, name }: Lookup, asked: Record<string, unknown>) {
    const { body } = await this.#api.call(operation, { params, query: { ...query, ...asked } })
    const { data, next_cursor } = body as { data: Record<string, string>[]; next_cursor: string | null }
    const rows: Named[] = data.map((row) => ({ id: row[id]!, name: row[name]! })).filter((row) => row.name)
    return { rows, more: next_cursor !== null }
  }
}

const teams: Lookup = { kind: 'team', operation: 'teams.list', id: 'team_id', name: 'name' }
const people: Lookup = {
  kind: 'person',
  operation: 'organization-members.list',
  id: 'username',
  name: 'username',
}

const needsHolder = (kind: string, holder: string) =>
  new Unfit(
    `A ${kind} is known by its name within a ${holder}: name that too, or send the id of the ${kind}.`,
  )
