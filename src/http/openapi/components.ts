export type JsonObject = Record<string, unknown>

export interface Components {
  schemas: JsonObject
  parameters: JsonObject
  headers: JsonObject
  responses: JsonObject
  examples: JsonObject
}

type ComponentKind = keyof Components

export const componentRef = (kind: ComponentKind, name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
})

/** Adds a component and returns a reference. Throws for two different components of one name. */
export function shareComponent(components: Components, kind: ComponentKind, name: string, part: unknown): JsonObject {
  const existing = components[kind][name]
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(part))
    throw new Error(`two different ${kind} are called ${name}`)
  components[kind][name] = part
  return componentRef(kind, name)
}

export const toPascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase()).replace(/\W+$/, '')
