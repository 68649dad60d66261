import { signal } from '@preact/signals'
import type { Data } from './data.ts'

const current = signal<Data | undefined>()

/** The data of the organization that is looked at. A component that asks is drawn anew when it is another. */
export function data(): Data {
  if (!current.value) throw new Error('no organization is open')
  return current.value
}

/** The same, where there may be none: before sign-in, in onboarding. */
export const dataIfAny = (): Data | undefined => current.value

/** Makes an organization's data the one that is looked at. */
export function setData(next: Data | undefined): void {
  current.value = next
}
