import type { ImportReportEntry } from '@svc/sdk'
import { statusFlow, statusNames } from '../../../messages/enums.ts'
import { importTexts as messages } from '../../../messages/imports.ts'
import { getMembers } from '../../members/members.ts'
import { SelectField } from '../kit/select-field.tsx'

export interface ChosenMaps {
  user_map: Record<string, string>
  status_map: Record<string, string>
}

interface ImportMapsProps {
  entries: readonly ImportReportEntry[] | undefined
  maps: ChosenMaps
  onChange: (maps: ChosenMaps) => void
}

const isPerson = ({ kind, field }: ImportReportEntry) => kind === 'people' && field === 'user'

/** Suggests the members who have the same username or name as people of the source. */
export function suggestUsers(entries: readonly ImportReportEntry[] = []): Record<string, string> {
  const names = getMembers().active.flatMap(({ username, name }) =>
    [username, name].flatMap((one) => (one && username ? [[one.toLowerCase(), username] as const] : [])),
  )
  const known = new Map(names)
  return Object.fromEntries(
    entries.filter(isPerson).flatMap(({ external_id, value }) => {
      const username = known.get(value?.toLowerCase() ?? '')
      return external_id && username ? [[external_id, username]] : []
    }),
  )
}

/** Returns the maps without choices that are the default. */
export const compactMaps = ({ user_map, status_map }: ChosenMaps): ChosenMaps => {
  const compact = (map: Record<string, string>) => Object.fromEntries(Object.entries(map).filter(([, value]) => value))
  return { user_map: compact(user_map), status_map: compact(status_map) }
}

/** Lets the user say who people of the source are, and which status a section means. */
export function ImportMaps({ entries = [], maps, onChange }: ImportMapsProps) {
  const people = entries.filter(isPerson)
  const names = new Set(
    entries.flatMap(({ kind, field, value }) => (kind === 'sections' && field === 'status' && value ? [value] : [])),
  )
  return (
    <>
      {people.length > 0 && <PeopleMap people={people} maps={maps} onChange={onChange} />}
      {names.size > 0 && (
        <section class="settings-section">
          <h2>{messages.states}</h2>
          <p class="settings-hint">{messages.statesHint}</p>
          <div class="import-choices">
            {[...names].map((name) => (
              <SelectField
                key={name}
                label={name}
                value={maps.status_map[name] ?? ''}
                options={[['', messages.noStatus], ...statusFlow.map((one) => [one, statusNames[one]] as const)]}
                onChange={(status) => onChange({ ...maps, status_map: { ...maps.status_map, [name]: status } })}
              />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

function PeopleMap({ people, maps, onChange }: Omit<ImportMapsProps, 'entries'> & { people: ImportReportEntry[] }) {
  const members = getMembers().active.flatMap(({ username }) => username ?? [])
  return (
    <section class="settings-section">
      <h2>{messages.people}</h2>
      <p class="settings-hint">{messages.peopleHint}</p>
      <div class="import-choices">
        {people.map(({ external_id, value }) => (
          <SelectField
            key={external_id}
            label={value ?? external_id ?? ''}
            value={maps.user_map[external_id ?? ''] ?? ''}
            options={[['', messages.placeholder], ...members.map((name) => [name, name] as const)]}
            onChange={(name) => onChange({ ...maps, user_map: { ...maps.user_map, [external_id ?? '']: name } })}
          />
        ))}
      </div>
    </section>
  )
}
