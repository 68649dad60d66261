import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { listNotificationKinds, processPendingEvents as takeIn } from '../notifications/run-pipeline.ts'

const app = await startApp()
const names = ['ada', 'bob', 'eve', 'out']
const people = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await app.signIn(name)] as const)),
) as Record<string, Client>
const { ada, bob, eve, out } = people as { ada: Client; bob: Client; eve: Client; out: Client }
const { org_id } = await createOrganization(ada)
for (const one of [bob, eve, out]) await insertMembership(one, org_id, 'member')
const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
for (const one of [bob, eve]) await addProjectMember(ada, project_id, one, 'viewer')

let task_id: string
beforeEach(async () => {
  task_id = (await createTask(ada, org_id, { project_id })).task_id
  await forget()
})
async function forget(): Promise<void> {
  await takeIn(app)
  await app.sql('DELETE FROM notifications')
}

const postComment = async (content: string, mentions?: object[]) =>
  expectStatus(await ada.post('/v1/task-comments', { body: { task_id, content, mentions } }), 201)
const postReply = async (parent_comment_id: string, content: string, mentions?: object[]) => {
  const body = { parent_comment_id, content, mentions }
  return expectStatus(await ada.post('/v1/task-comments/reply', { body }), 201)
}
const edit = async (comment_id: string, content: string) =>
  expectStatus(await ada.patch(`/v1/task-comments/${comment_id}`, { body: { content } }), 200)
const listMentioned = ({ mentions }: { mentions: { username: string }[] }) => mentions.map((one) => one.username)

describe('a comment', () => {
  test.each<[string, object[] | undefined, string[]]>([
    ['Look, @bob.', undefined, ['bob']],
    ['@BOB and @Eve', undefined, ['bob', 'eve']],
    ['@bob', [{ username: 'eve' }], ['eve', 'bob']],
    ['@bob', [{ username: 'BOB' }], ['bob']],
    ['no one', [{ username: 'bob' }], ['bob']],
    ['`@bob` and mail@eve', undefined, []],
    ['@out and @nobody-here', undefined, []],
  ])('%j beside %j mentions %j', async (content, mentions, expected) => {
    expect(listMentioned(await postComment(content, mentions))).toEqual(expected)
    for (const name of ['bob', 'eve'])
      expect([name, await listNotificationKinds(people[name]!)]).toEqual([
        name,
        expected.includes(name) ? [['mentioned', ['mentioned']]] : [],
      ])
    expect(await listNotificationKinds(out)).toEqual([])
  })

  test('rejects a mention in its body that would be ignored in its text', async () => {
    const body = { task_id, content: '@bob', mentions: [{ username: 'out' }] }
    const refused = expectStatus(await ada.post('/v1/task-comments', { body }), 422)
    expect(refused.errors[0].loc).toEqual(['body', 'mentions', 0])
  })
})

describe('a reply', () => {
  test('mentions and notifies users in text and body', async () => {
    const { comment_id } = await postComment('First')
    await forget()
    expect(listMentioned(await postReply(comment_id, 'For @bob', [{ user_id: eve.userId }]))).toEqual(['eve', 'bob'])
    for (const one of [bob, eve]) expect(await listNotificationKinds(one)).toEqual([['mentioned', ['mentioned']]])
    const body = { parent_comment_id: comment_id, content: 'x', mentions: [{ username: 'out' }] }
    expectStatus(await ada.post('/v1/task-comments/reply', { body }), 422)
  })
})

describe('an edit', () => {
  test('notifies added users once, and no others again', async () => {
    const { comment_id } = await postComment('For @bob')
    await forget()
    expect(listMentioned(await edit(comment_id, 'For @bob and @eve'))).toEqual(['bob', 'eve'])
    expect([await listNotificationKinds(bob), await listNotificationKinds(eve)]).toEqual([
      [],
      [['mentioned', ['mentioned']]],
    ])
    await forget()
    await edit(comment_id, 'For @bob and @eve, soon')
    expect([await listNotificationKinds(bob), await listNotificationKinds(eve)]).toEqual([[], []])
  })

  test('removes mentions missing in the text, and keeps those of the body', async () => {
    const { comment_id } = await postComment('For @bob', [{ username: 'eve' }])
    expect(listMentioned(await edit(comment_id, 'For nobody'))).toEqual(['eve'])
    expect(listMentioned(await edit(comment_id, 'For @eve'))).toEqual(['eve'])
  })

  test('of a reply notifies too, except for deleted comments and users who cannot read the task', async () => {
    const { comment_id } = await postComment('First')
    const reply = await postReply(comment_id, 'Second')
    await forget()
    await edit(reply.comment_id, 'For @bob and @out')
    expect([await listNotificationKinds(bob), await listNotificationKinds(out)]).toEqual([
      [['mentioned', ['mentioned']]],
      [],
    ])
    await forget()
    await edit(reply.comment_id, 'For @eve')
    expectStatus(await ada.delete(`/v1/task-comments/${reply.comment_id}`), 200)
    expect(await listNotificationKinds(eve)).toEqual([])
  })
})
