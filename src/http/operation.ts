import type { Static, TSchema } from 'typebox'
import type { OperationResult } from './result.ts'
import type { Context } from '../core/context.ts'
import type { EventDescriptions } from '../core/change-event.ts'
import type { PageRequest, ListSpec } from './pagination/pagination.ts'
import type { FilterSpecs, Filters } from './pagination/filters.ts'
import type { HeldClaims } from './if-claim.ts'
import type { ProblemType } from '../core/errors.ts'
import type { Scope } from '../core/scopes.ts'
import type { UploadedFile } from './uploads/form.ts'
import type { Dependencies } from '../core/dependencies.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** Parameters of a path: `{ task_id: string }` for `/v1/tasks/{task_id}`. */
type PathParams<Path extends string> = Record<ParamNames<Path>, string>

export interface OperationInput<P extends string, Q, B> {
  ctx: Context
  params: PathParams<P>
  query: Q
  body: B
  list: PageRequest
  filters: Filters
  file: UploadedFile
}

interface HandlerInput<T, A> {
  target: T
  sideEffectResult: A
}

interface RecentLoginCondition<B> {
  appliesTo?: (body: B) => boolean
}

/**
 * Result of `authorize`. A `version` enables If-Match; `linksDigest()` returns the links digest, which must match too when
 * `replacesLinks` is true.
 */
type AccessTarget = object | undefined | void

/** Scope within which a request may share its transaction; by default the caller's only organization. */
interface RequestedWriteGroup {
  orgId: string | null | undefined
  resourceId?: string
}

/**
 * The declaration from which routing, validation, authorization, idempotency, the transaction, ETag, pagination, events,
 * the OpenAPI document and the contract tests follow.
 */
export interface OperationDeclaration<
  P extends string = string,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  T extends AccessTarget = AccessTarget,
  A = unknown,
> {
  id: string
  method: HttpMethod
  path: P
  summary: string
  description?: string
  /** `none`: no authentication; `any`: any token; `session`: not available to access tokens. */
  scope: Scope | 'none' | 'any' | 'session'
  /** Descriptions of parameters in the path. */
  params?: Partial<PathParams<P>>
  query?: Q
  body?: B
  /** An empty body means `{}`. */
  bodyOptional?: boolean
  /** The body is multipart/form-data: the fields of `body` as text, and one `file`. */
  upload?: {
    description: string
    /** By default that of attachments. */
    maxMegabytes?: number
  }
  /**
   * `file`: returns a file and supports Range. `live`: returns Server-Sent Events to clients that prefer them, else a page;
   * has no ETag, is never cached, and `Last-Event-ID` overrides the cursor.
   */
  reply: {
    status: 200 | 201 | 204
    schema?: TSchema
    also?: Record<string, TSchema>
    /** Path of what a 201 has created, sent as Location. With status 200, the response may also be 201. */
    created?: string
    /** The response may also be 204, in this case. */
    empty?: string
    file?: true
    live?: true
  }
  list?: ListSpec
  filters?: FilterSpecs
  /** Additional error statuses with their condition (`{409: 'a live invite exists'}`), and their type if it has one. */
  problems?: Partial<
    Record<400 | 403 | 404 | 409 | 410 | 412 | 422 | 429, string | { type: ProblemType; when: string }>
  >
  /** Maximum number of statements of a read, if more than three; explain why beside it. */
  maxStatements?: number
  /** Events it can emit, each with its description. The catalog of webhook events is built from these. */
  emits?: EventDescriptions
  /** Path of the operation that replaces this one. */
  deprecated?: { successor: string }
  /** Id of the operation that this one repeats under another method; clients need only one of them. */
  aliasOf?: string
  /**
   * Status with which `authorize` refuses once this operation has deleted or used up its target. A repeated Idempotency-Key then still
   * returns the stored response.
   */
  statusAfterDelete?: 403 | 404
  /** Requires a login within 10 minutes from browser sessions: always, or for bodies where `appliesTo` returns true. */
  requiresRecentLogin?: RecentLoginCondition<Static<B>>
  example?: { body?: unknown; query?: Record<string, string>; reply?: unknown }
  /**
   * Prefetches the target of a read in the round trip that looks up the access token, by the token's SHA-256 in hex. It
   * runs before authentication and authorizes nothing: `authorize` does, with the result in `ctx.prefetched`.
   */
  prefetch?: (services: Dependencies, tokenHash: string, params: PathParams<P>) => Promise<unknown>
  /** Returns the target, locked on writes. Throws 404 if it is not visible, 403 if the caller may not do this. */
  authorize: (call: OperationInput<P, Static<Q>, Static<B>>) => Promise<T> | T
  /** If-Match refers to a resource that the path does not name. */
  ifMatch?: true
  /**
   * Enables If-Claim: locks the claims of the tasks that the operation writes, and returns those that the caller holds.
   * Called only for requests with the header.
   */
  lockClaims?: (call: OperationInput<P, Static<Q>, Static<B>> & { target: Awaited<T> }) => Promise<HeldClaims>
  /**
   * Allows concurrent requests of an organization to share a transaction (docs/decisions/0026), at most one of them for each
   * `resourceId`; undefined for requests that must not. The operation must not rely on row locks to exclude requests that
   * share its transaction, except within `ctx.serializeInGroup`.
   */
  writeGroup?: (body: Static<B>) => RequestedWriteGroup | undefined
  /**
   * Makes the operation two-phase, for side effects that must not happen inside a transaction, such as storing bytes. Runs
   * after `authorize`; then `authorize` runs again under lock and `handle` receives the result. May run more than once.
   */
  sideEffect?: (call: OperationInput<P, Static<Q>, Static<B>> & { target: Awaited<T> }) => Promise<A>
  /** Compensates the side effect when the commit failed or is unknown; must itself check whether it was recorded. */
  compensate?: (call: OperationInput<P, Static<Q>, Static<B>>, acted: A) => Promise<void>
  handle: (call: OperationInput<P, Static<Q>, Static<B>> & HandlerInput<Awaited<T>, A>) => Promise<OperationResult>
}

export function defineOperation<P extends string, Q extends TSchema, B extends TSchema, T extends AccessTarget, A>(
  declaration: OperationDeclaration<P, Q, B, T, A>,
): OperationDeclaration<P, Q, B, T, A> {
  return declaration
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyOperation = OperationDeclaration<any, any, any, any, any>

export function deprecatedPut(patch: AnyOperation, id: string): AnyOperation {
  return {
    ...patch,
    id,
    method: 'PUT',
    summary: `${patch.summary} (deprecated)`,
    description: `Use \`${patch.id}\` (PATCH on the same path): this is the same partial update.`,
    deprecated: { successor: patch.path },
  }
}

export function methodAlias(method: HttpMethod, original: AnyOperation, id: string): AnyOperation {
  return { ...original, id, method, aliasOf: original.id, summary: `${original.summary} (${method})` }
}

/** Returns whether an operation runs in a transaction, accepts an Idempotency-Key and can emit events. */
export const isWrite = (op: { method: HttpMethod }): boolean => op.method !== 'GET'
export const listPathParams = (op: { path: string }): string[] =>
  [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
export const getResourceName = (op: { id: string }): string => op.id.slice(0, op.id.indexOf('.'))

/** Returns whether the body is a JSON merge patch (RFC 7396), where absent fields keep their value. */
export const isMergePatch = (op: AnyOperation): boolean => {
  const { required = [] } = (op.body ?? {}) as { required?: string[] }
  return op.method === 'PATCH' || (op.method === 'PUT' && (op.deprecated !== undefined || required.length === 0))
}
