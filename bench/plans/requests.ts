import { orgId, ownProject } from '../data/organization.ts'

type Query = Record<string, string>

/** A list by custom fields, and a list by attributes that selects about as many tasks, if there is one. */
export interface ComparedList {
  name: string
  custom: Query
  plain: Query
}

export const comparedLists: ComparedList[] = [
  { name: 'sorted by a date', custom: { sort_by: 'custom.date_0' }, plain: { sort_by: 'due_date' } },
  {
    name: 'a wide range of a date, sorted by it',
    custom: { 'filter[custom.date_0.from]': '2027-01-01', sort_by: 'custom.date_0' },
    plain: { 'filter[due_after]': '2025-09-14', sort_by: 'due_date' },
  },
  {
    name: 'a week of a date, sorted by it',
    custom: {
      'filter[custom.date_0.from]': '2026-06-01',
      'filter[custom.date_0.to]': '2026-06-07',
      sort_by: 'custom.date_0',
    },
    plain: { 'filter[due_after]': '2026-06-01', 'filter[due_before]': '2026-06-07', sort_by: 'due_date' },
  },
  {
    name: 'a wide range of a date, sorted by title',
    custom: { 'filter[custom.date_0.from]': '2027-01-01' },
    plain: { 'filter[due_after]': '2025-09-14' },
  },
  {
    name: 'a week of a date, sorted by title',
    custom: { 'filter[custom.date_0.from]': '2026-06-01', 'filter[custom.date_0.to]': '2026-06-07' },
    plain: { 'filter[due_after]': '2026-06-01', 'filter[due_before]': '2026-06-10' },
  },
  {
    name: 'an option, sorted by title',
    custom: { 'filter[custom.select_0]': 'extreme' },
    plain: { 'filter[status]': 'completed' },
  },
  {
    name: 'a number, sorted by title',
    custom: { 'filter[custom.number_0]': '7' },
    plain: { 'filter[due_after]': '2026-06-01', 'filter[due_before]': '2026-06-01' },
  },
  {
    name: 'an option, sorted by a number',
    custom: { 'filter[custom.select_0]': 'extreme', sort_by: 'custom.number_0' },
    plain: { 'filter[status]': 'completed', sort_by: 'due_date' },
  },
  {
    name: 'a range of a number, sorted by a date',
    custom: { 'filter[custom.number_0.to]': '249', sort_by: 'custom.date_0' },
    plain: { 'filter[status]': 'completed', sort_by: 'due_date' },
  },
  {
    name: 'a number, sorted by a date',
    custom: { 'filter[custom.number_0]': '7', sort_by: 'custom.date_0' },
    plain: { 'filter[due_after]': '2026-06-01', 'filter[due_before]': '2026-06-01', sort_by: 'start_date' },
  },
  {
    name: 'sorted by options',
    custom: { sort_by: 'custom.select_0', sort_order: 'desc' },
    plain: { sort_by: 'due_date', sort_order: 'desc' },
  },
  {
    name: 'a project, sorted by a date',
    custom: { 'filter[project]': ownProject.project_id, sort_by: 'custom.date_0' },
    plain: { 'filter[project]': ownProject.project_id, sort_by: 'due_date' },
  },
]

export const buildListQuery = (query: Query): Query => ({
  org_id: orgId,
  fields: 'task_id,title,due_date',
  ...query,
})
