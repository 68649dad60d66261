import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openArchive, verifyArchive } from '@svc/import/archive'
import type { RouteMap } from '@stricli/core'
import { expect, test } from 'vitest'
import { rootCommand } from '../../clients/cli/src/app.ts'
import type { Context } from '../../clients/cli/src/context.ts'
import { runExports } from '../../src/resources/platform/exports/jobs.ts'
import { startApp, type Client } from '../support/app.ts'
import { addMember, createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome, createTerminalRunner } from './run.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben, 'admin')
const quay = await createProject(ada, org_id, { name: 'North quay' })
await createProject(ada, org_id, { name: 'South quay' })

async function createAccessToken(person: Client): Promise<string> {
  return (await createTokenClient(person, org_id)).authorization!.slice('Bearer '.length)
}

const home = createHome()
const env = { SVC_URL: app.url, SVC_TOKEN: await createAccessToken(ada), SVC_ORG: org_id }
const svc = createRunner(home, env)

const readTask = async (id: string) => (await ada.get(`/v1/tasks/${id}`)).body

async function addTask(line: string): Promise<string> {
  const { json, err } = await svc('add', [line, '--json'])
  if (!json.task_id) throw new Error(err)
  return json.task_id
}

test('every command has a test, and help with an example', () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const commands = listCommands(rootCommand, '')
  expect(commands.length).toBeGreaterThan(20)
  expect(
    commands
      .filter(([name]) => !sources.includes(`('${name}'`) && !sources.includes(`['${name}'`))
      .map(([name]) => name),
  ).toEqual([])
  const examples = commands.filter(([, description]) => !description?.includes('EXAMPLES\n  '))
  expect(examples.map(([name]) => name)).toEqual([])
})

function listCommands(map: RouteMap<Context>, prefix: string): [string, string | undefined][] {
  return map.getAllEntries().flatMap(({ name, target }) => {
    const path = prefix + name['convert-camel-to-kebab']
    return 'getAllEntries' in target
      ? listCommands(target, `${path} `)
      : [[path, target.fullDescription] as [string, string | undefined]]
  })
}

test('a line becomes a task with names resolved to ids; an unknown name creates nothing', async () => {
  const dry = await svc('add', ['Grease crane !high @ben #upkeep +north-quay ^2027-01-15', '--dry-run', '--json'])
  expect(dry.json).toMatchObject({ dry_run: true, project_id: quay.project_id, assignee: 'ben' })
  const { code, json } = await svc('add', ['Grease crane !high @ben #upkeep +"North quay" ^2027-01-15', '--json'])
  expect(code).toBe(0)
  expect(json).toMatchObject({
    title: 'Grease crane',
    priority: 'high',
    assignee: 'ben',
    tags: ['upkeep'],
    project_id: quay.project_id,
    due_date: '2027-01-15',
  })
  const before = (await ada.get('/v1/tasks', { query: { org_id } })).body.data.length
  const invalid: [string, number, string][] = [
    ['Paint +quay', 4, `No project matches "quay". Did you mean: North quay (${quay.project_id})`],
    ['Paint +n', 0, ''],
    ['Paint @nobody', 4, 'No user matches "nobody". Available: ada, ben.'],
    ['Paint !urgent', 2, '!urgent is not a priority: use critical, high, medium, low, none'],
    ['Paint ^someday', 2, '^someday is not a day'],
    ['!high #only-marks', 2, 'The task has no title'],
  ]
  for (const [line, exit, said] of invalid) {
    const refused = await svc('add', [line, ...(exit === 0 ? ['--dry-run'] : [])])
    expect(refused.err).toContain(said)
    expect(refused.code).toBe(exit)
  }
  expect((await ada.get('/v1/tasks', { query: { org_id } })).body.data).toHaveLength(before)
})

