import { signal } from '@preact/signals'
import { failureTexts } from '../../messages/common.ts'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import { getFields } from './fields.ts'
import type * as DisplayParts from './display-parts.ts'

const loaded = signal<typeof DisplayParts | undefined>()
let isRequested = false

const loadFieldDisplay = () => import('./display-parts.ts')

/** Returns the code that shows custom fields, which is loaded where an organization has some; undefined until then. */
export function getCustomFieldDisplay(): typeof DisplayParts | undefined {
  const hasFields = (getFields()?.all.length ?? 0) > 0
  if (hasFields && !isRequested) {
    isRequested = true
    queueMicrotask(() => loadOptionalChunk(loadFieldDisplay, failureTexts.noFields, (parts) => (loaded.value = parts)))
  }
  return hasFields ? loaded.value : undefined
}
