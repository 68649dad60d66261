import type { Field } from '@svc/sdk'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { resolveMember } from '../session/resolve-names.ts'
import { requireOrgId, type Session } from '../session/session.ts'

type CustomValue = string | number | boolean | string[] | null

async function findField(session: Session, key: string): Promise<Field> {
  const keys: string[] = []
  for await (const field of session.svc.fields.list({ org_id: await requireOrgId(session), limit: 1000 })) {
    if (field.key === key) return field
    keys.push(field.key)
  }
  const known = keys.length > 0 ? `Fields: ${keys.join(', ')}.` : 'No custom field is visible to you.'
  throw new CliError(`No custom field has the key ${JSON.stringify(key)}. ${known}`, exitCodes.notFound)
}

/** Parses a value of a custom field by its type. Options may be named by label; `none` clears. */
export async function parseCustomValue(session: Session, key: string, text: string): Promise<CustomValue> {
  const field = await findField(session, key)
  if (text === 'none') return null
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  switch (field.type) {
    case 'number':
      if (text.trim() === '' || Number.isNaN(Number(text))) throw usageError(`custom.${key} must be a number`)
      return Number(text)
    case 'checkbox':
      return parseCheckbox(key, text)
    case 'select':
      return toOption(field, text)
    case 'multi_select':
      return items.map((item) => toOption(field, item))
    case 'person':
      return resolveMember(session, text)
    case 'people':
      return (await Promise.all(items.map((item) => resolveMember(session, item)))).filter((name) => name !== null)
    default:
      return text
  }
}

function parseCheckbox(key: string, text: string): boolean {
  const values: Record<string, boolean> = { true: true, yes: true, false: false, no: false }
  const value = values[text.toLowerCase()]
  if (value === undefined) throw usageError(`custom.${key} must be true or false`)
  return value
}

/** Returns the key of an option; an unknown text unchanged, since the server lists what is allowed. */
function toOption({ options }: Field, text: string): string {
  const folded = text.toLowerCase()
  const found =
    options.find(({ option }) => option === text) ?? options.find(({ label }) => label.toLowerCase() === folded)
  return found?.option ?? text
}

/** Parses `custom.KEY=VALUE` settings of a new task. */
export async function parseCustomSettings(
  session: Session,
  settings: readonly string[],
): Promise<Record<string, CustomValue>> {
  const values: Record<string, CustomValue> = {}
  for (const setting of settings) {
    const [, key, text = ''] = /^custom\.(\w+)=(.*)$/s.exec(setting) ?? []
    if (key === undefined) throw usageError(`--set: ${JSON.stringify(setting)} is not custom.KEY=VALUE`)
    values[key] = await parseCustomValue(session, key, text)
  }
  return values
}
