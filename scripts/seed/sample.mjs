// The sample organization. Dates are days from today; texts refer to a task by its `ref` in braces.
import * as cranes from './projects/cranes.mjs'
import * as dredging from './projects/dredging.mjs'
import * as northQuay from './projects/north-quay.mjs'
import * as shorePower from './projects/shore-power.mjs'
import * as tariffs from './projects/tariffs.mjs'
import * as winterStorage from './projects/winter-storage.mjs'

export const organization = {
  name: 'Harbour Works (sample)',
  description: 'Builds and maintains quays, cranes and channels. Created by npm run seed.',
}

/** Usernames and roles; the first user is the owner. */
export const people = [
  ['harbourmaster', 'owner'],
  ['planner', 'admin'],
  ['foreman', 'member'],
  ['surveyor', 'member'],
  ['electrician', 'member'],
  ['diver', 'member'],
  ['bookkeeper', 'member'],
  ['inspector', 'guest'],
]

export const teams = [
  {
    name: 'Quay crew',
    members: ['foreman', 'surveyor', 'diver'],
    milestone: { title: 'Ready for the ferry trial', description: 'Wall, bollards and fenders of berth 1.', in: 62 },
    sprints: ['All piles down to 16', 'Piles finished, formwork begun', 'Beam poured'],
    leave: { user: 'diver', days: [15, 20], note: 'Diving course' },
  },
  {
    name: 'Machines',
    members: ['electrician', 'foreman'],
    milestone: { title: 'Crane 1 lifts 40 t again', description: 'Brake, rope and rails.', in: 34 },
    sprints: ['Crane 2 ready for winter', 'Brake of crane 1', 'Rope of crane 1, new controls of crane 3'],
    leave: { user: 'electrician', days: [12, 16], note: 'On leave' },
  },
  {
    name: 'Office',
    members: ['planner', 'bookkeeper'],
    milestone: { title: 'Draft of the tariffs sent to the council', description: null, in: 20 },
    sprints: ['Plan of the halls', 'Invoices out', 'Answers for the council'],
    leave: { user: 'bookkeeper', days: [5, 9], note: 'On leave' },
  },
]

export const projects = [northQuay, cranes, dredging, shorePower, winterStorage, tariffs]

/** Custom fields; `project` limits one to a project. */
export const fields = [
  {
    name: 'Severity',
    type: 'select',
    description: 'How much of the harbour stands still if the work is late.',
    on_card: true,
    options: [
      { label: 'Critical', color: 'pink' },
      { label: 'High', color: 'orange' },
      { label: 'Medium', color: 'olive' },
      { label: 'Low', color: 'sky' },
    ],
  },
  { name: 'Estimate', type: 'number', unit: 'h', decimals: 1, min: 0, on_card: true },
  { name: 'Customer', type: 'text' },
  { name: 'Review by', type: 'person' },
  { name: 'Permit needed', type: 'checkbox' },
  {
    name: 'Tide',
    type: 'multi_select',
    project: 'North quay',
    options: [
      { label: 'High water', color: 'blue' },
      { label: 'Low water', color: 'teal' },
      { label: 'Slack', color: 'gray' },
    ],
  },
]

/** Sections of each project, which mean a status: a task is in that of its status. */
export const sections = [
  { name: 'Backlog', status: 'backlog', color: 'gray' },
  { name: 'Next', status: 'not_started', color: 'sky' },
  { name: 'In work', status: 'in_progress', color: 'blue', wip_limit: 6 },
  { name: 'Waiting for others', status: 'blocked', color: 'orange' },
  { name: 'On hold', status: 'on_hold', color: 'olive' },
  { name: 'Done', status: 'completed', color: 'green' },
]

export function buildViews(teams) {
  const { team_id } = teams.get('Quay crew')
  return [
    { name: 'Overdue', query: { 'filter[overdue]': 'true', sort_by: 'due_date' } },
    { name: 'What blocks us', query: { 'filter[status]': ['blocked', 'on_hold'], sort_by: 'priority_rank' } },
    {
      name: 'Severe',
      query: { 'filter[custom.severity]': ['critical', 'high'], sort_by: 'custom.severity' },
      display: { group: 'custom.severity' },
    },
    { name: 'Quay crew, open', scope_type: 'team', scope_id: team_id, query: { 'filter[team]': team_id } },
  ]
}
