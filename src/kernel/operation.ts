import type { Static, TSchema } from 'typebox'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import type { EventWords } from './events.ts'
import type { ListQuery, ListSpec } from './paging.ts'
import type { FilterSpecs, Filters } from './lists/filter.ts'
import type { ProblemType } from './problem.ts'
import type { Scope } from './scopes.ts'
import type { Received } from './files/form.ts'
import type { Services } from './services/services.ts'

/** The methods of HTTP that operations use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a handler is given: the checked input, who asks, and the target that `access` let through. */
export interface Call<P, Q, B> {
  ctx: Context
  params: P
  query: Q
  body: B
  /** Paging and sorting; for operations that declare `list`. */
  list: ListQuery
  filters: Filters
  /** The file that came with the form; for operations that declare `upload`. */
  file: Received
}

/**
 * What `access` found. A `version` makes the operation honour If-Match; a `facet()` is compared beside it, and has to be
 * where `replacesFacet` says that the write replaces what it tells of.
 */
export type Target = object | undefined | void

/**
 * One operation: the single declaration from which routing, validation, scope and role checks, idempotency, the
 * transaction, ETag, paging, events, the OpenAPI document and the contract tests follow.
 */
export interface Operation<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  T extends Target = Target,
  A = unknown,
> {
  /** `resource.verb`. */
  id: string
  method: Method
  /** The path, with `{name}` for its parameters, as in OpenAPI. */
  path: string
  summary: string
  /** What a person who reads the API page has to know: rules, rights, special cases. */
  description?: string
  /** `none`: no authentication; `any`: any token; `session`: not available to access tokens. */
  scope: Scope | 'none' | 'any' | 'session'
  params?: P
  query?: Q
  body?: B
  /** The body may be left out altogether. */
  bodyOptional?: boolean
  /** The body is a form (multipart/form-data): the fields of `body`, all of them text there, and one `file`. */
  upload?: { description: string }
  /**
   * `file`: the answer is the bytes of a file, also in parts (Range). `live`: it tells what happens from a place on, as a
   * stream that goes on (text/event-stream) for whoever prefers one, else as a page. Such an answer is never the same
   * twice, so it has no ETag and is kept nowhere; `Last-Event-ID` takes the place of the query's `cursor`.
   */
  reply: {
    status: 200 | 201 | 204
    schema?: TSchema
    also?: Record<string, TSchema>
    file?: true
    live?: true
  }
  list?: ListSpec
  filters?: FilterSpecs
  /** Statuses of the operation's own, with the condition in words (`{409: 'a live invite exists'}`) and maybe its type. */
  problems?: Partial<
    Record<400 | 403 | 404 | 409 | 410 | 412 | 422 | 429, string | { type: ProblemType; when: string }>
  >
  /** How many statements a read takes at most, where three are not enough. Say why beside it. */
  statements?: number
  /** What it can emit: types of events, each with what it says. The catalogue of webhooks is made of these. */
  emits?: EventWords
  /** A retired operation: the successor's id and path. */
  deprecated?: { successor: string }
  /** The id of the operation that this one is by another method. A client has need of one of them. */
  sameAs?: string
  /**
   * Of an operation that removes what it is about: the status with which `access` refuses from then on. The stored answer
   * to its Idempotency-Key is then given again all the same.
   */
  goneIs?: 403 | 404
  /**
   * What somebody at an unlocked screen would do first. Whoever is signed in in a browser has to have proved who they are
   * within the last ten minutes: always, or with a body of which `asks` is true.
   */
  freshSignIn?: { asks?: (body: Static<B>) => boolean }
  example?: { body?: unknown; query?: Record<string, string>; reply?: unknown }
  /**
   * Of a read, a look-up that goes to the database together with that of the access token, of which it is given the
   * SHA-256 in hex: a round trip less. Nothing is known of the caller yet, so it judges nothing. What it finds is `ahead`
   * of the context, where `access` judges it once the caller is let in; without a token there is none.
   */
  ahead?: (services: Services, tokenHash: string, params: Static<P>) => Promise<unknown>
  /** Lets through or throws: 404 for what the caller may not see, 403 for what it may not do. Locks on writes. */
  access: (call: Call<Static<P>, Static<Q>, Static<B>>) => Promise<T> | T
  /**
   * Makes the operation *staged*, for what must not happen inside a transaction: bytes stored, a request sent. It comes
   * after `access` has let through and no stored answer was found, with no transaction open; `ctx` reads from the pool.
   * Then `access` is asked again, under the lock, and `handle` records what this gave as `acted`. So it may have been
   * done although nothing is recorded in the end, and another process may do it too for the same Idempotency-Key.
   */
  act?: (call: Call<Static<P>, Static<Q>, Static<B>> & { target: Awaited<T> }) => Promise<A>
  /** Takes back what `act` did when nothing is known to have been recorded; has to find out itself if it was. */
  undo?: (call: Call<Static<P>, Static<Q>, Static<B>>, acted: A) => Promise<void>
  handle: (call: Call<Static<P>, Static<Q>, Static<B>> & { target: Awaited<T>; acted: A }) => Promise<Answer>
}

/** Declares an operation: gives it back, with its types inferred. */
export function operation<P extends TSchema, Q extends TSchema, B extends TSchema, T extends Target, A>(
  declaration: Operation<P, Q, B, T, A>,
): Operation<P, Q, B, T, A> {
  return declaration
}

/** Any operation, for tables of them. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyOperation = Operation<any, any, any, any, any>

/** The same partial update under PUT, marked deprecated in favour of its PATCH. */
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

/** A second live method of one operation: PATCH and PUT of the same partial update. */
export function alsoAs(method: Method, original: AnyOperation, id: string): AnyOperation {
  return { ...original, id, method, sameAs: original.id, summary: `${original.summary} (${method})` }
}

/** Whether an operation changes something: then it runs in a transaction, takes an Idempotency-Key and can emit events. */
export const isWrite = (op: { method: Method }): boolean => op.method !== 'GET'
/** The resource part of `resource.verb`. */
export const resourceOf = (op: { id: string }): string => op.id.slice(0, op.id.indexOf('.'))

/** Whether the body is an update, in which an absent field stays as it is: a JSON merge patch (RFC 7396). */
export const isMergePatch = (op: AnyOperation): boolean => {
  const { required = [] } = (op.body ?? {}) as { required?: string[] }
  return (
    op.method === 'PATCH' || (op.method === 'PUT' && (op.deprecated !== undefined || required.length === 0))
  )
}
