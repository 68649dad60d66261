import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { Button, type ButtonProps } from '../ui/button.tsx'

/** A small button in a row: an icon, and what it does as its title. */
export const RowButton = (props: ButtonProps) => <Button kind="quiet" small {...props} />

interface OpenerProps extends Omit<ButtonProps, 'onClick' | 'expanded' | 'children'> {
  /** What is opened beside the button. */
  opened: (anchor: Element, close: () => void) => ComponentChild
}

/** A button that opens a menu or a picker beside itself. */
export function Opener({ opened, ...button }: OpenerProps) {
  const anchor = useSignal<Element | undefined>(undefined)
  return (
    <>
      <Button
        kind="quiet"
        {...button}
        expanded={anchor.value !== undefined}
        onClick={(event) => void (anchor.value = event.currentTarget)}
      />
      {anchor.value && opened(anchor.value, () => void (anchor.value = undefined))}
    </>
  )
}
