import { effect, signal } from '@preact/signals'
import { keep, kept } from './kept.ts'

export type Theme = 'light' | 'dark' | 'system'

const stored = kept('theme')

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system')

export function chooseTheme(next: Theme): void {
  theme.value = next
  keep('theme', next === 'system' ? null : next)
}

export function turnTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  chooseTheme(isDark ? 'light' : 'dark')
}

/** Applies the theme to the page and follows its changes. Called once at startup. */
export function followTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme.value
  })
}
