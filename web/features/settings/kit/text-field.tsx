import { FormField } from '../../../components/form-field.tsx'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  error?: string | undefined
  type?: 'text' | 'url' | 'number' | 'date' | 'email' | 'datetime-local'
  autofocus?: boolean
  placeholder?: string
  min?: string
  max?: string
  maxLength?: number
}

export const TextField = ({ label, hint, error, onChange, type = 'text', ...input }: TextFieldProps) => (
  <FormField label={label} hint={hint} error={error}>
    <input
      class="input"
      type={type as 'text'}
      autocomplete="off"
      dir="auto"
      {...input}
      onInput={(event: Event) => onChange((event.currentTarget as HTMLInputElement).value)}
    />
  </FormField>
)
