/** Tags of the tasks that were loaded in this tab; the API has no list of all tags. */
const tags = new Set<string>()

export const listKnownTags = (): readonly string[] => [...tags]

export function rememberTags(added: readonly string[]): void {
  for (const tag of added) tags.add(tag)
}
