/** Types of oidc-provider, which ships none, as far as they are used. */
import type { IncomingMessage, ServerResponse } from 'node:http'

type Request = IncomingMessage
type Response = ServerResponse

export interface OAuthProvider {
  callback(): (request: Request, response: Response) => Promise<void>
  interactionDetails(request: Request, response: Response): Promise<ProviderInteraction>
  interactionFinished(request: Request, response: Response, result: object): Promise<void>
  /** Adds a middleware before its own routes. */
  use(middleware: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): void
  on(event: 'server_error' | 'grant.error', listener: (context: ProviderContext, error: Error) => void): void
  Grant: {
    new (of: { accountId: string; clientId: string }): ProviderGrant
    find(id: string): Promise<ProviderGrant | undefined>
  }
  AccessToken: { prototype: { generateTokenId(): string } }
  Client: { prototype: ProviderClient; Schema: { prototype: { redirectUris(): void } } }
  proxy: boolean
}

export interface ProviderGrant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}

export interface ProviderClient {
  clientId: string
  clientSecret?: string
  clientAuthMethod: string
  redirectUris: string[]
  redirectUriAllowed(uri: string): boolean
  compareClientSecret(secret: string): boolean
  allowed_scopes?: string[]
  askable_scopes?: readonly string[]
}

export interface ProviderInteraction {
  uid: string
  params: Record<string, unknown>
  prompt: { name: string; reasons: string[] }
  /** Result of the previous step: the user who signed in. */
  lastSubmission?: { login?: { accountId: string } }
}

export interface ProviderContext {
  req: Request
  /** IP address of the client, as forwarded by `registerAuthorizationServer`. */
  ip: string
  oidc: {
    route: string
    params: Record<string, unknown>
    session: { accountId: string; destroyed: boolean }
    client: ProviderClient
    result?: { login?: { accountId: string; person?: unknown }; consent?: { grantId: string } }
    entities: Record<string, unknown>
  }
  state: Record<string, unknown>
  status: number
  body: unknown
  set(headers: Record<string, string>): void
}

/** Error class that the library converts to responses. */
type ErrorClass = new (description?: string, scope?: string) => Error

export interface ProviderLibrary {
  Provider: { new (issuer: string, setup: object): OAuthProvider; ctx: ProviderContext | undefined }
  errors: Record<
    'InvalidClientMetadata' | 'InvalidRequest' | 'InvalidScope' | 'InvalidTarget' | 'SessionNotFound' | 'SlowDown',
    ErrorClass
  >
  interactionPolicy: {
    base(): Policy
    Check: new (...parts: unknown[]) => object
    Prompt: new (what: { name: string; requestable: boolean }, ...checks: object[]) => object
  }
}

interface Policy {
  get(name: string): { checks: { add(check: object): void; remove(reason: string): void } }
  clear(): void
  add(prompt: object): void
}

export async function loadProviderLibrary(): Promise<ProviderLibrary> {
  // @ts-ignore: the package ships no types; what is used of it is declared above.
  return (await import('oidc-provider')) as unknown as ProviderLibrary
}