test('lists fit people, pipes, spreadsheets and programs, and say when they are cut', async () => {
  const titles = ['=1+1', 'Tab\there, "quoted"', 'Third']
  for (const title of titles) await createTask(ada, org_id, { title, tags: ['forms'], assignee: 'ada' })
  const list = (...args: string[]) => svc('tasks list', ['--tag', 'forms', '--sort', 'title', ...args])
  const lines = (await list()).out.split('\n')
  expect(lines[0]!.split('\t').at(-1)).toBe('=1+1')
  expect(lines[1]).toMatch(/^T\w+\tnot_started\t\w+\t\tada\tTab\\there, "quoted"$/)
  const csv = (await list('--csv')).out
  expect(csv).toMatch(/^\ufeffkey,/)
  expect(csv).toContain(`,'=1+1\r\n`)
  expect(csv).toContain(`,"Tab\\there, ""quoted"""\r\n`)
  const ids = (await list('--ids')).out.trim().split('\n')
  expect(ids).toHaveLength(3)
  expect((await list('--json=title,assignee')).json[0]).toEqual({ title: '=1+1', assignee: 'ada' })
  const cut = await list('--limit', '2', '--mine', '--ids')
  expect(cut.out.trim().split('\n')).toEqual(ids.slice(0, 2))
  expect(cut.err).toBe('Only the first 2 tasks are listed. For more, use --all or --limit N.\n')
  expect((await list('--all', '--desc', '--ids')).out.trim().split('\n')).toEqual([...ids].reverse())
  expect((await list('--json=wrong')).json.error.message).toContain('unknown field "wrong". Fields: org_id')
  expect((await list('--csv', '--ids')).code).toBe(2)
  const other = await svc('tasks list', ['--filter', 'tag=forms assignee=ben', '--json'])
  expect(other.json).toEqual([])
})

test('a name is found case-insensitively', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Straße nach İzmir' })
  const { task_id } = await createTask(ada, org_id, { title: 'Pave it', project_id })
  const found = await svc('tasks list', ['--ids', '--project', 'STRASSE NACH izmir'])
  expect(found.out.trim()).toBe(task_id)
})

test('archived tasks are not overdue unless their status is requested', async () => {
  for (const status of ['not_started', 'on_hold', 'completed', 'archived'])
    await createTask(ada, org_id, { title: status, status, due_date: '2020-01-01', tags: ['late'] })
  const listTitles = async (...args: string[]) =>
    (await svc('tasks list', ['--tag', 'late', '--due', 'overdue', '--sort', 'title', '--json', ...args])).json.map(
      (row: { title: string }) => row.title,
    )
  expect(await listTitles()).toEqual(['not_started', 'on_hold'])
  expect(await listTitles('--status', 'archived')).toEqual(['archived'])
})

test('a folder can set the project, and an option overrides it', async () => {
  const folder = join(home, 'work', 'deep')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(home, 'work', '.svc.json'), '{"project": "South quay"}')
  const created = (await svc('add', ['In the folder', '--json'], { cwd: folder })).json
  expect((await svc('tasks list', ['--ids'], { cwd: folder })).out).toBe(`${created.task_id}\n`)
  const all = await svc('tasks list', ['--ids', '--project', 'any', '--search', 'In the folder'], {
    cwd: folder,
  })
  expect(all.out).toBe(`${created.task_id}\n`)
  const north = await svc('tasks list', ['--json', '--project', 'north quay'], { cwd: folder })
  expect(north.json.every((row: { project_id: string }) => row.project_id === quay.project_id)).toBe(true)
})

test('a filter edits all matches after confirmation, and undo leaves what others changed', async () => {
  const ids = await Promise.all(
    ['One', 'Two', 'Three'].map(async (title) => (await createTask(ada, org_id, { title, tags: ['bulk'] })).task_id),
  )
  const edit = ['--filter', 'tag=bulk status=not_started', '--set', 'status=on_hold', '--set', 'tags-=bulk']
  const unconfirmed = await svc('tasks edit', edit)
  expect(unconfirmed).toMatchObject({ code: 2, out: '' })
  expect(unconfirmed.err).toContain('Set status=on_hold, tags-=bulk on 3 tasks? To confirm, pass --yes.')
  const done = await svc('tasks edit', [...edit, '--yes', '--json=updated'])
  expect(done.json).toEqual({ updated: 3 })
  expect(await readTask(ids[0]!)).toMatchObject({ status: 'on_hold', tags: [] })
  await ben.post('/v1/task-comments', { body: { task_id: ids[1], content: 'No change of the task' } })
  await ada.patch(`/v1/tasks/${ids[2]}`, { body: { priority: 'critical' } })
  const undone = await svc('undo')
  expect(undone.code).toBe(5)
  expect(undone.err).toContain('Undone in part, 2 of 3 (see above): Changed 3 tasks')
  const states = await Promise.all(ids.map(async (id) => (await readTask(id)).status))
  expect(states).toEqual(['not_started', 'not_started', 'on_hold'])
})

