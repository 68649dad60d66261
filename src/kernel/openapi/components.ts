export type Json = Record<string, unknown>

/** Components of the document, shared by reference. */
export interface Components {
  schemas: Json
  parameters: Json
  headers: Json
  responses: Json
  examples: Json
}

export type Kind = keyof Components

export const ref = (kind: Kind, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

/** Adds a component and returns a reference. Throws for two different components of one name. */
export function share(components: Components, kind: Kind, name: string, part: unknown): Json {
  const existing = components[kind][name]
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(part))
    throw new Error(`two different ${kind} are called ${name}`)
  components[kind][name] = part
  return ref(kind, name)
}

/** Converts `task_id` and `If-Match` to `TaskId` and `IfMatch`. */
export const pascal = (name: string): string =>
  name
    .replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
    .replace(/\W+$/, '')
