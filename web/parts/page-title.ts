import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { frameTexts } from '../messages/frame.ts'

const screen = signal('')
const opened = signal('')

// What is looked at comes first: tabs and the browser's history show little more than that.
effect(() => {
  document.title = [opened.value, screen.value, frameTexts.name].filter(Boolean).join(' · ')
})

/** Names the page after the screen that it shows. */
export function useScreenTitle(title: string): void {
  useEffect(() => void (screen.value = title), [title])
}

/** Puts the name of what is open beside the screen before it. */
export function useOpenedTitle(title: string): void {
  useEffect(() => {
    opened.value = title
    return () => void (opened.value = '')
  }, [title])
}
