import { useFocusOnMount } from '../../components/util/focus.ts'
import { sectionFormTexts as texts } from '../../messages/section-forms.ts'
import { colorNames, toCssColor } from '../../components/color-names.ts'

interface ColorFieldProps {
  value: string | null
  onChange: (color: string | null) => void
  isFocused: boolean
}

/** Colors as radio buttons. A color that is none of the names, set through the API, is shown as a further one. */
export function ColorField({ value, onChange, isFocused }: ColorFieldProps) {
  const first = useFocusOnMount<HTMLInputElement>()
  const own = value !== null && toCssColor(value) === value ? [value] : []
  const options = [null, ...colorNames, ...own]
  return (
    <fieldset class="section-colors">
      <legend class="field-label">{texts.color}</legend>
      {options.map((color) => (
        <label key={color ?? ''} class="section-color" title={getColorName(color)}>
          <input
            ref={isFocused && color === value ? first : undefined}
            type="radio"
            name="section-color"
            aria-label={getColorName(color)}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <span style={{ background: toCssColor(color) }} />
        </label>
      ))}
    </fieldset>
  )
}

const getColorName = (color: string | null): string =>
  color === null ? texts.noColor : (texts.colors[color as keyof typeof texts.colors] ?? color)
