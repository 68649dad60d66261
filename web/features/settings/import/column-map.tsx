import { fieldTexts, fieldTypeNames } from '../../../messages/fields.ts'
import { columnMeanings, importTexts as messages } from '../../../messages/imports.ts'
import type { TablePreview } from './table-preview.ts'

export type { TablePreview } from './table-preview.ts'

/** Most columns that can be mapped here; the server recognizes the others by their names. */
const MAX_COLUMNS = 60

interface ColumnMapProps {
  table: TablePreview
  onChange: (columns: Record<string, string>) => void
}

export const ColumnMap = ({ table, onChange }: ColumnMapProps) => (
  <fieldset class="import-columns">
    <legend class="field-label">{messages.columns}</legend>
    <p class="settings-hint">{messages.columnsHint}</p>
    {!table.meanings.includes('title') && (
      <p class="settings-problem" role="alert">
        {messages.needsTitle}
      </p>
    )}
    <div class="settings-scroll" tabIndex={0} role="region" aria-label={messages.columns}>
      <table class="settings-table">
        <thead>
          <tr>
            <th scope="col">{messages.column}</th>
            <th scope="col">{messages.means}</th>
            <th scope="col">{messages.sample}</th>
          </tr>
        </thead>
        <tbody>
          {table.names.slice(0, MAX_COLUMNS).map((name, at) => (
            <ColumnRow key={at} name={name} at={at} table={table} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  </fieldset>
)

function ColumnRow({ name, at, table, onChange }: ColumnMapProps & { name: string; at: number }) {
  const title = name || messages.unnamed(at + 1)
  const choose = (event: Event) =>
    onChange(chooseMeaning(table.columns, name, (event.currentTarget as HTMLSelectElement).value))
  return (
    <tr>
      <th scope="row" dir="auto">
        {title}
      </th>
      <td>
        <select class="input" aria-label={messages.meansFor(title)} value={table.meanings[at]} onChange={choose}>
          {listOptions({ custom: fieldTexts.customField, ...columnMeanings })}
          <optgroup label={fieldTexts.customField}>{listOptions(fieldTypeNames, 'custom:')}</optgroup>
        </select>
      </td>
      <td class="import-sample" dir="auto">
        {table.rows
          .map((row) => row[at])
          .filter(Boolean)
          .join(' · ')}
      </td>
    </tr>
  )
}

const listOptions = (names: Record<string, string>, prefix = '') =>
  Object.entries(names).map(([meaning, label]) => (
    <option key={meaning} value={prefix + meaning}>
      {label}
    </option>
  ))

/** Gives a column a property, and takes it from the column that had it. */
const chooseMeaning = (columns: Record<string, string>, name: string, meaning: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(columns).filter(([, other]) => other !== meaning || /^(extra|ignore|custom)/.test(other)),
  ),
  [name]: meaning,
})
