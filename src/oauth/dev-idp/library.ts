import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Person } from './person.ts'

/** What is used of an oidc-provider instance. */
export interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<SignIn>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  Grant: new (of: { accountId: string; clientId: string }) => Grant
}
/** What a person has allowed a client. */
interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}
/** A sign-in under way. */
export interface SignIn {
  params: { redirect_uri?: unknown }
}
/** What the settings' functions are told. */
export interface Context {
  oidc: {
    session: { accountId: string }
    client: { clientId: string }
    result?: { login?: { person?: Person } }
  }
  set(headers: Record<string, string>): void
  body: string
}
/** The package. */
export interface Library {
  Provider: new (issuer: string, setup: object) => Provider
  interactionPolicy: { base(): Policy; Check: new (...parts: unknown[]) => object }
}
/** What makes the provider ask the person something. */
interface Policy {
  get(name: string): { checks: { add(check: object): void; remove(reason: string): void } }
}

/** Loads oidc-provider, which is wanted only once somebody signs in. */
export async function loadLibrary(): Promise<Library> {
  // @ts-ignore: the package ships no types; what is used of it is declared above.
  return (await import('oidc-provider')) as unknown as Library
}
