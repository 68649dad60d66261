import { Picker } from '../../components/picker.tsx'
import { PopoverButton } from '../../components/popover-button.tsx'
import { listPeople } from './list-people.tsx'

interface AddPersonButtonProps {
  label: string
  /** Ids of users who are not offered. */
  known: ReadonlySet<string>
  onPick: (userId: string) => void
}

export const AddPersonButton = ({ label, known, onPick }: AddPersonButtonProps) => (
  <PopoverButton
    kind="plain"
    icon="plus"
    text={label}
    renderPopover={(anchor, close) => (
      <Picker anchor={anchor} label={label} options={listPeople(known)} selected={[]} onPick={onPick} onClose={close} />
    )}
  />
)
