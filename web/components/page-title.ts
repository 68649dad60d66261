import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { frameTexts } from '../messages/app.ts'

const screenTitle = signal('')
const panelTitle = signal('')

// The most specific part comes first, since tabs and the browser history cut titles off.
effect(() => {
  document.title = [panelTitle.value, screenTitle.value, frameTexts.name].filter(Boolean).join(' · ')
})

export function useScreenTitle(title: string): void {
  useEffect(() => void (screenTitle.value = title), [title])
}

export function usePanelTitle(title: string): void {
  useEffect(() => {
    panelTitle.value = title
    return () => void (panelTitle.value = '')
  }, [title])
}
