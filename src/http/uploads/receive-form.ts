import { sendContinue } from '../expect-continue.ts'
import { buildOperationInput, createContext, type RequestState, type Hook } from '../request-state.ts'
import { parseForm } from './form.ts'
import { requireValidBody } from '../validate.ts'

interface Property {
  type?: string | string[]
}

function toTypedFields(schema: object, fields: Record<string, string>): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, Property> }
  const typed = Object.entries(fields).map(([name, value]) => [name, toTypedField(properties[name], value)])
  return Object.fromEntries(typed) as Record<string, unknown>
}

function toTypedField(property: Property | undefined, value: string): unknown {
  const types = [property?.type].flat()
  if (value === '' && types.includes('null')) return null
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  if (types.includes('object')) return parseJsonField(value)
  return value
}

/** Parses a JSON part; a malformed one stays a text, which its schema rejects. */
function parseJsonField(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Parses the form of an upload. Calls `authorize` as soon as all required fields have arrived, which is before the file when
 * they precede it.
 */
export const receiveForm: Hook = async (state) => {
  const { compiled, request, reply, services, input } = state
  const { op } = compiled
  if (!op.upload) return
  input.body = {}
  if (listRequired(op.body).length === 0) await checkAccess(state)
  sendContinue(request, reply)
  const { fields, file } = await parseForm(request.raw, {
    storage: services.storage,
    maxMegabytes: op.upload.maxMegabytes ?? services.config.attachmentMaxMb,
    async beforeFile(fieldsSoFar) {
      input.body = toTypedFields(op.body, fieldsSoFar)
      const hasRequired = listRequired(op.body).every((name) => name in fieldsSoFar)
      if (hasRequired) await checkAccess(state)
    },
  })
  input.body = toTypedFields(op.body, fields)
  input.file = file
  state.cleanUp = () => services.storage.discard(file.spooled)
}

const listRequired = (schema: unknown): string[] => (schema as { required?: string[] }).required ?? []

async function checkAccess(state: RequestState): Promise<void> {
  const { compiled, input } = state
  requireValidBody(compiled.checkBody()!, input.body)
  await compiled.op.authorize(buildOperationInput(state, createContext(state)))
}
