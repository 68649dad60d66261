import { AsyncLocalStorage } from 'node:async_hooks'

/** Resource servers that a credential can be valid for: the API below `/v1`, or the MCP server. */
export const audiences = ['api', 'mcp'] as const
export type Audience = (typeof audiences)[number]

/** Path of each resource server below the public URL. */
export const audiencePaths: Record<Audience, string> = { api: '/v1', mcp: '/mcp' }

const audienceStorage = new AsyncLocalStorage<Audience>()

/**
 * Runs work in which in-process calls of operations are authenticated for another audience: a token issued for the MCP
 * server can call the API only through it. Requests from a connection never run in here.
 */
export const runForAudience = <T>(audience: Audience, work: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside `run`, since Fastify's `inject` starts only when it is awaited.
  audienceStorage.run(audience, async () => await work())

/** Returns the audience for a request that starts now. */
export const getCurrentAudience = (): Audience => audienceStorage.getStore() ?? 'api'