test('a task is shown, moved, commented, attached to, completed and opened', async () => {
  const id = await addTask('Everything +South-quay')
  const { out } = await svc('tasks move', [id, '--to', 'north'])
  const { key } = await readTask(id)
  expect(out).toContain(`Moved ${key}`)
  writeFileSync(join(home, 'plan.txt'), 'Steps')
  expect((await svc('tasks attach', [id, 'plan.txt'])).out).toBe(`Attached plan.txt to ${id}\n`)
  await svc('tasks comment', [id, '-'], { input: 'Two\nlines\n' })
  expect((await svc('tasks done', [id, '--json=status'])).json).toEqual({ status: 'completed' })
  const displayed = await svc('tasks show', [id, '--comments'])
  expect(displayed.out).toMatch(new RegExp(`^key +${key}\nid +${id}\ntitle +Everything\nstatus +completed\n`))
  expect(displayed.out).toContain(`project   North quay (${quay.project_id})`)
  expect(displayed.out).toMatch(/ada, .*\nTwo\nlines\n$/)
  expect((await svc('tasks comments', [id])).out).toMatch(/^C\w+\t\S+\tada\tTwo\\nlines\n$/)
  const { body } = await ada.get('/v1/task-attachments', { query: { task_id: id } })
  expect(body.data[0]).toMatchObject({ name: 'plan.txt', uploaded_by: 'ada' })
  const file = await svc('api', ['GET', `/v1/task-attachments/${body.data[0].attachment_id}/content`])
  expect(file).toMatchObject({ code: 0, out: 'Steps', err: '' })
  expect((await svc('open', [id])).out).toBe(`${app.url}/t/${id}\n`)
})

test('a project is exported into a file, and the file is complete', async () => {
  const file = join(home, 'quay.zip')
  const running = svc('export', [file, '--project', 'North quay', '--json'])
  const ended = setInterval(() => void runExports(app.services), 100)
  const { code, out } = await running
  clearInterval(ended)
  expect([code, JSON.parse(out).file]).toEqual([0, file])
  const archive = await openArchive(file)
  await verifyArchive(archive)
  expect([archive.manifest.project_id, archive.countRows('projects')]).toEqual([quay.project_id, 1])
  archive.close()
})

test('a key is accepted where an id is, also for a deleted task, and names a branch', async () => {
  const { key, task_id } = await readTask(await addTask('Grease the crâne +South-quay'))
  expect((await svc('tasks show', [key.toLowerCase()])).out).toContain(`id `)
  expect((await svc('tasks done', [key, '--json=task_id'])).json).toEqual({ task_id })
  expect((await svc('tasks comment', [key, 'Done'])).out).toBe(`Commented on ${key}\n`)
  expect((await svc('branch', [key, '--print'])).out).toBe(`${key.toLowerCase()}-grease-the-crane\n`)
  expect((await svc('tasks delete', [key])).code).toBe(0)
  expect((await svc('tasks show', [key])).code).toBe(4)
  expect((await svc('tasks restore', [key])).code).toBe(0)
  const { task_ids } = (await svc('tasks duplicate', [key, '--subtasks', '--json'])).json as { task_ids: string[] }
  expect((await svc('undo')).out).toBe(`Undone: Duplicated ${task_ids[0]}\n`)
})

test('open starts the browser where there is one, and prints the URL everywhere', async () => {
  const id = await addTask('Open me')
  const url = `${app.url}/t/${id}`
  writeFileSync(join(home, 'browser'), '#!/bin/sh\necho "$1" > "$HOME/opened"\n', { mode: 0o755 })
  const withBrowser = { env: { BROWSER: join(home, 'browser') } }
  expect((await svc('open', [id], { env: {} })).out).toBe(`${url}\n`)
  expect((await svc('open', [id, '--no-browser'], withBrowser)).out).toBe(`${url}\n`)
  expect(readdirSync(home)).not.toContain('opened')
  expect((await svc('open', [id], withBrowser)).out).toBe(`${url}\n`)
  await expect.poll(() => readFileSync(join(home, 'opened'), { encoding: 'utf8', flag: 'a+' })).toBe(`${url}\n`)
  expect((await svc('open')).out).toBe(`${app.url}/\n`)
})

