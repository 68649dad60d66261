import { data } from '../data/current.ts'

/** A text being changed: how it was when the person began, and how they have it now. */
export interface KeptText {
  base: string
  text: string
}

/** A text of somebody's that the person changes; it survives the tab, and knows what it was a change of. */
export interface TextDraft {
  /** undefined: the person changes nothing. */
  value: KeptText | undefined
  begin(base: string, text?: string): void
  write(text: string): void
  /** Goes on with what the person wrote, as a change of what is there now. */
  rebase(base: string): void
  end(): void
}

function read(kept: string): KeptText | undefined {
  if (!kept) return undefined
  try {
    return JSON.parse(kept) as KeptText
  } catch {
    return undefined
  }
}

/** The draft of that name. It reads a signal, so what is drawn with it follows. */
export function textDraft(name: string): TextDraft {
  const kept = data().draft(name)
  const set = (value: KeptText) => void (kept.value = JSON.stringify(value))
  const value = read(kept.value)
  return {
    value,
    begin: (base, text = base) => set({ base, text }),
    write: (text) => set({ base: value?.base ?? '', text }),
    rebase: (base) => set({ base, text: value?.text ?? base }),
    end: () => void (kept.value = ''),
  }
}
