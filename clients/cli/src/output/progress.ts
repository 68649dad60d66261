import type { Context } from '../context.ts'
import { fitWidth, escapeControls } from './text.ts'

/** Starts a progress bar on standard error, which `end` erases; undefined unless that is a terminal. */
export function startProgress({ process: { stderr } }: Context, name: string) {
  if (!stderr.isTTY) return undefined
  let shown = -Infinity
  const update = (done: number, total: number) => {
    const now = performance.now()
    if (now - shown < 80 && done < total) return
    shown = now
    const part = total > 0 ? done / total : 1
    const bar = '█'.repeat(Math.round(part * 24)).padEnd(24, '░')
    stderr.write(`\r${fitWidth(escapeControls(name), 24)} ${bar} ${String(Math.floor(part * 100)).padStart(3)} %`)
  }
  const end = () => void stderr.write('\r\u001b[K')
  return { update, end }
}