test('a task is shown with the names of what it references', async () => {
  const { body: team } = await ada.post('/v1/teams', { body: { org_id, name: 'Divers' } })
  const { project_id } = await createProject(ada, org_id, { name: 'Deep channel', team_id: team.team_id })
  const { body: goal } = await ada.post(`/v1/projects/${project_id}/goals`, { body: { name: 'Ten metres' } })
  const days = { start_date: '2027-01-04', end_date: '2027-01-15' }
  const { body: sprint } = await ada.post(`/v1/teams/${team.team_id}/sprints`, {
    body: { name: 'Sprint 7', ...days },
  })
  const first = await createTask(ada, org_id, { title: 'Measure', project_id })
  const { task_id } = await createTask(ada, org_id, {
    title: 'Dredge',
    project_id,
    goal_id: goal.goal_id,
    sprint_id: sprint.sprint_id,
    dependencies: [first.task_id],
  })
  const { out } = await svc('tasks show', [task_id])
  for (const line of [
    `project    Deep channel (${project_id})`,
    `sprint     Sprint 7 (${sprint.sprint_id})`,
    `goal       Ten metres (${goal.goal_id})`,
    `waits for  ${first.key} Measure (${first.task_id})`,
  ])
    expect(out).toContain(`${line}\n`)
  expect((await svc('tasks show', [task_id, '--json=project_id'])).json).toEqual({ project_id })
})

test('projects, teams, members and sprints are listed, and tasks are found by text', async () => {
  const projects = (await svc('projects', ['--json=name'])).json.map((row: { name: string }) => row.name)
  expect(projects).toEqual(expect.arrayContaining(['North quay', 'South quay']))
  const { body: team } = await ada.post('/v1/teams', { body: { org_id, name: 'Tugs' } })
  const sprint = { name: 'Sprint 7', start_date: '2027-01-04', end_date: '2027-01-15' }
  await ada.post(`/v1/teams/${team.team_id}/sprints`, { body: sprint })
  expect((await svc('teams')).out).toMatch(/^TM\w+\t1\towner\tTugs$/m)
  expect((await svc('members')).out).toMatch(/^ada\towner\t\tada@/m)
  expect((await svc('sprints', ['--team', 'Tugs'])).out).toMatch(
    /^SP\w+\t\w+\t2027-01-04\t2027-01-15\t0\/0\tTugs\tSprint 7\n$/,
  )
  const [open, done] = [await addTask('Find the needle'), await addTask('Needle found')]
  await svc('tasks done', [done])
  expect((await svc('search', ['needle', '--ids'])).out).toBe(`${done}\n${open}\n`)
  expect((await svc('search', ['needle', '--open', '--ids'])).out).toBe(`${open}\n`)
  expect((await svc('search')).code).toBe(2)
})

test('the default list has the open tasks, sorted by due date', async () => {
  const own = createRunner(createHome(), { ...env, SVC_TOKEN: await createAccessToken(ben) })
  const make = async (values: object) =>
    (await createTask(ben, org_id, { assignee: 'ben', tags: ['order'], ...values })).task_id
  const later = await make({ title: 'Later', due_date: '2027-03-01' })
  const undated = await make({ title: 'Undated' })
  const sooner = await make({ title: 'Sooner', due_date: '2027-02-01' })
  const done = await make({ title: 'Done', due_date: '2027-01-01', status: 'completed' })
  const list = async (...args: string[]) =>
    (await own('tasks list', ['--tag', 'order', '--ids', ...args])).out.trim().split('\n')
  expect(await list()).toEqual([sooner, later, undated])
  expect(await list('--status', 'any')).toEqual([done, sooner, later, undated])
  expect(await list('--status', 'completed')).toEqual([done])
})

test('help lists option values in lines that fit the terminal', async () => {
  const helps = await Promise.all(
    listCommands(rootCommand, '').map(async ([name]) => ({
      name,
      out: (await svc(name, ['--help'], { env: { COLUMNS: '60' } })).out,
    })),
  )
  for (const { name, out } of helps) {
    const prose = out.split('\n').filter((line) => !line.startsWith('  svc ') && !line.includes('svc completion'))
    expect([name, prose.filter((line) => line.length > 60)]).toEqual([name, []])
  }
  const { out } = await svc('tasks list', ['--help'])
  expect(out).toMatch(/^ {2}-s, --status <status>,\.\.\. +With one of these statuses .*: backlog,/m)
  expect(out).toMatch(/^ {6}--priority <priority>,\.\.\./m)
  expect(out).toMatch(/critical, high,\s+medium,\s+low/)
  expect((await svc('tasks edit', ['--help'])).out).toContain('svc tasks edit [options] --set <name=value>... <id>...')
  expect((await svc('tasks list', ['-m', '-s', 'any', '-n', '1', '--ids'])).code).toBe(0)
})

