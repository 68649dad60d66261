import { effect, signal } from '@preact/signals'
import { savePreferences } from './preferences.ts'
import { readPreferences } from './stored-preferences.ts'

export type Theme = 'light' | 'dark' | 'system'

const readTheme = (): Theme => readPreferences().theme ?? 'system'

export const theme = signal(readTheme())

export const reloadTheme = (): void => void (theme.value = readTheme())

export function setTheme(next: Theme): void {
  theme.value = next
  void savePreferences({ theme: next === 'system' ? null : next })
}

export function toggleTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  setTheme(isDark ? 'light' : 'dark')
}

export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme.value
  })
}
