import { getStore } from './current-store.ts'

/** Text in an editor: the original text and the current one. */
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
  /** Replaces the original text and leaves the current one. */
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

/** Returns the draft of a key. Reads a signal, so the caller renders again on changes. */
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
