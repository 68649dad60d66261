import { data } from '../data/current.ts'

/** Text in an editor: the original text and the current one. */
export interface KeptText {
  base: string
  text: string
}

/** Persisted draft of a change to a text, with the original text to detect conflicts. */
export interface TextDraft {
  /** undefined if nothing is being edited. */
  value: KeptText | undefined
  begin(base: string, text?: string): void
  write(text: string): void
  /** Replaces the original text and leaves the current one. */
  rebase(base: string): void
  end(): void
}

function parse(draft: string): KeptText | undefined {
  if (!draft) return undefined
  try {
    return JSON.parse(draft) as KeptText
  } catch {
    return undefined
  }
}

/** Returns the draft of a key. Reads a signal, so the caller renders again on changes. */
export function textDraft(name: string): TextDraft {
  const draft = data().draft(name)
  const set = (value: KeptText) => void (draft.value = JSON.stringify(value))
  const value = parse(draft.value)
  return {
    value,
    begin: (base, text = base) => set({ base, text }),
    write: (text) => set({ base: value?.base ?? '', text }),
    rebase: (base) => set({ base, text: value?.text ?? base }),
    end: () => void (draft.value = ''),
  }
}
