import type { Answer, PageOf, Svc } from '@svc/sdk'
import { refusalOf } from './problems.ts'
import type { AnyRow } from './rows.ts'

interface Called<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

type Method = (...args: unknown[]) => Called<unknown>

/** Calls a method of the SDK by its name, `tasks.update`, and gives the answer with its tag. */
export async function call<T = unknown>(
  svc: Svc,
  name: string,
  args: readonly unknown[],
): Promise<Answer<T>> {
  const [resource, method] = name.split('.') as [string, string]
  const found = (svc as unknown as Record<string, Record<string, Method> | undefined>)[resource]?.[method]
  // What an older or a newer version of the page has kept may be unknown to this one.
  if (!found) throw refusalOf(400, 'Bad Request', 'This version of the page does not know how to do this.')
  return found(...args).withResponse() as Promise<Answer<T>>
}

/** A page of a list, by the name of its method. */
export async function pageOf(
  svc: Svc,
  name: string,
  path: readonly string[],
  query: Record<string, unknown>,
): Promise<PageOf<AnyRow>> {
  return (await call<PageOf<AnyRow>>(svc, name, [...path, query])).data
}

/** The version that a tag begins with: `"7-…"`. */
export function versionOf(tag: string | undefined): number | undefined {
  const version = /^"(\d+)-/.exec(tag ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}
