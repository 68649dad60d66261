import type { ClientOptions, CallOptions } from './options.ts'
import type { EventType } from '../generated/events.ts'
import type { EventResource, StreamEvent, StreamPage } from '../generated/schemas.ts'

/** Id, or an object with it; updating or deleting the object sends its tag or version as If-Match. */
export type Ref<Name extends string> = string | { readonly [N in Name]: string }

/** Input in which the organization may be left out, since the client knows it. */
export type InOrg<T extends { org_id: string }> = Omit<T, 'org_id'> & Partial<Pick<T, 'org_id'>>

/** A method of a resource as a function of the client. */
// oxlint-disable-next-line typescript/no-explicit-any -- Any method is one.
export type Of<Method> = Method extends (...args: infer Args extends any[]) => infer Result
  ? (client: ClientOptions, ...args: Args) => Result
  : never

export interface EditOptions extends CallOptions {
  /** How often it is tried where others write too: 5. */
  attempts?: number
}

export interface StreamOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** Goes on after this message of an earlier stream, or after a page. Without it you begin at the present. */
  cursor?: string
}

type Told = Omit<StreamEvent, 'type' | 'data'>
interface Data<Resource extends string> extends Omit<StreamEvent['data'], 'resource_type'> {
  resource_type: Resource
}

/** Resource type of an event type: the part before its dot. */
type ResourceOfType<Type> = Type extends `${infer Resource extends EventResource}.${string}`
  ? Resource
  : never

/** Event: a union discriminated by `type`, which also determines `resource_type`. */
export type SvcEvent = {
  [Type in EventType]: Told & { type: Type; data: Data<ResourceOfType<Type>> }
}[EventType]

/** Page of the event stream. */
export interface EventPage extends Omit<StreamPage, 'data'> {
  data: (SvcEvent | GoneEvent)[]
}

/** You can no longer read something: its type and id, and nothing else. */
export interface GoneEvent extends Told {
  type: 'gone'
  data: Data<EventResource>
}

/** What happens, as it happens. It connects again by itself and goes on where it was. */
export interface EventStream extends AsyncIterable<SvcEvent | GoneEvent> {
  /** The place after the event that you were given last. Keep it when your work on that event is done. */
  readonly cursor: string | undefined
}
