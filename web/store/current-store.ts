import { signal } from '@preact/signals'
import type { DataStore } from './types.ts'

const current = signal<DataStore | undefined>()

/** Returns the client of the current organization. Components that call it render again when it changes. */
export function getStore(): DataStore {
  if (!current.value) throw new Error('no organization is open')
  return current.value
}

/** Returns the client, or undefined before sign-in and during onboarding. */
export const findStore = (): DataStore | undefined => current.value

export function setStore(next: DataStore | undefined): void {
  current.value = next
}
