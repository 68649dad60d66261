import { expect, test } from 'vitest'
import { matchesQuery } from '../../../web/store/query-matching.ts'

const task = {
  task_id: 'T1',
  project_id: 'P1',
  team_id: null,
  section_id: null,
  assignee: 'ada',
  tags: [],
  status: 'blocked',
}

test.each([
  ['its status', { status: 'blocked' }, {}, true],
  ['another status', { status: 'completed' }, {}, false],
  ['the user of the console', { assignee: 'me' }, {}, true],
  ['no assignee', { assignee: '__none__' }, {}, false],
  ['no tag', { tags: '__none__' }, {}, true],
  ['one of its tags', { tags: 'wet,dry' }, { tags: ['dry'] }, true],
  ['its team', { team: 'TM1' }, { team_id: 'TM1' }, true],
  ['a team, which may be that of its project', { team: 'TM1' }, {}, undefined],
  ['another team, which may be that of its project', { team: 'TM1' }, { team_id: 'TM2' }, undefined],
  ['no team, although its project may have one', { team: '__none__' }, {}, undefined],
  ['a section of another scope', { section: 'SE1' }, {}, undefined],
  ['a section of another scope, beside its own', { section: 'SE1' }, { section_id: 'SE2' }, undefined],
  ['a team and another status', { team: 'TM1', status: 'completed' }, {}, false],
])('a task matches a filter for %s', (_, filter, more, expected) => {
  expect(matchesQuery('tasks', { filter }, [], { ...task, ...more }, { username: 'ada' })).toBe(expected)
})
