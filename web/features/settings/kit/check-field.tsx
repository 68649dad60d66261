import { useId } from '../../../components/util/use-id.ts'

interface CheckFieldProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div>
      <label class="settings-check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint && id}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={id} class="settings-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
