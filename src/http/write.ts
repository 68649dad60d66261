import { CommitUnknown, type WriteGroup, type Transaction } from '../db/database.ts'
import { commitWith } from '../db/named-statements.ts'
import type { Context, RowWithUpdatedAt } from '../core/context.ts'
import type { OperationInput } from './operation.ts'
import { Problem } from '../core/errors.ts'
import { reauthorize } from './hooks/authenticate.ts'
import { ifMatchNotSupported, requireMatch } from './etag.ts'
import { ifClaimNotSupported, requireHeldClaims } from './if-claim.ts'
import { buildOperationInput, createContext, type RequestState, type HttpResponse } from './request-state.ts'
import { toProblemResponse } from './error-handler.ts'
import { buildLocation } from './location.ts'
import { toHttpResponse } from './read.ts'
import { SubscriberLookup } from './subscriber-lookup.ts'
import { ConcurrentResponseStored } from './idempotency.ts'
import { toEventRows, buildEventStatements } from '../events/log.ts'

export function runWrite(state: RequestState): Promise<HttpResponse> {
  const start = () => new Write(state).run()
  return state.idempotentRequest ? state.idempotentRequest.runExclusively(start) : start()
}

class Write {
  readonly #state: RequestState
  /** Retries once if another process answers the same request first. */
  readonly #canRetry: boolean
  /** `authorize` has passed: later problems come from the operation's rules and are stored under the key. */
  #authorized = false
  #handled = false
  /** Result of the side effect, which must be compensated unless the transaction commits. */
  #sideEffect: { result: unknown } | undefined

  constructor(state: RequestState, canRetry = true) {
    this.#state = state
    this.#canRetry = canRetry
  }

