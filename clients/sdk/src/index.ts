export { Call, ListCall, type Answer, type PageOf } from './core/call.ts'
export type { CallOptions, ClientOptions, Retry, UploadOptions } from './core/options.ts'
export type { CustomFilter } from './core/query.ts'
export { SvcConnectionError, SvcProblem, SvcTimeoutError, type ProblemDetail } from './core/problem.ts'
export { tagOf } from './core/tags.ts'
export type {
  EditOptions,
  EventPage,
  EventStream,
  GoneEvent,
  InOrg,
  Ref,
  StreamOptions,
  SvcEvent,
} from './core/types.ts'
export { Svc, type RequestOptions } from './svc.ts'
export type { EventType, EventTypes } from './generated/events.ts'
export type * from './generated/resources.ts'
export type * from './generated/schemas.ts'
