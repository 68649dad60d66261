import { commonTexts } from '../../messages/common.ts'
import { showToast } from '../toast.tsx'

export async function copyToClipboard(text: string, message: string): Promise<void> {
  const isCopied = await writeText(text)
  showToast(isCopied ? { text: message } : { text: commonTexts.notCopied(text), kind: 'wrong' })
}

/** Falls back to the deprecated `execCommand`, since plain http pages have no clipboard API. */
const writeText = (text: string): Promise<boolean> =>
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
