import { fold } from '../kernel/text.ts'
import type { Api } from './api.ts'
import { Unfit } from './refusals.ts'

/** Something that agents may name in place of its id. */
export interface Named {
  id: string
  name: string
}

/** The ids of the service: a few letters and 16 of Crockford's base 32. */
const idShape = /^[A-Z]{1,2}[0-9A-HJKMNP-TV-Z]{16}$/

/** Pages of a list that are looked through for a name. */
const mostPages = 5
const mostCandidates = 10
/** Characters of an unknown name that are told again, and compared with others. */
const mostAsked = 200

/** The form in which names are compared. */
const shown = (name: string): string => fold(name).trim()

/** A list, and its entries by what they are called: a call may name thousands. */
interface Listing {
  all: readonly Named[]
  called: ReadonlyMap<string, readonly Named[]>
}

function listingOf(all: readonly Named[]): Listing {
  const called = new Map<string, Named[]>()
  for (const one of all) {
    const name = shown(one.name)
    const same = called.get(name)
    if (same) same.push(one)
    else called.set(name, [one])
  }
  return { all, called }
}

/** What is known by names and by ids; each list is read at most once a call of a tool. */
export class Names {
  readonly #api: Api
  readonly #lists = new Map<string, Promise<Listing>>()

  constructor(api: Api) {
    this.#api = api
  }

  /** The id of a project that is named or told by its id. */
  project(text: string): Promise<string> {
    return this.#idOf('project', text, () => this.#projects())
  }

  team(text: string): Promise<string> {
    return this.#idOf('team', text, () => this.#teams())
  }

  goal(text: string, projectId: string | undefined): Promise<string> {
    if (!idShape.test(text) && projectId === undefined) throw needsHolder('goal', 'project')
    const listed = () => this.#listed('goals.list', { project_id: projectId! }, {}, 'goal_id', 'name')
    return this.#idOf('goal', text, listed)
  }

  milestone(text: string, teamId: string | undefined): Promise<string> {
    if (!idShape.test(text) && teamId === undefined) throw needsHolder('milestone', 'team')
    const listed = () => this.#listed('milestones.list', { team_id: teamId! }, {}, 'milestone_id', 'title')
    return this.#idOf('milestone', text, listed)
  }

  /** A sprint of a team, also by the word `current`. */
  async sprint(text: string, teamId: string | undefined): Promise<string> {
    if (!idShape.test(text) && teamId === undefined) throw needsHolder('sprint', 'team')
    if (text === 'current' && teamId !== undefined) {
      const { body } = await this.#api.call('sprints.current', { params: { team_id: teamId } })
      return (body as { sprint_id: string }).sprint_id
    }
    const listed = () => this.#listed('sprints.list', { team_id: teamId! }, {}, 'sprint_id', 'name')
    return this.#idOf('sprint', text, listed)
  }

  section(text: string, holder: { scope_type: string; scope_id: string } | undefined): Promise<string> {
    if (!idShape.test(text) && !holder) throw needsHolder('section', 'project or team')
    const query = { org_id: this.#api.orgId, ...holder }
    return this.#idOf('section', text, () =>
      this.#listed('sections.list', {}, query, 'section_id', 'name', holder?.scope_id),
    )
  }

  /** The team of a project, if it has one. */
  async teamOf(projectId: string): Promise<string | undefined> {
    const { body } = await this.#api.call('projects.read', { params: { project_id: projectId } })
    return (body as { team_id: string | null }).team_id ?? undefined
  }

  /** The projects that the caller can read, archived ones too. */
  async projects(): Promise<readonly Named[]> {
    return (await this.#projects()).all
  }

  async teams(): Promise<readonly Named[]> {
    return (await this.#teams()).all
  }

  #projects(): Promise<Listing> {
    const params = { org_or_project_id: this.#api.orgId }
    return this.#listed('projects.list', params, { show_all: true }, 'project_id', 'name')
  }

  #teams(): Promise<Listing> {
    return this.#listed('teams.list', {}, {}, 'team_id', 'name')
  }

  /** Members by their usernames. */
  #people(): Promise<Listing> {
    return this.#listed('organization-members.list', {}, {}, 'username', 'username')
  }

  /** The username of a member; told as it is where the caller's token may not read who is one. */
  async person(text: string): Promise<string> {
    if (this.#api.lacking(['organization-members.list']).length > 0) return text
    const { all, called } = await this.#people()
    const [found] = called.get(shown(text)) ?? []
    if (found) return found.name
    throw unknown('person', text, all)
  }

  /** The names of projects by their ids; without the right to read them there are none. */
  async projectNames(): Promise<Map<string, string>> {
    if (this.#api.lacking(['projects.list']).length > 0) return new Map()
    return new Map((await this.projects()).map(({ id, name }) => [id, name]))
  }

  async #idOf(kind: string, text: string, list: () => Promise<Listing>): Promise<string> {
    if (idShape.test(text)) return text
    const { all, called } = await list()
    const found = called.get(shown(text)) ?? []
    if (found.length === 1) return found[0]!.id
    if (found.length === 0) throw unknown(kind, text, all)
    throw new Unfit(`Several have this name: send the id of the ${kind} you mean.`, {
      candidates: found.slice(0, mostCandidates),
    })
  }

  #listed(
    id: string,
    params: Record<string, string>,
    query: Record<string, unknown>,
    idField: string,
    nameField: string,
    of = Object.values(params).join(),
  ): Promise<Listing> {
    const key = `${id} ${of}`
    let known = this.#lists.get(key)
    if (!known) this.#lists.set(key, (known = this.#read(id, params, query, idField, nameField)))
    return known
  }

  async #read(
    id: string,
    params: Record<string, string>,
    query: Record<string, unknown>,
    idField: string,
    nameField: string,
  ): Promise<Listing> {
    const all: Named[] = []
    let cursor: string | null = null
    for (let page = 0; page < mostPages; page++) {
      const asked = { ...query, limit: 1000, ...(cursor !== null && { cursor }) }
      const { body } = await this.#api.call(id, { params, query: asked })
      const { data, next_cursor } = body as { data: Record<string, string>[]; next_cursor: string | null }
      for (const row of data) if (row[nameField]) all.push({ id: row[idField]!, name: row[nameField]! })
      cursor = next_cursor
      if (cursor === null) break
    }
    return listingOf(all)
  }
}

const needsHolder = (kind: string, holder: string) =>
  new Unfit(
    `A ${kind} is known by its name within a ${holder}: name that too, or send the id of the ${kind}.`,
  )

/** Nothing is called so: names that hold the text or begin like it, else the first ones. */
function unknown(kind: string, text: string, all: readonly Named[]): Unfit {
  const asked = shown(text.slice(0, mostAsked))
  const near = all.filter(({ name }) => {
    const known = shown(name)
    return known.includes(asked) || asked.includes(known) || known.slice(0, 3) === asked.slice(0, 3)
  })
  const candidates = (near.length > 0 ? near : all).slice(0, mostCandidates)
  const more = all.length > candidates.length
  return new Unfit(`There is no ${kind} of this name that you can see.`, {
    asked: text.slice(0, mostAsked),
    candidates: candidates.map(({ id, name }) => (id === name ? name : { id, name })),
    ...(more && { more_exist: true }),
  })
}
