import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { Button, type ButtonProps } from './button.tsx'

export const RowButton = (props: ButtonProps) => <Button kind="quiet" small {...props} />

interface PopoverButtonProps extends Omit<ButtonProps, 'onClick' | 'expanded' | 'children'> {
  text?: string
  renderPopover: (anchor: Element, close: () => void) => ComponentChild
}

export function PopoverButton({ renderPopover, text, ...button }: PopoverButtonProps) {
  const anchor = useSignal<Element | undefined>(undefined)
  return (
    <>
      <Button
        kind="quiet"
        {...button}
        expanded={anchor.value !== undefined}
        onClick={(event) => void (anchor.value = event.currentTarget)}
      >
        {text}
      </Button>
      {anchor.value && renderPopover(anchor.value, () => void (anchor.value = undefined))}
    </>
  )
}
