import { signal } from '@preact/signals'
import type { DataStore } from './types.ts'

const current = signal<DataStore | undefined>()

export function getStore(): DataStore {
  if (!current.value) throw new Error('no organization is open')
  return current.value
}

export const findStore = (): DataStore | undefined => current.value

export function setStore(next: DataStore | undefined): void {
  current.value = next
}
