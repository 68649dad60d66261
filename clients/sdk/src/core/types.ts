import type { ClientOptions, CallOptions } from './options.ts'
import type { EventType } from '../generated/events.ts'
import type { EventResource, StreamEvent, StreamPage } from '../generated/schemas.ts'

/** Id, or an object with it; updating or deleting the object sends its tag or version as If-Match. */
export type Ref<Name extends string> = string | { readonly [N in Name]: string }

/** Input with an optional organization; default: that of the client. */
export type InOrg<T extends { org_id: string }> = Omit<T, 'org_id'> & Partial<Pick<T, 'org_id'>>

/** Method of a resource as a function with the client as its first argument. */
// oxlint-disable-next-line typescript/no-explicit-any -- Matches any method.
export type Of<Method> = Method extends (...args: infer Args extends any[]) => infer Result
  ? (client: ClientOptions, ...args: Args) => Result
  : never

export interface EditOptions extends CallOptions {
  /** Maximum number of attempts under concurrent writes. Default: 5. */
  attempts?: number
}

export interface StreamOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** Resumes after this cursor of a stream or page. Default: the head of the stream. */
  cursor?: string
}

type BaseEvent = Omit<StreamEvent, 'type' | 'data'>
interface Data<Resource extends string> extends Omit<StreamEvent['data'], 'resource_type'> {
  resource_type: Resource
}

/** Resource type of an event type: the part before its dot. */
type ResourceOfType<Type> = Type extends `${infer Resource extends EventResource}.${string}` ? Resource : never

/** Event: a union discriminated by `type`, which also determines `resource_type`. */
export type SvcEvent = {
  [Type in EventType]: BaseEvent & { type: Type; data: Data<ResourceOfType<Type>> }
}[EventType]

/** Page of the event stream. */
export interface EventPage extends Omit<StreamPage, 'data'> {
  data: (SvcEvent | GoneEvent)[]
}

/** Sent when you can no longer read an object; contains its type and id only. */
export interface GoneEvent extends BaseEvent {
  type: 'gone'
  data: Data<EventResource>
}

/** Live stream of events. Reconnects and resumes automatically. */
export interface EventStream extends AsyncIterable<SvcEvent | GoneEvent> {
  /** Cursor after the last event. Store it after you have processed that event. */
  readonly cursor: string | undefined
}
