/** The types of what is used of oidc-provider, which ships none. */
import type { IncomingMessage, ServerResponse } from 'node:http'

type Request = IncomingMessage
type Response = ServerResponse

/** What is used of an instance, which is a Koa application. */
export interface Provider {
  callback(): (request: Request, response: Response) => Promise<void>
  /** Throws when the request has no cookie of an interaction that is under way. */
  interactionDetails(request: Request, response: Response): Promise<Interaction>
  interactionFinished(request: Request, response: Response, result: object): Promise<void>
  /** Runs before its own routes. */
  use(middleware: (context: LibraryContext, next: () => Promise<void>) => Promise<void>): void
  on(event: 'server_error' | 'grant.error', listener: (context: LibraryContext, error: Error) => void): void
  Grant: {
    new (of: { accountId: string; clientId: string }): Grant
    find(id: string): Promise<Grant | undefined>
  }
  AccessToken: { prototype: { generateTokenId(): string } }
  Client: { prototype: Client; Schema: { prototype: { redirectUris(): void } } }
  proxy: boolean
}

/** What a person has allowed a client. */
export interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}

/** A registered client; `client_secret` and its like are in camel case here. */
export interface Client {
  clientId: string
  clientSecret?: string
  clientAuthMethod: string
  redirectUris: string[]
  redirectUriAllowed(uri: string): boolean
  compareClientSecret(secret: string): boolean
  /** What we keep beside the library's own metadata. */
  allowed_scopes?: string[]
  askable_scopes?: readonly string[]
}

/** An authorization request that waits for a person. */
export interface Interaction {
  uid: string
  params: Record<string, unknown>
  prompt: { name: string; reasons: string[] }
  /** What was settled already: here, who signed in for it. */
  lastSubmission?: { login?: { accountId: string } }
}

/** What the settings' functions and middlewares are told of a request. */
export interface LibraryContext {
  req: Request
  /** The address of who asks, as server.ts tells it. */
  ip: string
  oidc: {
    route: string
    params: Record<string, unknown>
    session: { accountId: string; destroyed: boolean }
    client: Client
    result?: { login?: { accountId: string; person?: unknown }; consent?: { grantId: string } }
    entities: Record<string, unknown>
  }
  /** What a middleware keeps until the answer is made. */
  state: Record<string, unknown>
  status: number
  body: unknown
  set(headers: Record<string, string>): void
}

/** The errors that its own code throws, which it turns into answers. */
type ErrorClass = new (description?: string, scope?: string) => Error

/** The package. */
export interface Library {
  Provider: { new (issuer: string, setup: object): Provider; ctx: LibraryContext | undefined }
  errors: Record<
    | 'InvalidClientMetadata'
    | 'InvalidRequest'
    | 'InvalidScope'
    | 'InvalidTarget'
    | 'SessionNotFound'
    | 'SlowDown',
    ErrorClass
  >
  interactionPolicy: {
    base(): Policy
    Check: new (...parts: unknown[]) => object
    Prompt: new (what: { name: string; requestable: boolean }, ...checks: object[]) => object
  }
}

/** What makes the provider ask the person something. */
interface Policy {
  get(name: string): { checks: { add(check: object): void; remove(reason: string): void } }
  clear(): void
  add(prompt: object): void
}

/** Loads oidc-provider, which is wanted only once somebody signs in. */
export async function loadLibrary(): Promise<Library> {
  // @ts-ignore: the package ships no types; what is used of it is declared above.
  return (await import('oidc-provider')) as unknown as Library
}
