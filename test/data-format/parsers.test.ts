import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, packEntries, verifyArchive } from '@svc/import/archive'
import { parseSource, type FileSource, type ParseOptions } from '@svc/import/parsers'
import type { Kind, Row } from '@svc/import'
import { convertJiraMarkup } from '../../clients/import/src/parsers/text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parsers-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Parsed {
  notes: string[]
  rows: { [K in Kind]?: Row<K>[] }
}

let files = 0
/** Parses a file in small chunks by way of an archive, which checks all rows. */
async function parse(
  source: FileSource,
  content: string | Uint8Array,
  options: Partial<Omit<ParseOptions, 'notes'>> = {},
): Promise<Parsed> {
  const bytes = Buffer.from(content)
  async function* open() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
  }
  const notes: string[] = []
  const file = path.join(folder, `${(files += 1)}.zip`)
  const entries = parseSource(source, open, { fileName: 'Harbor.csv', notes, ...options })
  const buildManifest = () => ({ source, created_at: '2026-01-01T00:00:00.000Z' })
  await packEntries(entries, createWriteStream(file), { folder, manifest: buildManifest })
  const archive = await openArchive(file)
  await verifyArchive(archive)
  const rows: Record<string, unknown[]> = {}
  for (const { kind } of archive.manifest.parts)
    if (kind) for await (const { row } of archive.rows(kind as Kind)) (rows[kind] ??= []).push(row)
  archive.close()
  return { notes, rows: rows as Parsed['rows'] }
}

const joinLines = (...rows: string[]) => rows.join('\r\n')

describe('CSV', () => {
  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffTitel;Name\n1;Größe', 'utf8')],
    ['UTF-16', Buffer.from('\ufeffTitel\tName\n1\tGröße', 'utf16le')],
    ['Windows-1252', Buffer.from('Titel;Name\n1;Größe', 'latin1')],
  ])('is read in %s', async (_, bytes) => {
    const { rows } = await parse('csv', bytes)
    expect(rows.tasks).toMatchObject([{ title: 'Größe', custom: { titel: 1 } }])
  })

  test('uses the columns of the mapping, and names those that are missing', async () => {
    const file = joinLines('Was,Wann', 'Seil bestellen,1.2.2026')
    const { rows } = await parse('csv', file, { columnMap: { Was: 'title', Wann: 'due_date' } })
    expect(rows.tasks).toMatchObject([{ title: 'Seil bestellen', due_date: '2026-02-01' }])
    await expect(parse('csv', file)).rejects.toThrow('file, line 1: no column is the title. Map one of: Was, Wann.')
    await expect(parse('csv', file, { columnMap: { Wer: 'title' } })).rejects.toThrow(
      'Wer: title is no column of the file',
    )
  })

  test('decides the order of day and month by the whole file, and says so if it cannot', async () => {
    const parseDates = async (...values: string[]) => {
      const { rows, notes } = await parse('csv', joinLines('Title,Due', ...values.map((value, i) => `${i},${value}`)))
      return [rows.tasks!.map((task) => task.due_date), notes.length]
    }
    expect(await parseDates('03/04/2026', '13/04/2026')).toEqual([['2026-04-03', '2026-04-13'], 0])
    expect(await parseDates('03/04/2026', '04/13/2026')).toEqual([['2026-03-04', '2026-04-13'], 0])
    expect(await parseDates('03/04/2026')).toEqual([['2026-03-04'], 1])
    expect(await parseDates('31/02/2026')).toEqual([[null], 0])
  })

  test('retains further assignees, cells beyond the header, unknown values, and names lines without a title', async () => {
    const lines = Array.from({ length: 12 }, () => ',lost')
    const { rows, notes } = await parse(
      'csv',
      joinLines('Title,Assignee,List,Status,Due', 'a,"zoe, ned",Yard,Afloat,someday,beyond', ...lines),
    )
    expect(rows.tasks).toMatchObject([
      {
        assignee: 'zoe',
        other_assignees: ['ned'],
        extra: { assignees: ['ned'], status: 'Afloat', due_date: 'someday', 'column 6': 'beyond' },
      },
    ])
    expect(notes).toEqual(['Left out, without a title: lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 others.'])
  })

  test('reads times in the time zone', async () => {
    const { rows } = await parse('csv', joinLines('Title,Created', 'a,2026-07-01 12:00'), { timeZone: 'Europe/Berlin' })
    expect(rows.tasks![0]!.created_at).toBe('2026-07-01T10:00:00.000Z')
  })

  test('rejects a million columns, NUL and an unclosed quote with their place', async () => {
    await expect(parse('csv', `Title\n${','.repeat(10_001)}`)).rejects.toThrow(
      'file, line 2: it has more than 10000 columns.',
    )
    await expect(parse('csv', 'Title\na\0b')).rejects.toThrow('NUL')
    await expect(parse('csv', 'Title\n"abc')).rejects.toThrow(/^file, line \d: it is not valid CSV/)
    await expect(parse('csv', '')).rejects.toThrow('file: it is empty.')
  })
})

