import type { ComponentChildren } from 'preact'
import { commonTexts } from '../messages/common.ts'
import { Icon, type IconName } from './icon.tsx'
import './chip.css'

interface ChipProps {
  label: string
  icon?: IconName | ComponentChildren
  onRemove?: () => void
  onClick?: (event: MouseEvent & { currentTarget: HTMLButtonElement }) => void
}

export function Chip({ label, icon, onRemove, onClick }: ChipProps) {
  const inner = (
    <>
      {typeof icon === 'string' ? <Icon name={icon as IconName} size={12} /> : icon}
      <span class="one-line" dir="auto">
        {label}
      </span>
    </>
  )
  return (
    <span class="chip">
      {onClick ? (
        <button type="button" class="chip-label" onClick={onClick as never}>
          {inner}
        </button>
      ) : (
        <span class="chip-label">{inner}</span>
      )}
      {onRemove && (
        <button type="button" class="chip-remove" aria-label={commonTexts.remove(label)} onClick={onRemove}>
          <Icon name="x" size={10} />
        </button>
      )}
    </span>
  )
}
