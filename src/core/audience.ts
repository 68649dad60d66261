import { AsyncLocalStorage } from 'node:async_hooks'

/** Resource servers that a credential can be valid for: the API below `/v1`, or the MCP server. */
export const audiences = ['api', 'mcp'] as const
export type TokenAudience = (typeof audiences)[number]

export const audiencePaths: Record<TokenAudience, string> = { api: '/v1', mcp: '/mcp' }

const audienceStorage = new AsyncLocalStorage<TokenAudience>()

/** Authenticates in-process calls for another audience: a token for MCP can call the API only through it. */
export const runForAudience = <T>(audience: TokenAudience, work: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside `run`, since Fastify's `inject` starts only when it is awaited.
  audienceStorage.run(audience, async () => await work())

export const getCurrentAudience = (): TokenAudience => audienceStorage.getStore() ?? 'api'
