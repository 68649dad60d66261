import { AsyncLocalStorage } from 'node:async_hooks'

/** What a credential can be good for: the operations below `/v1`, or the MCP server. */
export const audiences = ['api', 'mcp'] as const
/** One of `audiences`. */
export type Audience = (typeof audiences)[number]

/** The path of each below the public address. */
export const pathOfAudience: Record<Audience, string> = { api: '/v1', mcp: '/mcp' }

const acting = new AsyncLocalStorage<Audience>()

/**
 * Runs work whose calls of operations, made inside this process, are judged by the credential as it was judged at
 * another audience: a token that is for the MCP server alone calls the API through it, and in no other way. What comes
 * over a connection never runs in here, so nothing that a request says can bring this about.
 */
export const actingAt = <T>(audience: Audience, work: () => PromiseLike<T>): Promise<T> =>
  // Waited for in here: a call such as Fastify's `inject` begins only when somebody waits for it.
  acting.run(audience, async () => await work())

/** The audience by which a request is judged that is taken up now. */
export const audienceNow = (): Audience => acting.getStore() ?? 'api'
