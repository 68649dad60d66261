import { texts } from '../messages/en.ts'
import { toast } from './toast.tsx'

/** Copies a text and says so; where the browser does not let a page copy, shows the text. */
export async function copy(text: string, said: string): Promise<void> {
  const isCopied = await write(text)
  toast(isCopied ? { text: said } : { text: texts.notCopied(text), kind: 'wrong' })
}

/** Pages that came by plain http from elsewhere have no clipboard, but the command of old. */
const write = (text: string): Promise<boolean> =>
  navigator.clipboard
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => writeByCommand(text),
      )
    : Promise.resolve(writeByCommand(text))

function writeByCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'hidden-text'
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
