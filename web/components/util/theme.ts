import { effect, signal } from '@preact/signals'
import { writeSetting, readSetting } from './browser-settings.ts'

export type Theme = 'light' | 'dark' | 'system'

const stored = readSetting('theme')

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system')

export function setTheme(next: Theme): void {
  theme.value = next
  writeSetting('theme', next === 'system' ? null : next)
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
