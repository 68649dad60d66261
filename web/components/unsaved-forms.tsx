import { setLeaveQuestion } from '../location.ts'
import { unsavedTexts } from '../messages/unsaved.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { openLayer } from './util/open-layer.ts'

/** Forms that the user has typed into, with their input before that, if known. */
const forms = new Map<HTMLFormElement, string>()
/** Input of forms when they got the focus. */
const before = new WeakMap<HTMLFormElement, string>()

const readInput = ({ elements }: HTMLFormElement): string =>
  Array.from(elements as HTMLCollectionOf<HTMLInputElement>, (one) => [one.value, one.checked, one.ariaPressed]).join()

const findForm = ({ target }: Event): HTMLFormElement | null => (target as Element).closest?.('form')

/** Returns whether a form in an element has input that is neither saved, being saved nor discarded. */
function hasUnsavedInput(within: Element): boolean {
  return [...forms].some(
    ([form, input]) => within.contains(form) && form.dataset.saving === undefined && readInput(form) !== input,
  )
}

/** Forgets the input of forms once it is saved or discarded. */
function forgetInput(within: Element): void {
  for (const form of forms.keys())
    if (within.contains(form)) {
      forms.delete(form)
      before.set(form, readInput(form))
    }
}

/** Returns whether an event is input by the user: browsers fill in fields without the focus, such as passwords. */
function isUserInput({ type, target }: Event): boolean {
  if (type === 'click') return (target as Element).closest('[aria-pressed]') !== null
  return target === document.activeElement || /checkbox|radio|select|file/.test((target as HTMLInputElement).type)
}

function rememberForm(event: Event): void {
  const form = findForm(event)
  // A search saves nothing, and a text typed to confirm a deletion is not worth a question.
  if (!form || forms.has(form) || !isUserInput(event) || (event.target as HTMLInputElement).type === 'search') return
  if (!(form.closest('dialog') ?? form).querySelector('.button-danger')) forms.set(form, before.get(form) ?? '')
}

let isAsking = false

/** Asks before input in an element is left that is not saved. Returns false without such input. */
function ask(leave: () => void, stay?: () => void, within: Element = document.body): boolean {
  if (!hasUnsavedInput(within)) return false
  if (isAsking) return true
  isAsking = true
  const discard = () => {
    forgetInput(within)
    leave()
  }
  openLayer((close) => {
    const choose = (then?: () => void) => () => {
      isAsking = false
      close()
      then?.()
    }
    return <DiscardDialog onStay={choose(stay)} onDiscard={choose(discard)} />
  })
  return true
}

const DiscardDialog = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => (
  <Dialog
    title={unsavedTexts.title}
    open
    onClose={onStay}
    actions={
      <>
        <Button onClick={onStay} autofocus>
          {unsavedTexts.stay}
        </Button>
        <Button kind="danger" onClick={onDiscard}>
          {unsavedTexts.discard}
        </Button>
      </>
    }
  >
    <p>{unsavedTexts.hint}</p>
  </Dialog>
)

setLeaveQuestion(ask)
document.addEventListener('focusin', (event) => {
  const form = findForm(event)
  if (form && !forms.has(form)) before.set(form, readInput(form))
})
document.addEventListener('input', rememberForm)
document.addEventListener('click', rememberForm)
document.addEventListener('saved', ({ target }) => forgetInput(target as Element))
addEventListener('beforeunload', (event) => hasUnsavedInput(document.body) && event.preventDefault())
