export const project = {
  name: 'Tariffs 2027',
  prefix: 'TARIFF',
  team: 'Office',
  priority: 'medium',
  visibility: 'private',
  days: [-30, 80],
  description: 'New prices for berths, cranes and shore power. Confidential until the council has decided.',
  goal: { name: 'The council agrees to the tariffs', in: 75 },
}

export const tasks = [
  {
    ref: 'compare',
    title: 'Compare our prices with five other ports',
    status: 'completed',
    priority: 'medium',
    assignee: 'bookkeeper',
    days: [-25, -12],
    tags: ['figures'],
    custom: { estimate: 14 },
    comments: [
      ['bookkeeper', 'We are the cheapest for berths and the second dearest for cranes. That is the wrong way round.'],
      [
        'planner',
        'It is, and it comes from 2011. Let us turn it in two steps, so that nobody pays a third more at once.',
        'reply',
      ],
    ],
  },
  {
    ref: 'draft',
    title: 'Draft the price list',
    description:
      '- [x] Berths by length and day\n- [x] Cranes by the started half hour\n- [ ] Shore power per kWh\n- [ ] Discount for ships that come every week',
    status: 'in_progress',
    priority: 'high',
    assignee: 'planner',
    days: [-8, 7],
    tags: ['figures'],
    custom: { severity: 'medium', estimate: 12, review_by: 'harbourmaster' },
    waits_for: ['compare'],
    comments: [
      [
        'planner',
        'Cranes and berths are done. For shore power I need the price of the grid operator from @bookkeeper.',
      ],
    ],
  },
  {
    title: 'Work out what the ferry would pay next year',
    status: 'not_started',
    priority: 'high',
    assignee: 'bookkeeper',
    days: [5, 10],
    tags: ['figures', 'ferry'],
    custom: { estimate: 4, customer: 'Northern Ferries' },
    waits_for: ['draft'],
  },
  {
    title: 'Answer the eight questions of the council',
    status: 'not_started',
    priority: 'medium',
    assignee: 'planner',
    days: [9, 16],
    tags: ['council'],
    custom: { estimate: 6, review_by: 'harbourmaster' },
    subtasks: [
      { title: 'Question 3: why cranes become cheaper', status: 'in_progress' },
      { title: 'Question 7: fishing boats under 12 m', status: 'not_started' },
    ],
  },
  {
    title: 'Meet the fishing association before the council does',
    status: 'backlog',
    priority: 'medium',
    assignee: 'planner',
    days: [14, 20],
    tags: ['council', 'customers'],
    custom: { estimate: 2 },
    comments: [
      [
        'bookkeeper',
        'They pay 0.4 % of our income. A small price for them costs us nothing and spares us a bad evening.',
      ],
    ],
  },
  {
    title: 'Change the prices in the billing program',
    status: 'backlog',
    priority: 'low',
    assignee: 'bookkeeper',
    days: [60, 72],
    tags: ['billing'],
    custom: { estimate: 5 },
    waits_for: ['draft'],
  },
]
