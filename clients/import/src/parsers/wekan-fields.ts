/** Custom fields of a WeKan board, and its swimlanes, which become a field. */
import type { Row } from '../format/kinds.ts'
import { chooseKey } from './custom-columns.ts'
import { MAX_OPTIONS } from './custom-types.ts'
import type { WekanBoard, WekanCard, WekanField } from './wekan-data.ts'
import type { DayFormat } from './zoned-days.ts'

type FieldType = Row<'fields'>['type']

const types: Record<string, FieldType> = {
  text: 'text',
  number: 'number',
  currency: 'number',
  date: 'date',
  checkbox: 'checkbox',
  dropdown: 'select',
  stringtemplate: 'text',
}
/** Ids of options have at most so many characters. */
const MAX_OPTION_ID = 40
const toOption = (id: string): string => id.slice(-MAX_OPTION_ID)
const SWIMLANE = 'wekan_swimlane'

export class WekanFields {
  readonly rows: Row<'fields'>[] = []
  readonly #board: WekanBoard
  readonly #days: DayFormat
  readonly #keys = new Map<string, string>()

  constructor(board: WekanBoard, days: DayFormat) {
    this.#board = board
    this.#days = days
    const taken = new Set<string>()
    if (board.swimlanes.size > 1 && board.swimlanes.size <= MAX_OPTIONS) {
      taken.add(SWIMLANE)
      const lanes = [...board.swimlanes.values()].toSorted((one, other) => (one.sort ?? 0) - (other.sort ?? 0))
      const options = lanes.map(({ id, title }) => ({ option: toOption(id), label: title?.trim() || 'Swimlane' }))
      const about = { key: SWIMLANE, name: 'Swimlane', type: 'select' as const, projects: [board.id] }
      this.rows.push({ id: `${board.id} swimlanes`, ...about, options })
    }
    for (const field of board.fields.values()) this.#add(field, taken)
  }

  #add(field: WekanField, taken: Set<string>): void {
    const type = types[field.type ?? '']
    if (!type) return
    const name = field.name?.trim() || 'Field'
    const key = chooseKey(`wekan ${name}`, 'wekan_field', taken)
    taken.add(key)
    this.#keys.set(field.id, key)
    const options = (field.settings?.dropdownItems ?? [])
      .filter(({ id }) => id)
      .map((item) => ({
        option: toOption(item.id),
        label: item.name?.trim() || 'Option',
      }))
    const unit = field.type === 'currency' ? field.settings?.currencyCode : undefined
    const about = { id: field.id, key, name, type, projects: [this.#board.id] }
    this.rows.push({ ...about, ...(type === 'select' && { options }), ...(unit && { unit }) })
  }

  /** Returns the values of a card, and as `extra` those that do not fit. */
  read(card: WekanCard): { custom: Record<string, unknown>; extra: Record<string, unknown> } {
    const custom: Record<string, unknown> = {}
    const extra: Record<string, unknown> = {}
    const lane = this.#board.swimlanes.get(card.swimlaneId ?? '')
    const hasLanes = this.#board.swimlanes.size > 1
    if (lane && hasLanes && this.#board.swimlanes.size <= MAX_OPTIONS) custom[SWIMLANE] = toOption(lane.id)
    else if (lane && hasLanes) extra['swimlane'] = lane.title
    for (const { id, value } of card.customFields ?? []) {
      if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
        continue
      const field = this.#board.fields.get(id ?? '')
      const key = this.#keys.get(id ?? '')
      const parsed = field && key ? this.#parse(field, value) : undefined
      if (parsed === undefined) extra[key ? `custom.${key}` : (field?.name ?? id ?? 'field')] = value
      else custom[key!] = parsed
    }
    return { custom, extra }
  }

  #parse({ type, settings }: WekanField, value: unknown): unknown {
    if (type === 'number' || type === 'currency') {
      const number = typeof value === 'number' ? value : Number(String(value).replace(',', '.'))
      return Number.isFinite(number) ? number : undefined
    }
    if (type === 'checkbox') return typeof value === 'boolean' ? value : undefined
    if (type === 'date') return this.#days.read(String(value))
    if (type === 'stringtemplate')
      return Array.isArray(value) ? value.map(String).join(settings?.stringtemplateSeparator || ', ') : String(value)
    if (type !== 'dropdown') return typeof value === 'string' ? value : undefined
    const items = settings?.dropdownItems ?? []
    return items.some((item) => item.id === value) ? toOption(String(value)) : undefined
  }
}
