import type { AnyOperation } from './operation.ts'

/** Returns the path of what a 201 has created (RFC 9110, section 15.3.2), with ids of the response, else of the request. */
export function buildLocation({ reply }: AnyOperation, params: object, body: unknown): string | undefined {
  const values = { ...params, ...(body as object) } as Record<string, unknown>
  return reply.created?.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}