describe('Trello', () => {
  const board = {
    name: 'North quay',
    actions: [
      {
        id: 'a1',
        type: 'commentCard',
        date: '2026-01-02T10:00:00.000Z',
        memberCreator: { id: 'm2', fullName: 'Ned' },
        data: { text: 'Soon: "rope", [x]', card: { id: '5f0000000000000000000001' } },
      },
      { id: 'a2', type: 'updateCard', data: { card: { id: '5f0000000000000000000001' } } },
    ],
    id: 'b1',
    lists: [
      { id: 'l1', name: 'Doing', pos: 1 },
      { id: 'l2', name: 'Done', pos: 2 },
    ],
    cards: [
      {
        id: '5f0000000000000000000001',
        name: 'Order rope',
        idList: 'l1',
        due: '2026-03-01T12:00:00.000Z',
        idMembers: ['m1'],
        labels: [{ name: 'yard' }, { name: '', color: 'red' }],
        customFieldItems: [{ idCustomField: 'f1', value: { number: '3' } }],
        attachments: [{ name: 'plan', url: 'https://example.org/a b.pdf' }],
      },
      { id: '5f0000000000000000000002', name: 'Old', idList: 'l1', closed: true },
    ],
    members: [{ id: 'm1', fullName: 'Zoe Quay', username: 'zoe' }],
    checklists: [
      {
        id: 'c1',
        idCard: '5f0000000000000000000001',
        name: 'Steps',
        checkItems: [{ id: 'i1', name: 'Measure', state: 'complete' }],
      },
    ],
    customFields: [{ id: 'f1', name: 'Effort', type: 'number' }],
  }

  test('is read in any order of its parts: lists, cards, checklists, labels, custom fields and comments', async () => {
    const { rows, notes } = await parse('trello', JSON.stringify(board))
    expect(rows.sections).toMatchObject([{ name: 'Doing' }, { name: 'Done', status: 'completed' }])
    expect(rows.fields).toMatchObject([{ key: 'trello_effort', type: 'number' }])
    expect(rows.tasks).toMatchObject([
      {
        title: 'Order rope',
        status: 'in_progress',
        sections: [{ section: 'l1' }],
        due_date: '2026-03-01',
        assignee: 'm1',
        tags: ['yard', 'red'],
        custom: { trello_effort: 3 },
        description: '**Attachments**\n\n- [plan](https://example.org/a%20b.pdf)',
        created_at: '2020-07-04T04:05:20.000Z',
      },
      { title: 'Measure', status: 'completed', parent: '5f0000000000000000000001', extra: { checklist: 'Steps' } },
      { title: 'Old', status: 'archived' },
    ])
    expect(rows.comments).toMatchObject([{ author: 'm2', content: 'Soon: "rope", [x]' }])
    expect(rows.people!.map((one) => one.name)).toEqual(['Zoe Quay', 'Ned'])
    expect(notes).toEqual([
      'The history of the board (1 actions that are no comments) is not imported.',
      'The export has only links to the contents of 1 attachments. They are in the descriptions.',
    ])
  })

  test('retains covers, locations and values of unknown fields, and names their types', async () => {
    const [card] = board.cards
    const more = {
      cover: { color: 'red', idAttachment: null, brightness: 'dark' },
      locationName: 'Pier 4',
      coordinates: { latitude: 1, longitude: 2 },
      customFieldItems: [{ idCustomField: 'f2', value: { text: 'x' } }],
    }
    const customFields = [{ id: 'f2', name: 'Mood', type: 'emoji' }]
    const { rows, notes } = await parse(
      'trello',
      JSON.stringify({ ...board, cards: [{ ...card, ...more }], customFields }),
    )
    expect(rows.tasks![0]!.extra).toEqual({
      cover: { color: 'red' },
      location: { name: 'Pier 4', coordinates: { latitude: 1, longitude: 2 } },
      Mood: { text: 'x' },
    })
    expect(notes).toContain('Custom fields of unknown types are in the metadata: Mood (emoji).')
  })

  test('says that older comments are missing if there are 1,000 actions', async () => {
    const actions = Array.from({ length: 1000 }, (_, i) => ({ id: `a${i}`, type: 'updateCard', data: {} }))
    const { notes } = await parse('trello', JSON.stringify({ ...board, actions }))
    expect(notes).toContain('Trello exports only the last 1000 actions of a board, so older comments are missing.')
  })

  test('is rejected if it is truncated or another file', async () => {
    const text = JSON.stringify(board)
    await expect(parse('trello', text.slice(0, -20))).rejects.toThrow(/^file, line 1: it is not valid JSON/)
    await expect(parse('trello', '[]')).rejects.toThrow('it is not a JSON object')
    await expect(parse('trello', '{"id":"x"}')).rejects.toThrow('it is not the JSON export of a Trello board.')
  })
})