  async run(): Promise<HttpResponse> {
    const { compiled, database } = this.#state
    let committed = false
    try {
      const replay = compiled.op.sideEffect ? await this.#runSideEffect() : null
      if (replay) return replay
      const response = await database.transaction((trx) => this.#runTransaction(trx), this.#findWriteGroup())
      committed = this.#handled
      return response
    } catch (error) {
      return await this.#recover(error)
    } finally {
      if (this.#sideEffect && !committed) await this.#compensate(this.#sideEffect.result)
    }
  }

  /** Runs `authorize` and the side effect without a transaction. Returns the stored response if there is one. */
  async #runSideEffect(): Promise<HttpResponse | null> {
    const { compiled } = this.#state
    // Without a transaction the key's lock is released immediately: it only detects a concurrent identical request.
    const authorized = await this.#authorize(createContext(this.#state))
    if ('replay' in authorized) return authorized.replay
    await this.#checkPreconditions(authorized)
    this.#sideEffect = { result: await compiled.op.sideEffect!(authorized) }
    await reauthorize(this.#state)
    return null
  }

  /** Returns undefined for a write that needs a transaction of its own. */
  #findWriteGroup(): WriteGroup | undefined {
    const { compiled, caller, input, request } = this.#state
    const { 'if-match': version, 'if-claim': claim } = request.headers
    if (!compiled.op.writeGroup || version !== undefined || claim !== undefined) return undefined
    const requested = compiled.op.writeGroup(input.body)
    const orgId =
      requested && (requested.orgId?.toLowerCase() ?? (caller.orgIds.length === 1 ? caller.orgIds[0] : undefined))
    return orgId !== undefined && caller.orgIds.includes(orgId) ? { ...requested, orgId } : undefined
  }

  async #runTransaction(trx: Transaction): Promise<HttpResponse> {
    const { idempotentRequest, compiled, services } = this.#state
    this.#authorized = this.#handled = false
    const ctx = createContext(this.#state, trx)
    const authorizing = this.#authorize(ctx)
    // Sent behind the locks of `authorize`, so that it finds webhooks that were created while these were awaited.
    const lookup = new SubscriberLookup(trx, () => this.#findSubscribers(ctx, trx))
    const authorized = await authorizing
    if ('replay' in authorized) return authorized.replay
    ctx.refreshTime()
    lookup.repeatAfterLocks()
    ctx.advanceTimePast(listRows(authorized.target))
    await this.#checkPreconditions(authorized)
    const result = await compiled.op.handle({ ...authorized, sideEffectResult: this.#sideEffect?.result })
    this.#handled = true
    lookup.repeatAfterWait()
    const response = toHttpResponse(compiled.op.reply.status, result)
    const location = response.status === 201 && buildLocation(compiled.op, authorized.params, result.body)
    if (location) response.headers['location'] = location
    // Events, deliveries and the stored response are written in one round trip with COMMIT.
    const changes = await buildEventStatements(services, trx, toEventRows(ctx), lookup.subscribers)
    await (idempotentRequest
      ? idempotentRequest.commit(trx, changes, response, result.secret)
      : commitWith(trx, changes))
    return response
  }

  #findSubscribers(ctx: Context, trx: Transaction): Promise<unknown> | undefined {
    const { compiled, services } = this.#state
    // With sharded tables each statement has its own connection: the pool's, instead of queuing in the transaction.
    const db = trx.sharded ? services.database.db : trx
    const subscribers = compiled.op.emits && services.outbox.findSubscribers(db, ctx.caller.allOrgIds)
    if (subscribers) ctx.ignoreRejection(subscribers)
    return subscribers
  }

  /** Calls `authorize`, pipelined with the lookup of the Idempotency-Key; the result of the key comes first. */
  async #authorize(ctx: Context): Promise<AuthorizedCall> {
    const { idempotentRequest, compiled, request } = this.#state
    const call = buildOperationInput(this.#state, ctx)
    const lookup = idempotentRequest?.lockAndFind(ctx.db)
    const authorize = async () => compiled.op.authorize(call)
    const [keyResult, accessResult] = await Promise.allSettled([lookup, authorize()])
    const stored = unwrap(keyResult)
    const isReplayOfDelete =
      stored && stored.status < 400 && findRejectionStatus(accessResult) === (compiled.op.statusAfterDelete ?? null)
    const target: unknown = isReplayOfDelete ? undefined : unwrap(accessResult)
    return stored ? { replay: idempotentRequest!.replay(stored, request.id) } : { ...call, target }
  }

  /** Marks the request as authorized. Throws 412 unless If-Match and If-Claim hold, which load data only if sent. */
  async #checkPreconditions(authorized: AuthorizedInput): Promise<void> {
    this.#authorized = true
    const { compiled, request } = this.#state
    const { 'if-match': header, 'if-claim': claim } = request.headers
    if (claim !== undefined) {
      if (!compiled.op.lockClaims) throw ifClaimNotSupported()
      requireHeldClaims(String(claim), await compiled.op.lockClaims(authorized))
    }
    const { version, linksDigest, replacesLinks } = (authorized.target ?? {}) as Versioned
    if (header === undefined) return
    if (version === undefined) throw ifMatchNotSupported()
    requireMatch(header, { version, linksDigest: await linksDigest?.(), replacesLinks })
  }

  /** Returns the stored response of a failed write if there is one; throws the error otherwise. */
  async #recover(error: unknown): Promise<HttpResponse> {
    const { idempotentRequest, request, database, services } = this.#state
    if (!idempotentRequest) throw error
    if (error instanceof CommitUnknown) {
      const response = await idempotentRequest.findOutcome(database, error)
      services.eventLogReader.wake()
      return response
    }
    const problemResponse = this.#authorized && error instanceof Problem ? toProblemResponse(error, request) : null
    const alreadyAnswered = problemResponse
      ? !(await idempotentRequest.storeProblem(database.db, problemResponse))
      : error instanceof ConcurrentResponseStored
    // Another process has just answered the same request: returns its response.
    if (alreadyAnswered && this.#canRetry) return new Write(this.#state, false).run()
    throw error
  }

  async #compensate(sideEffectResult: unknown): Promise<void> {
    const { compiled, request } = this.#state
    const call = buildOperationInput(this.#state, createContext(this.#state))
    await compiled.op.compensate?.(call, sideEffectResult).catch((error: unknown) => {
      request.log.error({ err: error, request_id: request.id }, 'side effect not compensated')
    })
  }
}

type AuthorizedInput = OperationInput<string, unknown, unknown> & { target: unknown }
type AuthorizedCall = { replay: HttpResponse } | AuthorizedInput

interface Versioned {
  version?: number
  linksDigest?: () => Promise<string>
  replacesLinks?: boolean
}

/** Yields the rows in the result of `authorize`: the target itself and the rows it contains. */
function* listRows(target: unknown): Generator<RowWithUpdatedAt> {
  if (typeof target !== 'object' || target === null) return
  for (const one of [target, ...Object.values(target).flat()] as unknown[])
    if (typeof one === 'object' && one !== null && 'updated_at' in one) yield one as RowWithUpdatedAt
}

const findRejectionStatus = (result: PromiseSettledResult<unknown>): number | undefined =>
  result.status === 'rejected' && result.reason instanceof Problem ? result.reason.status : undefined

function unwrap<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}
