/* Code that shows custom fields, as one lazily loaded chunk. */
export { CardFields } from './card-fields.tsx'
export { getCustomColumnWidth, renderCustomCell } from './custom-cell.tsx'
export { CustomValue } from './custom-value.tsx'
export { getCustomFilterLabel } from './filter-label.ts'
export { buildGroupPatch, getUnsetGroup, isGroupable, isOpenGroup, listFieldGroups } from './grouping.tsx'
export { listTaskFields, TaskCustomFields } from './task-custom-fields.tsx'
