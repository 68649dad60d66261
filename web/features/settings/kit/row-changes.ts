import { getStore } from '../../../store/current-store.ts'
import {
  getRowId,
  getRowPath,
  ID_FIELDS,
  isEqual,
  type AnyRow,
  type RowKind,
  type RowTypes,
} from '../../../store/rows.ts'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'

const getName = (row: object): string => {
  const { name, title } = row as Partial<Record<'name' | 'title', string>>
  return name ?? title ?? ''
}

/** Returns the fields that differ from the stored ones, so that a form does not overwrite what others changed. */
export const pickChanges = <Row extends object>(next: Partial<Row>, stored: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => !isEqual(value, stored[name as keyof Row])),
  ) as Partial<Row>

/** Creates a row, which is shown immediately and sent once the server can be reached. */
export function createRow<K extends RowKind>(
  kind: K,
  parent: string,
  body: Partial<RowTypes[K]>,
  defaults: Partial<RowTypes[K]>,
): void {
  const store = getStore()
  const id = store.createTemporaryId()
  const row = { org_id: store.org, ...defaults, ...body, [ID_FIELDS[kind]]: id }
  store.mutate({
    method: `${kind}.create`,
    args: [parent, body],
    rows: { kind, id },
    optimisticPatches: { type: 'create', kind, id, row },
    label: messages.created(getName(body)),
  })
}

/** Changes the row that a form was filled with. Changes by others are merged, or the user decides. */
export function updateRow<K extends RowKind>(
  kind: K,
  shown: RowTypes[K],
  next: Partial<RowTypes[K]>,
  label = messages.changed(getName(shown)),
): void {
  const patch = pickChanges(next, shown)
  if (Object.keys(patch).length === 0) return
  const row = shown as unknown as AnyRow
  const id = getRowId(kind, row)
  const base = { base: { [`${kind} ${id}`]: row.version as number }, before: { [`${kind} ${id}`]: row } }
  getStore().update(kind, id, patch, label, base)
}

export function deleteRow<K extends RowKind>(kind: K, row: RowTypes[K], ...options: object[]): void {
  const id = getRowId(kind, row as unknown as AnyRow)
  getStore().mutate({
    method: `${kind}.delete`,
    args: [...getRowPath(kind, id, row as unknown as AnyRow), ...options],
    rows: { kind, id },
    optimisticPatches: { type: 'delete', kind, id },
    label: messages.deleted(getName(row)),
  })
}
