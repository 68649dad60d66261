// Texts of the sample organization. Its dates are relative to today.

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
  { name: 'Quay crew', members: ['foreman', 'surveyor', 'diver'] },
  { name: 'Machines', members: ['electrician', 'foreman'] },
  { name: 'Office', members: ['planner', 'bookkeeper'] },
]

export const projects = [
  {
    name: 'North quay',
    team: 'Quay crew',
    priority: 'critical',
    goal: 'The first ship berths in spring',
    tags: ['concrete', 'tide'],
    jobs: ['Drive the piles', 'Pour the wall', 'Set the bollards', 'Hang the fenders', 'Pave the apron'],
  },
  {
    name: 'Cranes',
    team: 'Machines',
    priority: 'high',
    goal: 'Three cranes pass their inspection',
    tags: ['steel', 'safety'],
    jobs: ['Grease the slewing ring', 'Test the brake', 'Replace the hoist rope', 'Align the rails'],
  },
  {
    name: 'Dredging',
    team: 'Quay crew',
    priority: 'medium',
    goal: 'Eleven metres at low water',
    tags: ['survey', 'tide'],
    jobs: ['Measure the depth', 'Mark the channel', 'Move the silt', 'Sample the bottom'],
  },
  {
    name: 'Shore power',
    team: 'Machines',
    priority: 'high',
    goal: 'Ships lie at berth with their engines off',
    tags: ['electric', 'safety'],
    jobs: ['Lay the cable', 'Mount the switchgear', 'Test the sockets', 'Write the manual'],
  },
  {
    name: 'Winter storage',
    team: 'Office',
    priority: 'low',
    goal: 'Every boat has its place',
    tags: ['customers'],
    jobs: ['Print the berth plan', 'Send the invoices', 'Order the trestles'],
  },
  {
    name: 'Tariffs 2027',
    team: 'Office',
    priority: 'medium',
    visibility: 'private',
    goal: 'The council agrees to the tariffs',
    tags: ['council'],
    jobs: ['Compare other ports', 'Draft the price list', 'Answer the council'],
  },
]

/** Custom fields; `project` limits one to a project. Values are chosen from `values`, where null sets none. */
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
    values: ['critical', 'high', 'medium', 'medium', 'low', null, null],
  },
  {
    name: 'Estimate',
    type: 'number',
    unit: 'h',
    decimals: 1,
    min: 0,
    on_card: true,
    values: [2, 4, 8, 8, 12.5, 20, null],
  },
  {
    name: 'Customer',
    type: 'text',
    values: ['Northern Ferries', 'Baltic Grain', 'Island Line', null, null, null],
  },
  { name: 'Review by', type: 'person', values: ['planner', 'surveyor', 'harbourmaster', null, null] },
  { name: 'Permit needed', type: 'checkbox', values: [true, null, null] },
  {
    name: 'Tide',
    type: 'multi_select',
    project: 'North quay',
    options: [
      { label: 'High water', color: 'blue' },
      { label: 'Low water', color: 'teal' },
      { label: 'Slack', color: 'gray' },
    ],
    values: [['low_water'], ['low_water', 'slack'], ['high_water'], null],
  },
]

export const steps = ['Plan', 'Order material', 'Do', 'Check']
export const lanes = ['Next', 'On it', 'Waiting for others', 'Done']
export const statuses = ['backlog', 'not_started', 'not_started', 'in_progress', 'blocked', 'completed']
export const priorities = ['none', 'low', 'medium', 'medium', 'high', 'critical']
export const comments = [
  'The supplier promised it for next week.',
  'Done as far as the tide allowed, the rest tomorrow.',
  'Please look at the drawing before we go on.',
  'Two of four are finished.',
  'It rained, so we took the time to clean up.',
]
export const stops = ['Ground prepared', 'Structure stands', 'Handed over']
