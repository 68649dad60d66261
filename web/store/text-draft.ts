import { getStore } from './current-store.ts'

export interface TextEdit {
  base: string
  text: string
}

/** Persisted draft of a change to a text, with the original text to detect conflicts. */
export interface TextDraft {
  /** undefined if nothing is being edited. */
  value: TextEdit | undefined
  start(base: string, text?: string): void
  setText(text: string): void
  rebase(base: string): void
  discard(): void
}

function parse(draft: string): TextEdit | undefined {
  if (!draft) return undefined
  try {
    return JSON.parse(draft) as TextEdit
  } catch {
    return undefined
  }
}

export function getTextDraft(name: string): TextDraft {
  const draft = getStore().openDraft(name)
  const set = (value: TextEdit) => void (draft.value = JSON.stringify(value))
  const value = parse(draft.value)
  return {
    value,
    start: (base, text = base) => set({ base, text }),
    setText: (text) => set({ base: value?.base ?? '', text }),
    rebase: (base) => set({ base, text: value?.text ?? base }),
    discard: () => void (draft.value = ''),
  }
}
