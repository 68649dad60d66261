export interface OpenApiDocument {
  info: { title: string; summary?: string; version: string; description?: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    schemas: Record<string, OpenApiSchema>
    securitySchemes: Record<string, { description?: string; bearerFormat?: string }>
  }
}

export type OpenApiRef<T> = T | { $ref: string }

export interface OpenApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  deprecated?: boolean
  parameters?: OpenApiRef<OpenApiParameter>[]
  requestBody?: OpenApiRef<{ required?: boolean; content: Record<string, OpenApiMediaType> }>
  responses: Record<string, OpenApiRef<OpenApiResponse>>
}

export interface OpenApiParameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: OpenApiSchema
}

export interface OpenApiResponse {
  description: string
  content?: Record<string, OpenApiMediaType>
}

export interface OpenApiMediaType {
  schema?: OpenApiSchema
  example?: unknown
}

export interface OpenApiSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  items?: OpenApiSchema
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  anyOf?: OpenApiSchema[]
  oneOf?: OpenApiSchema[]
  examples?: unknown[]
  allOf?: OpenApiSchema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

export function resolveRef<T extends object>(document: OpenApiDocument, object: OpenApiRef<T>): T {
  if (!('$ref' in object) || typeof object.$ref !== 'string') return object as T
  const segments = object.$ref.slice('#/'.length).split('/')
  const names = segments.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const target = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (target === undefined) throw new Error(`the document has no ${object.$ref}`)
  return resolveRef(document, target as OpenApiRef<T>)
}

export const getSchemaName = ({ $ref }: OpenApiSchema): string | undefined =>
  /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? '')?.[1]

export const listTagOperations = (document: OpenApiDocument, tag: string) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags?.includes(tag) ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  )
