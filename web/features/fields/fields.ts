import { computed, type ReadonlySignal } from '@preact/signals'
import type { Field } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { getFieldKey, isCustomName, type CustomName } from '../views/filter-names.ts'

interface Fields {
  /** Fields in their order, including archived ones. */
  all: readonly Field[]
  active: readonly Field[]
  byKey: ReadonlyMap<string, Field>
}

const cache = new Map<string, ReadonlySignal<Fields | undefined>>()

/** Returns the custom fields of the organization that the user can read; undefined while they are loading. */
export function getFields(): Fields | undefined {
  const { org } = getStore()
  let found = cache.get(org)
  if (!found) {
    const fields = getStore().all('fields', { include_archived: true })
    found = computed(() => fields.value && indexFields(fields.value))
    cache.clear()
    cache.set(org, found)
  }
  return found.value
}

const indexFields = (all: readonly Field[]): Fields => ({
  all,
  active: all.filter(({ is_active }) => is_active),
  byKey: new Map(all.map((field) => [field.key, field])),
})

export const findField = (name: CustomName): Field | undefined => getFields()?.byKey.get(getFieldKey(name))

/** Returns whether tasks of a project, or without one, have a field. */
export const hasField = ({ project_ids }: Pick<Field, 'project_ids'>, projectId: string | null): boolean =>
  project_ids === null || (projectId !== null && project_ids.includes(projectId))

/** Returns the fields that can be set in tasks of a project, or without one. */
export const listProjectFields = (projectId: string | null): Field[] =>
  (getFields()?.active ?? []).filter((field) => hasField(field, projectId))

const MAX_CARD_FIELDS = 4

/** Returns the fields whose values are shown on the cards and rows of a project. */
export const listCardFields = (projectId: string | null): Field[] =>
  listProjectFields(projectId)
    .filter(({ on_card }) => on_card)
    .slice(0, MAX_CARD_FIELDS)

/** Returns the name of a custom field; its key if the user cannot read it. */
export const getFieldName = (name: CustomName): string => findField(name)?.name ?? getFieldKey(name)

/** Returns the label of a name that may be that of a custom field. */
export const getLabel = <T extends string>(name: T | CustomName, labels: Partial<Record<T, string>>): string =>
  isCustomName(name) ? getFieldName(name) : (labels[name as T] ?? name.replaceAll('_', ' '))
