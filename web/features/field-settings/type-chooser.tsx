import type { FieldType } from '@svc/sdk'
import { fieldSettingsTexts as messages, fieldTypeExamples } from '../../messages/field-settings.ts'
import { fieldTypeNames } from '../../messages/fields.ts'
import { Icon } from '../../components/icon.tsx'
import { fieldTypeIcons } from '../fields/field-icon.ts'

const types = Object.keys(fieldTypeNames) as FieldType[]

/** Choice of a type, each with an example. */
export const TypeChooser = ({ value, onChange }: { value: FieldType; onChange: (type: FieldType) => void }) => (
  <fieldset class="fields-types">
    <legend class="field-label">{messages.type}</legend>
    <div class="fields-types-grid">
      {types.map((type) => (
        <label key={type} class={type === value ? 'fields-choice fields-chosen' : 'fields-choice'}>
          <input
            type="radio"
            class="hidden-text"
            name="field-type"
            value={type}
            checked={type === value}
            onChange={() => onChange(type)}
          />
          <Icon name={fieldTypeIcons[type]} />
          <span class="fields-choice-words">
            <span>{fieldTypeNames[type]}</span>
            <span class="fields-example one-line">{fieldTypeExamples[type]}</span>
          </span>
        </label>
      ))}
    </div>
    <p class="field-hint">{messages.typeHint}</p>
  </fieldset>
)