test('Jira: repeated headers, epics, subtasks, links, comments and markup', async () => {
  const { rows } = await parse(
    'jira',
    joinLines(
      'Summary,Issue key,Issue id,Parent id,Issue Type,Status,Project key,Project name,Priority,Assignee,Created,Due date,Labels,Labels,Description,Outward issue link (Blocks),Custom field (Epic Link),Custom field (Story Points),Comment,Comment',
      'Quay,OTE-1,101,,Epic,To Do,OTE,Harbor,High,,02/Jan/26 3:04 PM,,,,,,,,,',
      'Order rope,OTE-2,102,,Bug,In Progress,OTE,Harbor,Highest,zoe,02/Jan/26 3:04 PM,31/Jan/26 12:00 AM,yard,crane,"h2. Why\n*bold* {code:js}a*b*c{code}",OTE-3,OTE-1,5,02/Jan/26 3:05 PM;ned;See [site|https://example.org],plain words',
      'Grease,OTE-3,103,102,Sub-task,Done,OTE,Harbor,Low,,,,,,,,,,,',
    ),
  )
  expect(rows.projects).toEqual([{ id: 'OTE', name: 'Harbor', prefix: 'OTE' }])
  expect(rows.goals).toMatchObject([{ id: '101', name: 'Quay', status: 'open' }])
  expect(rows.tasks).toMatchObject([
    {
      id: '102',
      key: 'OTE-2',
      goal: '101',
      type: 'bug',
      status: 'in_progress',
      priority: 'critical',
      due_date: '2026-01-31',
      created_at: '2026-01-02T15:04:00.000Z',
      tags: ['yard', 'crane'],
      description: '## Why\n**bold** ```js\na*b*c\n```',
      custom: { story_points: 5 },
    },
    { id: '103', parent: '102', status: 'completed' },
  ])
  expect(rows.dependencies).toMatchObject([{ task: '103', depends_on: '102' }])
  expect(rows.comments).toMatchObject([
    { author: 'ned', content: 'See [site](https://example.org)', created_at: '2026-01-02T15:05:00.000Z' },
    { content: 'plain words' },
  ])
})

