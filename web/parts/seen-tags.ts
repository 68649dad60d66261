/** The tags that were seen on tasks in this tab: what is offered where tags are picked, since nothing lists all of them. */
const tags = new Set<string>()

export const seenTags = (): readonly string[] => [...tags]

export function sawTags(some: readonly string[]): void {
  for (const tag of some) tags.add(tag)
}
