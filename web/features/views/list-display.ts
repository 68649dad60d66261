/** Parameters of the display in the URL of a list, with their names in the API. */
export const displayParams = [
  ['view', 'layout'],
  ['scale', 'scale'],
  ['group', 'group_by'],
  ['sort', 'sort'],
  ['columns', 'columns'],
] as const

export const hasDisplay = (query: URLSearchParams): boolean => displayParams.some(([param]) => query.has(param))

/** Returns the key of a list of tasks in the preferences; undefined for other pages. */
export function findPlace(path: string): string | undefined {
  const [, org, kind, id] = /^\/o\/([\w-]+)\/(?:tasks|(p|team)\/([\w-]+))\/?$/.exec(path) ?? []
  return kind ? `${kind === 'p' ? 'project' : kind}:${id}` : org && `tasks:${org}`
}
