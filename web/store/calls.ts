import { SvcProblem, type Answer, type PageOf, type Svc } from '@svc/sdk'
import { isBug } from '../api/bugs.ts'
import type { AnyRow } from './rows.ts'
import { failureTexts } from '../messages/common.ts'

interface SdkPromise<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

type Method = (...args: unknown[]) => SdkPromise<unknown>

export async function callMethod<T = unknown>(svc: Svc, name: string, args: readonly unknown[]): Promise<Answer<T>> {
  const [resource, method] = name.split('.') as [string, string]
  const found = (svc as unknown as Record<string, Record<string, Method> | undefined>)[resource]?.[method]
  // An entry stored by another version of the page may name a method that this one does not have.
  if (!found) throw createProblem(400, 'Bad Request', failureTexts.oldChange)
  return found(...args).withResponse() as Promise<Answer<T>>
}

export async function readListPage(
  svc: Svc,
  name: string,
  path: readonly string[],
  query: Record<string, unknown>,
): Promise<PageOf<AnyRow>> {
  return (await callMethod<PageOf<AnyRow>>(svc, name, [...path, query])).data
}

/** Parses the version at the start of an ETag: `"7-…"`. */
export function parseVersion(tag: string | undefined): number | undefined {
  const version = /^"(\d+)-/.exec(tag ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}

export const createProblem = (status: number, title: string, detail: string): SvcProblem =>
  new SvcProblem({ type: 'about:blank', title, status, detail, instance: '', request_id: '' }, new Headers())

/** Returns whether a failure is transient: no response, or one that says to retry. Bugs of the page are not. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof SvcProblem)) return !isBug(error)
  const { status, type } = error
  if (status >= 500 || status === 408 || status === 429) return true
  return type === 'urn:svc:problem:idempotency-key-in-flight'
}

export const getRetryDelay = (): number => 1000 + Math.random() * 3000
