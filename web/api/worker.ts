import { signal } from '@preact/signals'

/** Whether a newer version of the page is there: to be loaded when the person wants it. */
export const upgraded = signal(false)

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

/** Has the browser keep the page and its files. Without TLS, but on this machine itself, there are no workers. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('svc-sw', { createScriptURL: () => '/sw.js' })
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'upgraded') upgraded.value = true
  })
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js').catch(() => undefined)
}
