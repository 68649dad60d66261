import { askForBody } from '../request/expect.ts'
import { callOf, contextOf, type Exchange, type Step } from '../request/exchange.ts'
import { readForm } from './form.ts'
import { requireValid } from '../request/validate.ts'

interface Property {
  type?: string | string[]
}

/** The fields of a form as its schema means them: text says `true`, and an empty one nothing where `null` may stand. */
export function typedFields(schema: object, fields: Record<string, string>): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, Property> }
  const typed = Object.entries(fields).map(([name, value]) => [name, typedField(properties[name], value)])
  return Object.fromEntries(typed) as Record<string, unknown>
}

function typedField(property: Property | undefined, value: string): unknown {
  const types = [property?.type].flat()
  if (value === '' && types.includes('null')) return null
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}

/**
 * Takes in the form of an upload. Access is judged as soon as the required fields have come, which is before the file
 * when they are sent before it, and before anything is read when there are none.
 */
export const formReceived: Step = async (exchange) => {
  const { ready, request, reply, services, input } = exchange
  const { op } = ready
  if (!op.upload) return
  input.body = {}
  if (requiredOf(op.body).length === 0) await judge(exchange)
  askForBody(request, reply)
  const { fields, file } = await readForm(request.raw, {
    storage: services.storage,
    mostMb: services.config.attachmentMaxMb,
    async beforeFile(early) {
      input.body = typedFields(op.body, early)
      const judgeable = requiredOf(op.body).every((name) => name in early)
      if (judgeable) await judge(exchange)
    },
  })
  input.body = typedFields(op.body, fields)
  input.file = file
  exchange.leftover = () => services.storage.forget(file.spooled)
}

const requiredOf = (schema: unknown): string[] => (schema as { required?: string[] }).required ?? []

async function judge(exchange: Exchange): Promise<void> {
  const { ready, input } = exchange
  requireValid(ready.checkBody()!, input.body, 'body')
  await ready.op.access(callOf(exchange, contextOf(exchange)))
}
