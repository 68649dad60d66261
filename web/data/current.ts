import { signal } from '@preact/signals'
import type { Data } from './data.ts'

const current = signal<Data | undefined>()

/** Returns the client of the current organization. Components that call it render again when it changes. */
export function data(): Data {
  if (!current.value) throw new Error('no organization is open')
  return current.value
}

/** Returns the client, or undefined before sign-in and during onboarding. */
export const dataIfAny = (): Data | undefined => current.value

export function setData(next: Data | undefined): void {
  current.value = next
}