test('Jira: retains what tasks and goals have no attribute for, and finds the site', async () => {
  let site: string | undefined
  const file = joinLines(
    'Summary,Issue key,Issue id,Parent key,Issue Type,Status,Status Category,Project key,Project lead,Assignee,Reporter,Creator,Resolution,Watchers,Watchers,Votes,Log Work,Due date,Outward issue link (Relates),Inward issue link (Blocks),Attachment,Comment,Labels',
    'Quay,OTE-1,101,,Epic,Shipped,Done,OTE,zoe,zoe,,ned,,,,0,,,OTE-9,,,02/Jan/26 3:05 PM;ned;See this,big',
    'Rope,OTE-2,102,OTE-8,Task,Afloat,Done,OTE,zoe,,liz,ned,Fixed,zoe,ned,2,"measured;1h",someday,OTE-9,OTE-7,02/Jan/26;zoe;plan.pdf;https://Harbor.example.org/secure/attachment/1/plan.pdf,,',
  )
  const { rows, notes } = await parse('jira', file, { setInstance: (name) => (site = name) })
  expect(site).toBe('harbor.example.org')
  expect(rows.tasks).toMatchObject([{ status: 'completed', created_by: 'ned' }])
  expect(rows.tasks![0]!.extra).toEqual({
    Reporter: 'liz',
    Resolution: 'Fixed',
    Watchers: 'zoe\nned',
    Votes: '2',
    'Log Work': 'measured;1h',
    'Outward issue link (Relates)': 'OTE-9',
    'Inward issue link (Blocks)': 'OTE-7',
    Attachment: '02/Jan/26;zoe;plan.pdf;https://Harbor.example.org/secure/attachment/1/plan.pdf',
    parent: 'OTE-8',
    due_date: 'someday',
  })
  const [goal] = rows.goals!
  expect(goal).toMatchObject({ status: 'closed' })
  for (const part of ['- Assignee: zoe', '- Labels: big', '- Outward issue link (Relates): OTE-9', 'See this'])
    expect(goal!.description).toContain(part)
  expect(notes.join()).toMatch(/the columns Project lead\..*those of 1 epics/)
})

test('Linear: dependencies, further columns and rows without an ID', async () => {
  const { rows, notes } = await parse(
    'linear',
    joinLines(
      'ID,Team,Title,Status,Priority,Blocked by,Related to,Duplicate of,Started,Due Date,Parent issue,Customer',
      'ENG-1,Engines,Oil,Todo,Someday,"ENG-2, OPS-4",ENG-2,ENG-9,2026-01-02T15:04:00.000Z,soon,OPS-1,Dock Ltd',
      'ENG-2,Engines,Filter,Todo',
      ',Engines,Lost',
    ),
  )
  expect(rows.dependencies).toEqual([{ id: 'ENG-1 ENG-2', task: 'ENG-1', depends_on: 'ENG-2' }])
  expect(rows.tasks![0]!.extra).toEqual({
    'Blocked by': 'OPS-4',
    'Related to': 'ENG-2',
    'Duplicate of': 'ENG-9',
    Started: '2026-01-02T15:04:00.000Z',
    Customer: 'Dock Ltd',
    parent: 'OPS-1',
    priority: 'Someday',
    due_date: 'soon',
  })
  expect(notes).toEqual(['Left out, without an ID: line 4.'])
})

test('Todoist: comments of the project become its description', async () => {
  const { rows } = await parse(
    'todoist',
    joinLines('TYPE,CONTENT,AUTHOR', 'note,Read first,Zoe (1)', 'task,Order rope,'),
  )
  expect(rows.projects).toMatchObject([{ description: 'Read first\n— Zoe (1)' }])
  expect(rows.comments).toBeUndefined()
})

