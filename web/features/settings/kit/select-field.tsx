import { FormField } from '../../../components/form-field.tsx'

interface SelectFieldProps {
  label: string
  hint?: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

export const SelectField = ({ label, hint, value, options, onChange }: SelectFieldProps) => (
  <FormField label={label} hint={hint}>
    <select
      class="input"
      value={value}
      onChange={(event: Event) => onChange((event.currentTarget as HTMLSelectElement).value)}
    >
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </FormField>
)
