import { useState } from 'preact/hooks'
import { showErrorToast } from '../../../components/util/load-chunk.ts'

interface SubmitOptions {
  disabled?: boolean | undefined
  /** Returns false if the input is not saved yet. */
  run: () => unknown
  onDone?: () => void
  /** Returns whether a field shows the error. */
  showInField?: ((problem: unknown) => boolean) | undefined
}

interface Submit {
  busy: boolean
  problem: unknown
  submit: (event: Event) => Promise<void>
}

/** Runs the action of a form, one at a time. Its input is not saved until that succeeds. */
export function useSubmit({ disabled, run, onDone, showInField }: SubmitOptions): Submit {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const submit = async (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    if (disabled || busy) return
    setBusy(true)
    // The action may lead to another page.
    form.dataset.saving = ''
    try {
      if ((await run()) !== false) {
        form.dispatchEvent(new Event('saved', { bubbles: true }))
        setProblem(undefined)
        onDone?.()
      }
    } catch (error) {
      if (form.isConnected) setProblem(showInField?.(error) ? undefined : error)
      else showErrorToast(error)
    }
    delete form.dataset.saving
    setBusy(false)
  }
  return { busy, problem, submit }
}
