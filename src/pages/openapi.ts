/** The OpenAPI document, as far as the pages at `/docs` show it. */
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

/** A thing of the document, or the place where it stands. */
export type Ref<T> = T | { $ref: string }

/** One operation of the document. */
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

/** A value that goes into the path, the query or the headers. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

/** One answer of an operation. */
export interface Response {
  description: string
  content?: Record<string, Media>
}

/** A body, of one type. */
export interface Media {
  schema?: Schema
  example?: unknown
}

/** A JSON Schema, as far as it is told in words. */
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

/** Follows a reference to what it names. */
export function resolved<T extends object>(document: ApiDocument, thing: Ref<T>): T {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as T
  const steps = thing.$ref.slice('#/'.length).split('/')
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    document,
  )
  if (found === undefined) throw new Error(`the document has no ${thing.$ref}`)
  return resolved(document, found as Ref<T>)
}

/** The name of a schema that is written once and referred to; undefined for one that is written where it is used. */
export const nameOf = ({ $ref }: Schema): string | undefined =>
  /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? '')?.[1]

/** The operations of the document that carry a tag, in its order. */
export const operationsOf = (document: ApiDocument, tag: string) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags?.includes(tag) ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  )
