import type { AnyOperation } from '../../../src/http/operation.ts'
import type { Call, Calls } from '../call.ts'
import { calls as account } from './account.ts'
import { calls as claims } from './claims.ts'
import { calls as comments } from './comments.ts'
import { calls as domains } from './domains.ts'
import { calls as events } from './events.ts'
import { calls as exports } from './exports.ts'
import { calls as fields } from './fields.ts'
import { calls as files } from './files.ts'
import { calls as governance } from './governance.ts'
import { calls as goals } from './goals.ts'
import { calls as imports } from './imports.ts'
import { calls as installation } from './installation.ts'
import { calls as members } from './members.ts'
import { calls as notifications } from './notifications.ts'
import { calls as oauth } from './oauth.ts'
import { calls as organizations } from './organizations.ts'
import { calls as plans } from './plans.ts'
import { calls as projects } from './projects.ts'
import { calls as sections } from './sections.ts'
import { calls as reminders } from './reminders.ts'
import { calls as roadmap } from './roadmap.ts'
import { calls as tasks } from './tasks.ts'
import { calls as teams } from './teams.ts'
import { calls as tokens } from './tokens.ts'
import { calls as views } from './views.ts'
import { calls as webhooks } from './webhooks.ts'

const all: Calls = {
  ...organizations,
  ...members,
  ...domains,
  ...projects,
  ...goals,
  ...sections,
  ...fields,
  ...plans,
  ...views,
  ...tasks,
  ...claims,
  ...comments,
  ...files,
  ...reminders,
  ...roadmap,
  ...teams,
  ...tokens,
  ...governance,
  ...events,
  ...exports,
  ...webhooks,
  ...notifications,
  ...oauth,
  ...account,
  ...imports,
  ...installation,
}

export const calledIds = Object.keys(all)

export function findCall(op: Pick<AnyOperation, 'id'>): Call {
  const call = all[op.id]
  if (!call) throw new Error(`${op.id} has no entry in test/contract/calls: add its test call there`)
  return call
}
