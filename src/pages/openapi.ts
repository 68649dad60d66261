/** Part of the OpenAPI document that the reference shows. */
export interface ApiDocument {
  info: { title: string; summary?: string; version: string; description?: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { description?: string; bearerFormat?: string }>
  }
}

export type Ref<T> = T | { $ref: string }

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  deprecated?: boolean
  parameters?: Ref<Parameter>[]
  requestBody?: Ref<{ required?: boolean; content: Record<string, Media> }>
  responses: Record<string, Ref<Response>>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

export interface Response {
  description: string
  content?: Record<string, Media>
}

export interface Media {
  schema?: Schema
  example?: unknown
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  examples?: unknown[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

export function resolved<T extends object>(document: ApiDocument, object: Ref<T>): T {
  if (!('$ref' in object) || typeof object.$ref !== 'string') return object as T
  const segments = object.$ref.slice('#/'.length).split('/')
  const names = segments.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const target = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    document,
  )
  if (target === undefined) throw new Error(`the document has no ${object.$ref}`)
  return resolved(document, target as Ref<T>)
}

/** Returns the name of a referenced schema; undefined for an inline schema. */
export const nameOf = ({ $ref }: Schema): string | undefined =>
  /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? '')?.[1]

export const operationsOf = (document: ApiDocument, tag: string) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags?.includes(tag) ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  )
