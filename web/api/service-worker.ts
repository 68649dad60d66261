import { signal } from '@preact/signals'

export const hasNewVersion = signal(false)

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

export async function registerServiceWorker(language: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('svc-sw', { createScriptURL: () => '/sw.js' })
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'upgraded') hasNewVersion.value = true
  })
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js').catch(() => undefined)
  if (language !== 'en') (await navigator.serviceWorker.ready).active?.postMessage(language)
}
