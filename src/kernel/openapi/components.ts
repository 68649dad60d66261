/** An object in the JSON of the document. */
export type Json = Record<string, unknown>

/** What the operations share: each part is written once, by name, and referred to. */
export interface Components {
  schemas: Json
  parameters: Json
  headers: Json
  responses: Json
  examples: Json
}

/** The kinds of shared parts, as OpenAPI calls them. */
export type Kind = keyof Components

/** A reference to a shared part, by its kind and name. */
export const ref = (kind: Kind, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

/** Puts a part under its name and refers to it; two different parts of one name are a mistake in the declarations. */
export function share(components: Components, kind: Kind, name: string, part: unknown): Json {
  const known = components[kind][name]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part))
    throw new Error(`two different ${kind} are called ${name}`)
  components[kind][name] = part
  return ref(kind, name)
}

/** `task_id` and `If-Match` as `TaskId` and `IfMatch`. */
export const pascal = (name: string): string =>
  name
    .replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
    .replace(/\W+$/, '')