describe('GitHub', () => {
  const url = 'https://git.example.org/octo/app/issues/1'
  const issue = {
    number: 1,
    title: 'Order rope',
    body: 'Soon',
    state: 'OPEN',
    url,
    author: { login: 'zoe' },
    assignees: [{ login: 'ned' }, { login: 'liz' }],
    labels: [{ name: 'yard' }],
    milestone: { number: 4, title: 'Launch', state: 'CLOSED', dueOn: '2026-05-01T00:00:00Z' },
    createdAt: '2026-01-01T00:00:00Z',
    isPinned: true,
    reactionGroups: [],
    comments: [
      { url: `${url}#issuecomment-7`, body: 'Ahoy', author: { login: 'ned' }, createdAt: '2026-01-02T00:00:00Z' },
    ],
  }

  test('issues of gh become tasks, goals, people and comments, without pull requests', async () => {
    let host: string | undefined
    const file = JSON.stringify([issue, { number: 2, title: 'A change', url: url.replace('issues/1', 'pull/2') }])
    const { rows, notes } = await parse('github', file, { setInstance: (name) => (host = name) })
    expect(host).toBe('git.example.org')
    expect(rows.projects).toEqual([{ id: 'octo/app', name: 'app' }])
    expect(rows.goals).toMatchObject([{ name: 'Launch', target_date: '2026-05-01', status: 'closed' }])
    expect(rows.tasks).toMatchObject([
      {
        id: 'octo/app#1',
        assignee: 'ned',
        other_assignees: ['liz'],
        created_by: 'zoe',
        tags: ['yard'],
        url,
        extra: { assignees: ['liz'], isPinned: true },
      },
    ])
    expect(rows.comments).toMatchObject([{ id: 'octo/app#comment 7', author: 'ned', content: 'Ahoy' }])
    expect(notes).toEqual([])
  })

  test('files that have no issues are rejected with their place', async () => {
    await expect(parse('github', '[{"number":1},')).rejects.toThrow(/^file: it is not valid JSON/)
    await expect(parse('github', '[1]')).rejects.toThrow('it is not the list of issues')
    const { url: _, ...unnamed } = issue
    for (const other of [unnamed, { ...issue, url: 'https://example.org/1' }, { ...issue, url: 7 }])
      await expect(parse('github', JSON.stringify([issue, other]))).rejects.toThrow(
        'file: issue 2: it has no url of an issue. Add `url` to the fields of `gh issue list --json`.',
      )
    await expect(parse('github', JSON.stringify([issue, { title: 'x' }]))).rejects.toThrow(
      'file: issue 2: it has no number and title.',
    )
    await expect(parse('github', JSON.stringify([{ ...issue, labels: 'x' }]))).rejects.toThrow('labels is not a list.')
  })

  test.each([
    ['labels[0] is not an object.', { labels: [null] }],
    ['labels[0].name is not a text.', { labels: [{ name: 7 }] }],
    ['assignees[1] is not an object.', { assignees: [{ login: 'zoe' }, 'ned'] }],
    ['assignees[0].login is not a text.', { assignees: [{ login: {} }] }],
    ['author is not an object.', { author: 'zoe' }],
    ['author is not an object.', { author: [] }],
    ['comments[0] is not an object.', { comments: [null] }],
    ['comments[0].body is not a text.', { comments: [{ body: 7 }] }],
    ['comments[0].author.login is not a text.', { comments: [{ body: 'x', author: { login: 7 } }] }],
    ['milestone.dueOn is not a text.', { milestone: { number: 4, title: 'Launch', dueOn: 7 } }],
    ['milestone has no number and title.', { milestone: { number: '4', title: 'Launch' } }],
    ['body is not a text.', { body: 7 }],
    ['state is not a text.', { state: 1 }],
    ['createdAt is not a text.', { createdAt: 0 }],
  ])('a malformed issue is rejected with its place: %s', async (problem, change) => {
    const file = JSON.stringify([issue, { ...issue, number: 2, ...change }])
    await expect(parse('github', file)).rejects.toThrow(`file: issue 2: ${problem}`)
  })
})