test('next sorts by due date, then started tasks, then priority, and omits blocked tasks', async () => {
  const cleo = await app.signIn('cleo')
  await addMember(ada, org_id, cleo)
  const mine = createRunner(home, { ...env, SVC_TOKEN: await createAccessToken(cleo) })
  expect((await mine('next')).out).toBe('No task to do next\n')
  const make = async (values: object) => (await createTask(cleo, org_id, { assignee: 'cleo', ...values })).task_id
  const first = await make({ title: 'High', priority: 'high' })
  await make({ title: 'Waits', priority: 'critical', dependencies: [first] })
  expect((await mine('next', ['--json=title'])).json).toEqual({ title: 'High' })
  await make({ title: 'Late', priority: 'none', due_date: '2020-01-01' })
  expect((await mine('next', ['--start', '--json=title,status'])).json).toEqual({
    title: 'Late',
    status: 'in_progress',
  })
})

test('watch --exec runs a command for each event and passes the event only on stdin', async () => {
  const stop = new AbortController()
  const title = '$(touch pwned); `touch pwned`'
  const exec = `cat > event.json; echo "$SVC_EVENT_TYPE"; kill -INT $PPID`
  const watching = svc('watch', ['--type', 'task.*', '--exec', exec], { stop: stop.signal })
  // Repeats until the watcher listens: an event before that is not delivered.
  const creating = setInterval(() => void createTask(ada, org_id, { title }), 300)
  const { out, code, err } = await watching
  clearInterval(creating)
  expect({ out, err, code }).toEqual({ out: 'task.created\n', err: '', code: 130 })
  const event = JSON.parse(readFileSync(join(home, 'event.json'), 'utf8'))
  expect(JSON.stringify(event)).toContain('touch pwned')
  expect(readdirSync(home)).not.toContain('pwned')
})

test('watch says who did what to which task', async () => {
  const id = await addTask('Watched')
  const stop = new AbortController()
  const watching = svc('watch', ['--type', 'task.*'], {
    stop: stop.signal,
    onStdout: (out) => out.includes('→ completed') && stop.abort(),
  })
  let status = 'in_progress'
  const changing = setInterval(() => {
    status = status === 'completed' ? 'in_progress' : 'completed'
    void ben.patch(`/v1/tasks/${id}`, { body: { status } })
  }, 300)
  const { out } = await watching
  clearInterval(changing)
  expect(out).toMatch(new RegExp(`^\\S+\ttask.updated\t${id}\tben\tWatched\tstatus \\w+ → completed$`, 'm'))
})

test('api sends any request, and an error response has its own exit code', async () => {
  const created = await svc('api', ['POST', '/v1/teams', '--data', '-'], {
    input: JSON.stringify({ org_id, name: 'Riggers' }),
  })
  expect(created.json).toMatchObject({ name: 'Riggers' })
  const page = await svc('api', ['get', '/v1/tasks?limit=1', '--query', 'filter[status]=blocked'])
  expect(page.json.data).toEqual([])
  const missing = await svc('tasks show', ['TNONE'])
  expect(missing.code).toBe(4)
  expect(missing.err).toMatch(/^svc: .*\n\(request \S+\)\n$/)
  const asJson = (await svc('tasks show', ['TNONE', '--json'])).json
  expect(asJson.error).toMatchObject({ exit_code: 4, status: 404, request_id: expect.any(String) })
  const invalid: [string, string[], number, Record<string, string>?][] = [
    ['tasks list', ['--limit', 'x'], 2],
    ['tasks lits', [], 2],
    ['tasks list', ['--status', 'wrong'], 2],
    ['tasks show', ['..'], 2],
    ['api', ['GET', '/elsewhere'], 2],
    ['status', [], 3, { SVC_TOKEN: 'svc_live_wrong' }],
    ['status', [], 3, { SVC_TOKEN: '' }],
    ['api', ['PATCH', `/v1/tasks/${await addTask('Old')}`, '--data', '{}', '--header', 'If-Match: "0-x"'], 5],
    ['status', [], 1, { SVC_URL: 'http://127.0.0.1:9' }],
  ]
  const codes = await Promise.all(
    invalid.map(async ([name, args, , env = {}]) => (await svc(name, args, { env })).code),
  )
  expect(codes).toEqual(invalid.map(([, , code]) => code))
})

