import type { CatalogField } from '../../fields/kinds.ts'

/** Values that lists show beside the rows of tasks: prefixes of all projects by id, custom fields by key in their order. */
export interface TaskCatalog {
  version: string | null
  prefixes: ReadonlyMap<string, string>
  fields: ReadonlyMap<string, CatalogField>
}

const MAX_ORGANIZATIONS = 1000
const MAX_ENTRIES = 500_000

const countEntries = (catalogs: readonly TaskCatalog[]): number =>
  catalogs.reduce((sum, { prefixes, fields }) => sum + prefixes.size + fields.size, 0)

/** Catalogs by organization and version. The least recently stored ones are removed. */
export class CatalogCache {
  /** The last two versions of each organization: a statement may have been sent while the first was the latest. */
  readonly #organizations = new Map<string, readonly TaskCatalog[]>()
  #entries = 0

  listVersions(orgIds: readonly string[]): string[] {
    return orgIds.flatMap((id) => (this.#organizations.get(id) ?? []).map(({ version }) => version!))
  }

  find(orgId: string, version: string | null): TaskCatalog | null {
    return this.#organizations.get(orgId)?.find((one) => one.version === version) ?? null
  }

  findLast(orgId: string): TaskCatalog | null {
    return this.#organizations.get(orgId)?.[0] ?? null
  }

  store(orgId: string, catalog: TaskCatalog): void {
    if (catalog.version === null) return
    const others = (this.#organizations.get(orgId) ?? []).filter(({ version }) => version !== catalog.version)
    this.#remove(orgId)
    const catalogs = [catalog, ...others.slice(0, 1)]
    this.#organizations.set(orgId, catalogs)
    this.#entries += countEntries(catalogs)
    for (const oldest of this.#organizations.keys()) {
      if (this.#organizations.size <= 1) break
      if (this.#organizations.size <= MAX_ORGANIZATIONS && this.#entries <= MAX_ENTRIES) break
      this.#remove(oldest)
    }
  }

  #remove(orgId: string): void {
    this.#entries -= countEntries(this.#organizations.get(orgId) ?? [])
    this.#organizations.delete(orgId)
  }
}