test('Todoist: highest priority 1, indent, sections, notes, blank rows and dates in words', async () => {
  const { rows } = await parse(
    'todoist',
    joinLines(
      'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
      'section,Yard,,,,,,,,',
      'task,Order rope @yard,,1,1,Zoe (1),,every monday,en,UTC',
      'note,Call first,,,,Ned (2),,,,',
      'task,Measure,,4,2,,,2026-02-01,en,UTC',
      ',,,,,,,,,',
      'task,Measure,,2,2,,,,,',
    ),
  )
  expect(rows.tasks).toMatchObject([
    { title: 'Order rope', priority: 'critical', tags: ['yard'], due_date: null, extra: { due_date: 'every monday' } },
    { title: 'Measure', priority: 'none', due_date: '2026-02-01', parent: rows.tasks![0]!.id },
    { title: 'Measure', priority: 'high', parent: rows.tasks![0]!.id },
  ])
  expect(new Set(rows.tasks!.map((task) => task.id)).size).toBe(3)
  expect(rows.comments).toMatchObject([{ task: rows.tasks![0]!.id, content: 'Call first', author: 'Ned (2)' }])
})

test('Linear: short rows, both forms of dates, and parents', async () => {
  const { rows } = await parse(
    'linear',
    joinLines(
      'ID,Team,Title,Description,Status,Estimate,Priority,Project,Creator,Assignee,Labels,Created,Due Date,Parent issue',
      'ENG-1,Engines,Oil,,In Progress,2,Urgent,Refit,zoe@example.org,,"a, b",Fri Jan 02 2026 15:04:00 GMT+0000 (GMT),2026-02-01',
      'ENG-2,Engines,Filter,,Canceled,,No priority,,,,,2026-01-02T15:04:00.000Z,,ENG-1',
    ),
  )
  expect(rows.tasks).toMatchObject([
    {
      key: 'ENG-1',
      goal: 'Engines/Refit',
      priority: 'critical',
      tags: ['a', 'b'],
      created_at: '2026-01-02T15:04:00.000Z',
      due_date: '2026-02-01',
      custom: { estimate: 2 },
    },
    { key: 'ENG-2', status: 'archived', priority: 'none', parent: 'ENG-1', created_at: '2026-01-02T15:04:00.000Z' },
  ])
})

