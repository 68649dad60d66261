/**
 * Groups what belongs to organizations by these, in the order of their ids, so that all who lock rows of several do so in one
 * order. Where the tables are spread over several servers, what belongs to one organization is asked by one statement.
 */
export function byOrganization<T extends { org_id: string }>(
  items: readonly T[],
): [orgId: string, items: T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(item.org_id)
    if (group) group.push(item)
    else groups.set(item.org_id, [item])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}
