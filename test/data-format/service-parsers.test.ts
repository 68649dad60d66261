import { describe, expect, test } from 'vitest'
import { requireRow, type Kind, type Row } from '@svc/import'
import { parseSource, type FileSource } from '@svc/import/parsers'

type Rows = { [K in Kind]?: Row<K>[] }

/** Parses a file in small chunks, and checks its rows. */
async function parse(source: FileSource, content: string, timeZone = 'UTC') {
  const bytes = Buffer.from(content)
  async function* open() {
    const size = bytes.length > 1e6 ? 65_536 : 7
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const notes: string[] = []
  const rows: Record<string, unknown[]> = {}
  for await (const { kind, row } of parseSource(source, open, { fileName: 'Harbor.json', notes, timeZone }))
    (rows[kind] ??= []).push(requireRow(kind, JSON.parse(JSON.stringify(row)), 1))
  return { notes, rows: rows as Rows }
}

describe('Plane', () => {
  const items = [
    {
      project_name: 'Quay',
      project_identifier: 'QUAY',
      parent: '',
      identifier: 'QUAY-1',
      sequence_id: 1,
      name: 'Order rope',
      state_name: 'In Progress',
      priority: 'urgent',
      assignees: ['Zoe Quay', 'Ned Deck'],
      subscribers: ['Ned Deck'],
      created_by_name: 'Ada Bell',
      start_date: '2026-02-28',
      target_date: '2026-03-01',
      completed_at: null,
      created_at: '2026-01-02T10:15:00.123456Z',
      updated_at: '2026-01-03T10:15:00.123456Z',
      archived_at: null,
      estimate: '3',
      labels: ['yard', 'on shore'],
      cycles: ['Spring'],
      modules: ['Rigging', 'Sails'],
      links: [{ url: 'https://example.org/rope', title: 'Shop' }],
      relations: [
        { type: 'blocked_by', issue: 'QUAY-2', direction: 'outgoing' },
        { type: 'relates_to', issue: 'QUAY-9', direction: 'incoming' },
      ],
      comments: [{ comment: 'Call first', created_by: 'Ned Deck', created_at: '2026-01-02 11:00:00' }],
      sub_issues_count: 1,
      link_count: 1,
      attachment_count: 2,
      is_draft: false,
    },
    {
      project_name: 'Quay',
      identifier: 'QUAY-2',
      parent: 'QUAY-1',
      name: 'Measure',
      state_name: 'Done',
      priority: 'none',
      archived_at: '2026-01-05',
      completed_at: '2026-01-04T08:00:00Z',
      estimate: '1',
      relations: [{ type: 'blocked_by', issue: 'QUAY-1', direction: 'incoming' }],
    },
  ]

  test('is read from JSON with modules, relations, comments, links and estimates', async () => {
    const { rows, notes } = await parse('plane', JSON.stringify(items, null, 2))
    expect(rows.projects).toEqual([{ id: 'Quay', name: 'Quay', prefix: 'QUAY' }])
    expect(rows.sections!.map(({ name, status }) => [name, status])).toEqual([
      ['In Progress', 'in_progress'],
      ['Done', 'completed'],
    ])
    expect(rows.goals).toEqual([{ id: 'Quay/Rigging', project: 'Quay', name: 'Rigging' }])
    expect(rows.fields).toMatchObject([{ key: 'estimate', type: 'number', projects: ['Quay'] }])
    expect(rows.tasks).toMatchObject([
      {
        id: 'QUAY-1',
        key: 'QUAY-1',
        title: 'Order rope',
        description: '**Links**\n\n- [Shop](https://example.org/rope)',
        status: 'in_progress',
        priority: 'critical',
        goal: 'Quay/Rigging',
        assignee: 'Zoe Quay',
        other_assignees: ['Ned Deck'],
        created_by: 'Ada Bell',
        start_date: '2026-02-28',
        due_date: '2026-03-01',
        created_at: '2026-01-02T10:15:00.000Z',
        tags: ['yard', 'on shore'],
        custom: { estimate: 3 },
        extra: { cycles: 'Spring', modules: 'Sails', relations: 'relates_to QUAY-9', subscribers: 'Ned Deck' },
      },
      { id: 'QUAY-2', parent: 'QUAY-1', status: 'archived', is_archived: true, custom: { estimate: 1 } },
    ])
    // Both ends of the relation name the same dependency.
    expect(rows.dependencies).toEqual([{ id: 'QUAY-1 QUAY-2', task: 'QUAY-1', depends_on: 'QUAY-2' }])
    expect(rows.comments).toEqual([
      {
        id: 'QUAY-1#1',
        task: 'QUAY-1',
        content: 'Call first',
        author: 'Ned Deck',
        created_at: '2026-01-02T11:00:00.000Z',
      },
    ])
    expect(notes).toEqual([
      'The file has no descriptions, which this version of Plane does not export.',
      'The file does not have the 2 attachments.',
    ])
  })

  test('is read from CSV alike', async () => {
    const names = Object.keys(items[0]!)
    const toCell = (value: unknown) =>
      `"${(value == null ? '' : Array.isArray(value) ? JSON.stringify(value) : String(value)).replaceAll('"', '""')}"`
    const toHeader = (name: string) =>
      name.replaceAll('_', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    const lines = items.map((item) => names.map((name) => toCell((item as Record<string, unknown>)[name])).join(','))
    const csv = await parse('plane', [names.map(toHeader).join(','), ...lines].join('\r\n'))
    expect(csv).toEqual(await parse('plane', JSON.stringify(items)))
  })

  test('is read from the CSV files of older versions, with their dates and guarded cells', async () => {
    const { rows, notes } = await parse(
      'plane',
      '"ID","Project","Name","Description","State","Start Date","Target Date","Priority","Created By","Labels",' +
        '"Cycle Name","Module Name","Created At","Completed At","Archived At","Comments","Estimate","Link","Assignees",' +
        '"Relations","Parent"\n' +
        '"QUAY-7","Quay","\'-5 knots","\'=SUM(1)","Todo","Mon, 02 Mar 2026","Tue, 31 Mar 2026","high","Ada Bell","yard, crane",' +
        '"Spring","Rigging","Fri, 02 Jan 2026 10:15:00 UTC+0000","","","[{""comment"": ""Soon"", ""created_at"": ""Sat, 03 Jan 2026"", ""created_by"": ""Ned Deck""}]",' +
        '"","https://example.org/a, https://example.org/b","Zoe Quay, Ned Deck","{""blocking"": ""QUAY-8""}",""\n' +
        '"QUAY-8","Quay","Tar","","Whenever","soon","","low","","","","","","","","[]","","","","{}","QUAY-7"\n',
    )
    expect(rows.tasks).toMatchObject([
      {
        title: '-5 knots',
        description:
          '=SUM(1)\n\n**Links**\n\n- [https://example.org/a](https://example.org/a)\n- [https://example.org/b](https://example.org/b)',
        status: 'not_started',
        start_date: '2026-03-02',
        due_date: '2026-03-31',
        created_at: '2026-01-02T10:15:00.000Z',
        tags: ['yard', 'crane'],
        other_assignees: ['Ned Deck'],
      },
      { parent: 'QUAY-7', status: 'not_started', source_status: 'Whenever', extra: { start_date: 'soon' } },
    ])
    expect(rows.dependencies).toMatchObject([{ task: 'QUAY-8', depends_on: 'QUAY-7' }])
    expect(rows.comments).toMatchObject([
      { content: 'Soon', author: 'Ned Deck', created_at: '2026-01-03T00:00:00.000Z' },
    ])
    expect(notes).toEqual(['This version of Plane exports times without a.m. or p.m.: they are read as a.m.'])
  })

  test.each([
    ['another table', 'Title,Due\na,b', 'file, line 1: it is not an export of Plane'],
    ['a list of texts', '["a"]', 'file, line 1: work item 1 is not an object.'],
    ['a truncated list', '[{"identifier":"A-1",', 'it is not complete'],
    [
      'a wrong type',
      '[\n{"identifier":"A-1","project_name":"A","name":"a","labels":[5]}]',
      'file, line 2: work item 1: labels[0] is not a text.',
    ],
    ['another object', '{"cards":[]}', 'it is not an export of Plane'],
    ['an empty file', '', 'file: it is empty.'],
  ])('is rejected with its place if it is %s', async (_, content, message) => {
    await expect(parse('plane', content)).rejects.toThrow(message)
  })
})

describe('WeKan', () => {
  const board = {
    _format: 'wekan-board-1.0.0',
    _id: 'board1',
    title: 'Harbor',
    description: 'All quays',
    archived: false,
    labels: [
      { _id: 'l1', name: 'yard', color: 'green' },
      { _id: 'l2', name: '', color: 'sky' },
    ],
    members: [{ userId: 'u1', isAdmin: true }],
    attachments: [{ _id: 'a1', cardId: 'c1', name: 'plan.pdf', type: 'application/pdf', file: 'QUJD'.repeat(800_000) }],
    lists: [
      { _id: 'todo', title: 'To Do', sort: 0, archived: false, wipLimit: { value: 4, enabled: true, soft: false } },
      { _id: 'done', title: 'Done', sort: 1, archived: false, wipLimit: { value: 1, enabled: false } },
      { _id: 'old', title: 'Old', sort: 2, archived: true },
    ],
    swimlanes: [
      { _id: 's2', title: 'South', sort: 1 },
      { _id: 's1', title: 'North', sort: 0 },
    ],
    customFields: [
      { _id: 'f1', name: 'Weight', type: 'number', settings: {} },
      { _id: 'f2', name: 'Price', type: 'currency', settings: { currencyCode: 'EUR' } },
      { _id: 'f3', name: 'Kind', type: 'dropdown', settings: { dropdownItems: [{ _id: 'd1', name: 'Rope, long' }] } },
      { _id: 'f4', name: 'Kind', type: 'text', settings: {} },
      { _id: 'f5', name: 'Codes', type: 'stringtemplate', settings: { stringtemplateSeparator: '/' } },
    ],
    cards: [
      {
        _id: 'c1',
        title: 'Order rope',
        description: 'Soon',
        listId: 'todo',
        swimlaneId: 's1',
        sort: 3.5,
        labelIds: ['l1', 'l2', 'gone'],
        members: ['u2'],
        assignees: ['u1'],
        userId: 'u1',
        dueAt: '2026-03-01T23:30:00.000Z',
        startAt: 'soon',
        createdAt: '2026-01-02T10:15:00.000Z',
        modifiedAt: '2026-01-03T10:15:00.000Z',
        customFields: [
          { _id: 'f1', value: 2 },
          { _id: 'f2', value: '3,5' },
          { _id: 'f3', value: 'd1' },
          { _id: 'f4', value: 'long' },
          { _id: 'f5', value: ['a', 'b'] },
          { _id: 'f1' },
        ],
        cardDependencies: [
          { cardId: 'c2', type: 'is-blocked-by' },
          { cardId: 'c2', type: 'related-to' },
        ],
        spentTime: 2,
        isOvertime: false,
        archived: false,
      },
      { _id: 'c2', title: 'Measure', listId: 'done', swimlaneId: 's2', parentId: 'c1', dueComplete: true, sort: 0 },
      { _id: 'c3', title: '', listId: 'old', archived: false, customFields: [{ _id: 'f3', value: 'gone' }] },
    ],
    comments: [{ _id: 'm1', cardId: 'c1', text: 'Call first', userId: 'u2', createdAt: '2026-01-04T00:00:00.000Z' }],
    activities: [{ _id: 'x1', activityType: 'createBoard' }],
    checklists: [{ _id: 'k1', cardId: 'c1', title: 'Before' }],
    checklistItems: [{ _id: 'i1', checklistId: 'k1', cardId: 'c1', title: 'Count', sort: 1, isFinished: true }],
    subtaskItems: [
      { _id: 'c2', title: 'Measure', listId: 'done', parentId: 'c1' },
      { _id: 'c4', boardId: 'other', title: 'Elsewhere', listId: 'x', parentId: 'c1' },
    ],
    rules: [{ _id: 'r1' }],
    triggers: [],
    actions: [],
    users: [
      { _id: 'u1', username: 'ada', profile: { fullname: 'Ada Bell' } },
      { _id: 'u2', username: 'ned' },
    ],
  }

  test('is read with lists, swimlanes, checklists, subtasks, custom fields and days in the time zone', async () => {
    const { rows, notes } = await parse('wekan', JSON.stringify(board), 'Europe/Berlin')
    expect(rows.projects).toEqual([{ id: 'board1', name: 'Harbor', description: 'All quays' }])
    expect(rows.people!.map(({ name, username }) => [name, username])).toEqual([
      ['Ada Bell', 'ada'],
      ['ned', 'ned'],
    ])
    expect(rows.sections).toMatchObject([
      { id: 'todo', name: 'To Do', position: 0, wip_limit: 4 },
      { id: 'done', status: 'completed' },
      { id: 'old', is_archived: true },
    ])
    expect(rows.sections![1]).not.toHaveProperty('wip_limit')
    expect(
      rows.fields!.map(({ key, type, unit, options }) => [key, type, unit, options?.map(({ label }) => label)]),
    ).toEqual([
      ['wekan_swimlane', 'select', undefined, ['North', 'South']],
      ['wekan_weight', 'number', undefined, undefined],
      ['wekan_price', 'number', 'EUR', undefined],
      ['wekan_kind', 'select', undefined, ['Rope, long']],
      [expect.stringMatching(/^wekan_kind_/), 'text', undefined, undefined],
      ['wekan_codes', 'text', undefined, undefined],
    ])
    const otherKind = rows.fields![4]!.key
    expect(rows.tasks).toMatchObject([
      {
        id: 'c1',
        sections: [{ section: 'todo', position: 3.5 }],
        status: 'not_started',
        assignee: 'u1',
        other_assignees: ['u2'],
        created_by: 'u1',
        tags: ['yard', 'sky'],
        // 23:30 in UTC is the next day in Berlin.
        due_date: '2026-03-02',
        custom: {
          wekan_swimlane: 's1',
          wekan_weight: 2,
          wekan_price: 3.5,
          wekan_kind: 'd1',
          [otherKind!]: 'long',
          wekan_codes: 'a/b',
        },
        extra: {
          members: ['ned'],
          attachments: ['plan.pdf'],
          links: ['related-to c2'],
          spent_hours: 2,
          start_date: 'soon',
        },
      },
      { id: 'i1', parent: 'c1', title: 'Count', status: 'completed', extra: { checklist: 'Before' } },
      { id: 'c2', parent: 'c1', status: 'completed', custom: { wekan_swimlane: 's2' } },
      { id: 'c3', title: 'Untitled', status: 'archived', is_archived: true, extra: { 'custom.wekan_kind': 'gone' } },
      { id: 'c4', parent: 'c1', title: 'Elsewhere' },
    ])
    expect(rows.dependencies).toEqual([{ id: 'c1 c2', task: 'c1', depends_on: 'c2' }])
    expect(rows.comments).toMatchObject([{ id: 'm1', task: 'c1', author: 'u2', content: 'Call first' }])
    expect(notes).toEqual([
      'The contents of 1 attachments are not imported. Their names are in the metadata of the tasks.',
      'The history of the board (1 activities) is not imported.',
      'The 1 rules of the board are not imported.',
    ])
  })

  test('is read from an old export, whose rows have an id instead of an _id', async () => {
    const { rows } = await parse(
      'wekan',
      '{"_format":"wekan-board-1.0.0","_id":"b","title":"","lists":[{"id":"l","title":"Doing"}],"cards":[{"id":"c","title":"a","listId":"l"}]}',
    )
    expect(rows.projects).toMatchObject([{ name: 'Harbor' }])
    expect(rows.tasks).toMatchObject([{ id: 'c', sections: [{ section: 'l' }], status: 'in_progress' }])
  })

  test('is read without the contents of files, however large they are', async () => {
    const before = Buffer.from(
      '{"_format":"wekan-board-1.0.0","_id":"b","attachments":[{"_id":"a","cardId":"c","file":"',
    )
    const after = Buffer.from('","name":"film.mp4"}],"lists":[],"cards":[{"_id":"c","title":"Film \\"one\\""}]}')
    const piece = Buffer.alloc(1024 * 1024, 'QUJD')
    async function* open() {
      yield before
      for (let megabytes = 0; megabytes < 65; megabytes += 1) yield piece
      yield after
    }
    const tasks: unknown[] = []
    for await (const { kind, row } of parseSource('wekan', open, { fileName: 'b.json', notes: [] }))
      if (kind === 'tasks') tasks.push(row)
    expect(tasks).toMatchObject([{ title: 'Film "one"', extra: { attachments: ['film.mp4'] } }])
  })

  test.each([
    ['another board', '{"id":"b","lists":[],"cards":[]}', 'file: it is not the JSON export of a WeKan board.'],
    ['a list', '[]', 'file, line 1: it is not valid JSON (it is not a JSON object).'],
    ['a truncated file', '{"_format":"wekan-board-1.0.0","cards":[{"_id":"c"', 'it is not complete'],
    ['a card without an id', '{"_id":"b",\n"cards":[{"title":"a"}]}', 'file, line 2: cards[0]: it has no _id.'],
    ['a card that is a text', '{"_id":"b","cards":["c"]}', 'cards[0]: it is not an object.'],
    ['a wrong type', '{"cards":[{"_id":"c"},{"_id":"d","labelIds":7}]}', 'cards[1]: labelIds is not a list.'],
  ])('is rejected with its place if it is %s', async (_, content, message) => {
    await expect(parse('wekan', content)).rejects.toThrow(message)
  })
})

describe('Kaneo', () => {
  const file = {
    project: { name: 'North quay', slug: 'QUAY', description: 'Ropes', exportedAt: '2026-03-01T00:00:00.000Z' },
    tasks: [
      {
        title: 'Order rope',
        description: '**Soon**',
        status: 'in-progress',
        priority: 'urgent',
        dueDate: '2026-03-01T23:30:00.000Z',
        startDate: null,
        userId: 'u1',
        labels: [{ name: 'yard', color: '#00ff00' }],
      },
      { title: 'Order rope', description: '', status: 'planned', priority: 'no-priority', dueDate: 'x', labels: [] },
      { title: 'Tar', status: 'archived', priority: 'odd', userId: null, labels: [] },
    ],
  }

  test('is read with columns, labels, assignees and days in the time zone', async () => {
    const { rows, notes } = await parse('kaneo', JSON.stringify(file, null, 2), 'Europe/Berlin')
    expect(rows.projects).toEqual([{ id: 'QUAY', name: 'North quay', description: 'Ropes' }])
    expect(rows.sections!.map(({ name, status }) => [name, status])).toEqual([
      ['In progress', 'in_progress'],
      ['Planned', 'backlog'],
    ])
    expect(rows.people).toEqual([{ id: 'u1' }])
    expect(rows.tasks).toMatchObject([
      {
        title: 'Order rope',
        description: '**Soon**',
        status: 'in_progress',
        priority: 'critical',
        assignee: 'u1',
        due_date: '2026-03-02',
        tags: ['yard'],
        sections: [{ section: 'QUAY/in-progress', position: 1 }],
      },
      { status: 'backlog', priority: 'none', due_date: null, extra: { due_date: 'x' } },
      { status: 'archived', is_archived: true, extra: { priority: 'odd' } },
    ])
    expect(new Set(rows.tasks!.map(({ id }) => id)).size).toBe(3)
    expect(notes).toEqual([
      'Kaneo exports neither ids, comments, subtasks nor files of tasks, and people only by their ids.',
    ])
  })

  test.each([
    ['another object', '{"cards":[]}', 'file: it is not the JSON export of the tasks of a project in Kaneo.'],
    ['a list', '[]', 'it is not a JSON object'],
    ['a truncated file', '{"project":{"slug":"A"},"tasks":[{"title":"a"', 'it is not complete'],
    [
      'a wrong type',
      '{"project":{"slug":"A"},\n"tasks":[{"title":{}}]}',
      'file, line 2: tasks[0]: title is not a text.',
    ],
    ['a project that is a text', '{"project":"A","tasks":[]}', 'project: it is not an object.'],
  ])('is rejected with its place if it is %s', async (_, content, message) => {
    await expect(parse('kaneo', content)).rejects.toThrow(message)
  })
})