describe('Vikunja', () => {
  const zero = '0001-01-01T00:00:00Z'
  const zoe = { id: 3, name: '', username: 'zoe' }
  const bucket = (id: number, title: string, project_view_id: number) => ({ id, title, project_view_id, position: id })
  const dock = {
    id: 1,
    title: 'Dock',
    identifier: 'DOCK',
    description: '<p>Wet</p>',
    parent_project_id: 0,
    views: [{ id: 4, done_bucket_id: 12 }],
    buckets: [bucket(11, 'Waiting', 4), bucket(12, 'Ready', 4), bucket(13, 'Other view', 9)],
    task_buckets: [
      { task_id: 21, bucket_id: 11 },
      { task_id: 21, bucket_id: 13 },
      { task_id: 22, bucket_id: 12 },
    ],
    tasks: [
      {
        id: 21,
        index: 7,
        title: 'Dredge',
        description: '<p>Use <strong>the</strong> <a href="https://example.org/x">map</a></p><ul><li>one</li></ul>',
        due_date: '2026-02-01T23:30:00Z',
        start_date: zero,
        priority: 5,
        assignees: [zoe, { id: 4, username: 'ned', email: 'ned@example.org' }],
        labels: [{ id: 1, title: 'deep' }],
        related_tasks: { blocked: [{ id: 22 }, { id: 99 }], related: [{ id: 22 }], subtask: [{ id: 23 }] },
        attachments: [{ id: 5, file: { id: 8, name: 'plan.txt', mime: 'text/plain' }, created_by: zoe, created: zero }],
        comments: [{ id: 6, comment: '<p>Ahoy &amp; go</p>', author: zoe, created: '2026-01-03T00:00:00Z' }],
        repeat_after: 60,
        created_by: zoe,
        created: '2026-01-01T00:00:00Z',
        updated: '2026-01-02T00:00:00Z',
      },
      { id: 22, index: 8, title: 'Buoys', done: true, done_at: '2026-01-05T00:00:00Z' },
      { id: 23, index: 9, title: 'Chain', related_tasks: { parenttask: [{ id: 21 }] }, priority: 1 },
    ],
  }
  const archived = { id: 2, title: 'Old', parent_project_id: 1, is_archived: true, tasks: null, buckets: null }
  const favorites = { id: -1, title: 'Favorites', tasks: null }

  test('becomes projects, sections, tasks, subtasks, dependencies, comments and people', async () => {
    const { rows, notes } = await parse('vikunja', JSON.stringify([dock, archived, favorites]), {
      timeZone: 'Europe/Berlin',
    })
    expect(rows.projects).toMatchObject([
      { id: '1', name: 'Dock', prefix: 'DOCK', description: 'Wet' },
      { name: 'Old' },
    ])
    expect(rows.sections).toMatchObject([{ name: 'Waiting' }, { name: 'Ready', status: 'completed' }])
    expect(rows.tasks).toMatchObject([
      {
        key: 'DOCK-7',
        sections: [{ section: rows.sections![0]!.id }],
        description: 'Use **the** [map](https://example.org/x)\n\n- one',
        due_date: '2026-02-02',
        start_date: null,
        priority: 'critical',
        status: 'on_hold',
        assignee: '3',
        tags: ['deep'],
        extra: { assignees: ['ned'], repeat_after: 60, related: { related: [22] } },
      },
      { title: 'Buoys', status: 'completed', completed_at: '2026-01-05T00:00:00.000Z' },
      { title: 'Chain', parent: '21', priority: 'low', status: 'not_started' },
    ])
    expect(rows.dependencies).toMatchObject([{ task: '21', depends_on: '22' }])
    expect(rows.comments).toMatchObject([{ task: '21', content: 'Ahoy & go', author: '3' }])
    expect(rows.attachments).toMatchObject([{ task: '21', name: 'plan.txt', uploaded_by: '3' }])
    expect(rows.people!.map(({ id, username }) => [id, username])).toEqual([
      ['3', 'zoe'],
      ['4', 'ned'],
    ])
    expect(notes).toHaveLength(3)
  })

  test.each([
    ['no list', '{"id":1}', 'data.json: it is not the list of projects that Vikunja exports.'],
    ['no JSON', '[{"id":', 'data.json: it is not valid JSON'],
    ['a project without an id', '[{"title":"Dock"}]', 'data.json: project 1: it has no number as id.'],
    ['tasks that are no list', '[{"id":1,"tasks":{}}]', 'data.json: project 1: tasks is not a list.'],
    [
      'a task without an id',
      '[{"id":1,"tasks":[{"id":2},null]}]',
      'data.json: project 1, task 2: it has no number as id.',
    ],
    [
      'a relation without an id',
      '[{"id":1,"tasks":[{"id":2,"related_tasks":{"blocked":["x"]}}]}]',
      'data.json: project 1, task 1, related_tasks.blocked: it has no number as id.',
    ],
    ['the same id twice', '[{"id":1,"tasks":[{"id":2},{"id":2}]}]', 'tasks.jsonl, line 2: the id "2" exists twice.'],
  ])('is rejected with the place if it has %s', async (_, content, message) => {
    await expect(parse('vikunja', content)).rejects.toThrow(message)
  })

  test.each(['projects', 'lists'])('has the %s of namespaces, as versions before 0.21 export them', async (name) => {
    const namespaces = [
      { id: 1, title: 'Harbor', [name]: [{ id: 1, title: 'Dock', tasks: [{ id: 2, title: 'Dredge' }] }] },
      { id: 2, title: 'Empty', [name]: null },
      { id: 3, title: 'Pier', tasks: [{ id: 4, title: 'Paint' }], [name]: null },
    ]
    const { rows, notes } = await parse('vikunja', JSON.stringify(namespaces))
    expect(rows.projects).toMatchObject([
      { id: '1', name: 'Dock' },
      { id: '3', name: 'Pier' },
    ])
    expect(rows.tasks).toMatchObject([
      { id: '2', project: '1', title: 'Dredge' },
      { id: '4', project: '3', title: 'Paint' },
    ])
    expect(notes).toEqual(['Namespaces (2) are not imported; their projects become projects of the organization.'])
  })

  test.each([
    ['<script>alert(1)</script>a<b>c', 'a**c'],
    ['<a href="javascript:alert(1)">click</a>', 'click'],
    ['<pre><code>a &lt; b\n  c</code></pre>', '```\na < b\n  c\n```'],
    ['<ul><li data-checked="true">a</li><li data-checked="false">b</li></ul>', '- [x] a\n- [ ] b'],
    ['<ol><li><p>a</p></li><li><p>b</p></li></ol>', '1. a\n2. b'],
    ['<h2>A</h2><blockquote><p>b</p><p>c</p></blockquote>d', '## A\n\n> b\n>\n> c\n\nd'],
    ['plain *text*', 'plain *text*'],
    ['<a<a<a<a', '<a<a<a<a'],
  ])('converts %s', async (html, markdown) => {
    const { rows } = await parse('vikunja', JSON.stringify([{ id: 1, tasks: [{ id: 2, description: html }] }]))
    expect(rows.tasks![0]!.description).toBe(markdown)
  })

  test.each([
    ['<p>*a* [b](c) `d` \\ _e_ snake_case</p>', '\\*a\\* \\[b\\](c) \\`d\\` \\\\ \\_e\\_ snake_case'],
    ['<p># a</p><p>1. b</p><p>- c</p><p>1984 was</p>', '\\# a\n\n1\\. b\n\n\\- c\n\n1984 was'],
    ['<p><code>a*b_</code> <b>c*</b></p>', '`a*b_` **c\\***'],
    ['<pre><code class="language-ts">a_b = "*"</code></pre>', '```ts\na_b = "*"\n```'],
    ['<a href="javascript:alert(1)">a</a><img src="data:image/png;base64,AAAA">', 'a'],
  ])('%s is text and code as it was, without what only looks like Markdown', async (description, expected) => {
    const { tasks } = (await parse('vikunja', JSON.stringify([{ id: 1, tasks: [{ id: 2, description }] }]))).rows
    expect(tasks![0]!.description).toBe(expected)
  })

  test('converts long texts of unclosed elements in linear time', async () => {
    const start = performance.now()
    for (const part of ['<a', '<a "', "<a '", '<p><b>', '<!--', '<script>', '&#1', '<pre> '])
      await parse('vikunja', JSON.stringify([{ id: 1, tasks: [{ id: 2, description: part.repeat(100_000) }] }]))
    const lists = '<ul><li>a'.repeat(20_000)
    await parse('vikunja', JSON.stringify([{ id: 1, tasks: [{ id: 2, description: lists }] }]))
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  test('converts long texts of unclosed macros and links of Jira in linear time', () => {
    const start = performance.now()
    for (const part of [
      '{code:a}',
      '{noformat:a}',
      '{color:red',
      '{{',
      '[',
      '[a|http:',
      '[http:',
      '!a.png|',
      '{quote}a',
    ])
      expect(convertJiraMarkup(part.repeat(100_000)).length).toBeGreaterThanOrEqual(100_000)
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})
