import { effect, signal } from '@preact/signals'
import { keep, kept } from './kept.ts'

export type Theme = 'light' | 'dark' | 'system'

const read = kept('theme')

/** Light, dark, or as the system has it. */
export const theme = signal<Theme>(read === 'light' || read === 'dark' ? read : 'system')

export function chooseTheme(next: Theme): void {
  theme.value = next
  keep('theme', next === 'system' ? null : next)
}

/** Light to dark and back, whatever is seen now. */
export function turnTheme(): void {
  const dark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  chooseTheme(dark ? 'light' : 'dark')
}

/** Has the page follow it. Called once, at the start. */
export function followTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme.value
  })
}