test('text of other users reaches the terminal escaped, and wide characters stay aligned', async () => {
  const nasty = '\u001b]0;owned\u0007\u001b[2J\u009b31mred\u202egnp.exe\u{e0041}'
  await createTask(ada, org_id, { title: nasty, tags: ['nasty'], description: `${nasty}\nsecond line` })
  const created = await createTask(ada, org_id, { title: '漢字と絵文字 👩‍👩‍👧', tags: ['nasty'], assignee: 'ada' })
  await ada.post('/v1/task-comments', { body: { task_id: created.task_id, content: nasty } })
  const list = ['--tag', 'nasty', '--sort', 'created']
  const terminal = createTerminalRunner(home, { ...env, NO_COLOR: '1' })
  const outs = await Promise.all([
    terminal('tasks list', list),
    svc('tasks list', list),
    svc('tasks list', [...list, '--csv']),
    svc('tasks list', [...list, '--json']),
    svc('tasks show', [created.task_id, '--comments']),
    svc('api', ['GET', '/v1/tasks?filter[tags]=nasty']),
    svc('add', [`Paint +${nasty.replaceAll(' ', '')}`]),
  ])
  for (const { out, err } of outs) {
    const output = (out + err).replaceAll('\r\n', '\n')
    // oxlint-disable-next-line no-control-regex -- The test is about control characters.
    expect(output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]|[\u{e0000}-\u{e0fff}]/u)
  }
  const [table] = outs
  expect(table!.out).toContain('\\u{1b}]0;owned')
  expect(table!.out).toMatch(/^KEY +STATUS +PRIORITY +DUE +ASSIGNEE +TITLE\r\n/)
  expect(outs[3]!.json[0].title).toBe(nasty)
  const colored = await createTerminalRunner(home, env)('tasks list', list)
  expect(colored.out).toContain('\u001b[2mKEY')
})

test('a reader that closes the pipe early is no error', async () => {
  // Exceeds the buffer of a pipe.
  for (const title of ['Long', 'Longer']) await createTask(ada, org_id, { title, description: 'x'.repeat(90_000) })
  const line = `"$@" | head -n 1; echo "\${PIPESTATUS[0]}"`
  const bin = resolve('clients/cli/bin/svc.mjs')
  const args = ['-c', line, 'svc', process.execPath, bin, 'tasks', 'list', '--all', '--json']
  const shell = spawn('bash', args, { cwd: home, env: { PATH: process.env.PATH, HOME: home, ...env } })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part) => (output += String(part)))
  await new Promise((done) => shell.once('close', done))
  expect(output).toBe('[\n0\n')
})

test('shell completion completes commands, options and values', async () => {
  const { task_id } = await createTask(ada, org_id, { title: 'Completed' })
  await ada.post('/v1/teams', { body: { org_id, name: 'Welders' } })
  const lines: [line: string, completed: string][] = [
    ['svc tasks list --pr', '--priority --project'],
    ['svc con', 'context'],
    ['svc tasks list --status backlog,bl', 'backlog,blocked'],
    ['svc tasks list -s bl', 'blocked'],
    ['svc tasks list --project Nor', 'North-quay'],
    ['svc tasks assign X --to b', 'ben'],
    ['svc tasks list --assignee ada,be', 'ada,ben'],
    ['svc sprints --team Wel', 'Welders'],
    ['svc tasks edit --set prio', 'priority='],
    // Bash replaces only the part after the `=`.
    ['svc tasks edit --set status=co', 'completed'],
    ['svc tasks edit --set assignee=b', 'ben'],
    ['svc add Grease !h', '!high'],
    ['svc add Grease +No', '+North-quay'],
    [`svc tasks show ${task_id.slice(0, -1)}`, task_id],
    ['svc completion z', 'zsh'],
  ]
  const script = (await svc('completion', ['bash'])).out
  const ask = `svc() { "${process.execPath}" "${resolve('clients/cli/bin/svc.mjs')}" "$@"; }
${script}
complete_line() { COMP_LINE="$1"; COMP_POINT=\${#1}; _svc; echo "\${COMPREPLY[*]}"; }
compopt() { :; }
${lines.map(([line]) => `complete_line '${line}'`).join('\n')}`
  const { stdout: out } = await promisify(execFile)('bash', ['-c', ask], {
    env: { PATH: process.env.PATH, HOME: home, ...env },
  })
  expect(out.trimEnd().split('\n')).toEqual(lines.map(([, completed]) => completed))
  expect((await svc('completion', ['tcsh'])).err).toContain('bash, zsh, fish')
})
