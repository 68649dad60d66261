// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

export interface AccessReview {
  /** ID of the organization. */
  org_id: string
  /** Time of the review, in UTC. */
  generated_at: string
  /** Active members, by username. */
  members: AccessReviewMember[]
  /** Tokens that are neither expired nor revoked and belong to a removed or deactivated member. */
  unattached_tokens: AccessReviewUnattachedToken[]
  /** Hash of who has access, without times of use, to sign it. New tokens of an app with the same rights do not change it. */
  access_hash: string
}

export interface AccessReviewMember {
  /** ID of the user. */
  user_id: string
  /** Username of the user. */
  username: string | null
  /** Email address of the user. */
  email: string | null
  /** Person or service account. */
  kind: PrincipalType
  /** Role in the organization. */
  role: OrganizationRole
  /** Label of the designation. `null` when there is none. */
  designation: string | null
  /** Time of the last request, up to 30 seconds behind. `null`: never. */
  last_active_at: string | null
  /** Ways in which the user can sign in; empty for service accounts. */
  sign_in: SignInWay[]
  /** True if the account has an authenticator app or a passkey. `null` without an account of this server. */
  has_second_factor: boolean | null
  /** Number of passkeys of the account. `null` without an account of this server. */
  passkeys: number | null
  /** Tokens of the member that are currently valid. */
  tokens: AccessReviewToken[]
}

export interface AccessReviewSign {
  /** `access_hash` of the review that you read. */
  access_hash: string
  /** Comment of the reviewer. */
  note?: string | null
}

export interface AccessReviewToken {
  /** ID of the token. */
  token_id: string
  /** Name of the token. */
  name: string
  /** First characters of the token, to identify it. */
  token_prefix: string
  /** Kind of the token. */
  kind: TokenKind
  /** How the token was issued. */
  grant_type: TokenGrantType
  /** Scopes of the token. */
  scopes: string[]
  /** IDs of the projects that the token is limited to. `null`: no limit. */
  project_ids: string[] | null
  /** Time of expiry. `null`: never. */
  expires_at: string | null
  /** Time of the last use, up to 30 seconds behind. `null`: never. */
  last_used_at: string | null
}

export interface AccessReviewUnattachedToken {
  /** ID of the token. */
  token_id: string
  /** Name of the token. */
  name: string
  /** First characters of the token, to identify it. */
  token_prefix: string
  /** Kind of the token. */
  kind: TokenKind
  /** How the token was issued. */
  grant_type: TokenGrantType
  /** Scopes of the token. */
  scopes: string[]
  /** IDs of the projects that the token is limited to. `null`: no limit. */
  project_ids: string[] | null
  /** Time of expiry. `null`: never. */
  expires_at: string | null
  /** Time of the last use, up to 30 seconds behind. `null`: never. */
  last_used_at: string | null
  /** ID of the user or service account that the token belongs to. */
  principal_user_id: string
}

export interface Account {
  /** ID of the account (UUID). */
  account_id: string
  /** Email address with which the user signs in. */
  email: string
  /** Display name of the user. */
  name: string | null
  /** True if the user verified the address with an emailed link, or an operator entered it. */
  email_verified: boolean
  /** True if the user can sign in with a password. */
  has_password: boolean
  /** True if signing in with the password also requires a code of an authenticator app. */
  has_totp: boolean
  /** Number of passkeys. */
  passkeys: number
  /** Number of unused recovery codes. */
  recovery_codes_left: number
  /** Identities of an identity provider that lead to the same user. */
  identities: ConnectedIdentity[]
  /** True if the user can connect an identity at `/id/connect`: the server has both accounts and a provider. */
  can_connect: boolean
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface AccountUpdate {
  /** Display name of the user. */
  name?: string
}

export type AccountsMode = "on" | "beside" | "off"

export interface Acknowledgement {
  /** Always true. */
  ok: boolean
}

export type ActorKind = "user" | "service_account" | "system"

export type AnyProjectRole = "owner" | "editor" | "viewer" | "admin" | "member"

export interface AuditEvent {
  /** ID of the event (`EV…`). */
  event_id: string
  /** Time of the event. */
  created_at: string
  /** ID of the organization. */
  org_id: string
  /** Event name, such as `task.updated` or `token.created`. */
  action: string
  /** Type of the changed resource, such as `task` or `project`. */
  resource_type: string
  /** ID of the changed resource. Comments, attachments and other parts of a task have the ID of the task. */
  resource_id: string
  /** ID of the project that the resource belongs to. */
  project_id: string | null
  /** ID of the previous project of a moved task. */
  from_project_id: string | null
  /** `user`, `service_account`, or `system` for background jobs. */
  actor_kind: ActorKind
  /** User ID of the actor; null for the system. */
  actor_user_id: string | null
  /** Username of the actor at that time. */
  actor_username: string | null
  /** ID of the access token of the request; null for browser sessions. */
  token_id: string | null
  /** Changed properties before the change; null for a creation. */
  before: Record<string, unknown> | null
  /** Changed properties after the change; null for a deletion. */
  after: Record<string, unknown> | null
  /** IP address of the client. */
  ip: string | null
  /** `User-Agent` header of the request. */
  user_agent: string | null
  /** ID of the request, as in the `X-Request-Id` header. */
  request_id: string | null
}

export interface AuditEventPage {
  data: AuditEvent[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface AvailabilityCreate {
  /** ID of the user who is away: an active member of the team. */
  user_id: string
  /** First day of the absence. */
  start_date: string
  /** Last day of the absence. */
  end_date: string
  /** Free text. `null` when there is none. */
  note?: string | null
}

export interface AvailabilityDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the entry. */
  entry_id: string
}

export interface AvailabilityEntry {
  /** ID of the entry. */
  entry_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** ID of the user who is away. */
  user_id: string
  /** First day of the absence. */
  start_date: string
  /** Last day of the absence. */
  end_date: string
  /** Free text. `null` when there is none. */
  note: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface AvailabilityMember {
  /** ID of the user. */
  user_id: string
  /** Role of the user in the team. */
  team_role: TeamRole
  /** Username of the user. */
  username: string | null
}

export interface AvailabilityRange {
  /** ID of the team. */
  team_id: string
  /** First day of the range. */
  from: string
  /** Last day of the range. */
  to: string
  /** Active members of the team, by username. */
  members: AvailabilityMember[]
  /** Entries of these members that overlap the range, by start date. */
  entries: AvailabilityEntry[]
}

export interface AvailabilityUpdate {
  /** Accepted only if it equals the user of the entry, which cannot be changed. */
  user_id?: string
  /** First day of the absence. */
  start_date?: string
  /** Last day of the absence. */
  end_date?: string
  /** Free text. `null` when there is none. */
  note?: string | null
}

export interface BeforeDue {
  /** Days before the due date; 0 for the due date itself. */
  days: number
  /** Local time (`HH:MM`); by default 09:00. At a daylight saving change, a time that occurs twice means the first; a skipped time is shifted forward by the change (02:30 becomes 03:30). */
  time?: string | null
  /** IANA time zone, for example `Europe/Berlin`; by default the one in your preferences, else UTC. */
  time_zone?: string | null
}

export interface BeforeDueUpdate {
  /** Days before the due date; 0 for the due date itself. */
  days?: number
  /** Local time (`HH:MM`); by default 09:00. At a daylight saving change, a time that occurs twice means the first; a skipped time is shifted forward by the change (02:30 becomes 03:30). */
  time?: string
  /** IANA time zone, for example `Europe/Berlin`; by default the one in your preferences, else UTC. */
  time_zone?: string
}

export interface BurndownDay {
  /** Day of the sprint. */
  day: string
  /** Number of open tasks at the end of the day. */
  remaining: number
  /** Number of completed tasks at the end of the day. */
  completed: number
  /** Number of tasks that are in the sprint since this day. */
  added: number
  /** Number of tasks that are no longer in the sprint since this day. */
  removed: number
}

export type CommitType = "feat" | "fix" | "docs" | "style" | "refactor" | "perf" | "test" | "chore" | "ci" | "build" | "revert"

export interface ConnectedApp {
  /** ID of the connection. Each time a user connects an app, a new connection is created. */
  grant_id: string
  /** Client ID of the app. */
  client_id: string
  /** Name of the app. */
  client_name: string | null
  /** ID of the only organization that the app can access. */
  org_id: string
  /** Name of the organization. */
  org_name: string | null
  /** Scopes that the caller granted. The caller's role and the app's allowed scopes limit them further. */
  scopes: string[]
  /** URL of the logo of the app. */
  logo_url: string | null
  /** URL of the home page of the app. */
  homepage_url: string | null
  /** Time at which the caller connected the app. */
  created_at: string | null
  /** Time of the last request; updated within 30 seconds. */
  last_used_at: string | null
}

export interface ConnectedAppPage {
  data: ConnectedApp[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ConnectedAppRevoked {
  /** ID of the connection. */
  grant_id: string
  /** Always `revoked`. */
  status: "revoked"
  /** Number of access tokens that were revoked. */
  access_revoked: number
}

export type ConnectedAppsListSort = "created_at" | "last_used_at"

export interface ConnectedIdentity {
  /** ID of the connection. */
  identity_id: string
  /** Issuer URL of the identity provider. */
  issuer: string
  /** Time of the connection. */
  connected_at: string
}

export type DatabaseEngine = "postgres" | "embedded"

export interface Designation {
  /** ID of the designation. */
  designation_id: string
  /** Label of the designation. */
  label: string | null
  /** Same as `label`. */
  name: string | null
  /** Category under which it is grouped. */
  category: string | null
  /** ID of its organization. `null` for global designations. */
  org_id: string | null
  /** Value used by older systems. `null` for designations of an organization. */
  legacy_value: string | null
  /** `true` for global designations. */
  is_system: boolean | null
  /** `false`: it cannot be assigned, but members who have it keep it. */
  is_active: boolean | null
  /** Lower values come first in lists. `null` comes last. */
  sort_order: number | null
  /** Other names by which it can be assigned. */
  aliases: string[] | null
  /** `true` if the organization pins it. `null` without an organization. */
  pinned: boolean | null
  /** `true` if the organization hides it. `null` without an organization. */
  hidden: boolean | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Number of uses that the caller can read. Only in lists with `with_usage`. */
  usage?: {
    /** Number of members of the organization who have it. */
    members: number
    /** Number of pending invitations that grant it. */
    invites: number
    /** Number of project members who have it. */
    project_members: number
    /** Sum of the other counts. */
    total: number
  } | null
  /** URL-safe form of the label. Not in lists. */
  slug?: string | null
  /** Free-form JSON object. Not in lists. */
  metadata?: Record<string, unknown> | null
  /** Username of the user who created it. Not in lists. */
  created_by?: string | null
  /** Username of the user who last updated it. Not in lists. */
  updated_by?: string | null
  /** Time of creation, in UTC. Not in lists. */
  created_at?: string | null
  /** Time of the last update, in UTC. Not in lists. */
  updated_at?: string | null
}

export interface DesignationCatalog {
  /** ID of the organization. `null` when only global designations are listed. */
  org_id: string | null
  /** Designations by category. */
  groups: ({
    /** Name of the category. */
    category: string
    /** Designations of the category. */
    items: Designation[]
  })[]
  /** Number of designations in all groups. */
  total: number
}

export interface DesignationCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Unique among the active designations of the organization (case-insensitive). */
  label?: string | null
  /**
   * Deprecated: use `label`, which takes precedence when both are sent.
   * @deprecated
   */
  name?: string | null
  /** Category under which it is grouped. Default: `Custom`. */
  category?: string | null
  /** Other names by which it can be assigned (case-insensitive). */
  aliases?: string[] | null
  /** Lower values come first in lists. `null` comes last. */
  sort_order?: number | null
  /** Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key. */
  metadata?: Record<string, unknown> | null
}

export interface DesignationDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the designation. */
  designation_id: string
  /** Always `false`. */
  is_active: boolean
}

export interface DesignationPage {
  data: Designation[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type DesignationPageOrCatalog = DesignationPage | DesignationCatalog

export interface DesignationUpdate {
  /** Unique among the active designations of the organization (case-insensitive). */
  label?: string
  /**
   * Deprecated: use `label`, which takes precedence when both are sent.
   * @deprecated
   */
  name?: string
  /** Category under which it is grouped. Default: `Custom`. */
  category?: string | null
  /** Other names by which it can be assigned (case-insensitive). */
  aliases?: string[] | null
  /** Lower values come first in lists. `null` comes last. */
  sort_order?: number | null
  /** Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key. */
  metadata?: Record<string, unknown> | null
  /** `false` deactivates it like the delete operation; `true` reactivates it. */
  is_active?: boolean
}

export interface DesignationVisibility {
  /** ID of the organization. */
  org_id: string
  /** ID of the designation. */
  designation_id: string
  /** `true` if the organization hides it. */
  hidden: boolean
  /** `true` if the organization pins it. */
  pinned: boolean
  /** Username of the user who last changed this visibility. `null`: never changed. */
  updated_by: string | null
  /** Time of the last change, in UTC. `null`: never changed. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface DesignationVisibilityUpdate {
  /** `true` omits it from lists. It can still be assigned by name or ID. */
  hidden?: boolean
  /** `true` puts it first in lists. */
  pinned?: boolean
}

export type DesignationsListSort = "name" | "label" | "category"

export type DomainJoinMode = "instant" | "approval"

export type DomainMailbox = "postmaster" | "hostmaster" | "webmaster" | "admin" | "administrator"

export type DomainsListSort = "domain" | "created_at"

export type EventResource = "task" | "project" | "project_resource" | "import" | "goal" | "roadmap_journey" | "roadmap_stop" | "team" | "sprint" | "milestone" | "availability" | "section" | "field" | "view" | "org" | "member" | "access_review" | "designation" | "invite" | "domain" | "join_request" | "export" | "account" | "session" | "token" | "service_account" | "oauth_client" | "oauth_grant" | "webhook"

export interface Export {
  /** ID of the export (`EX…`). */
  export_id: string
  /** ID of the organization. */
  org_id: string
  /** Scope of the export. */
  kind: ExportKind
  /** ID of the project. */
  project_id: string | null
  /** State; the last two are final. */
  phase: ExportPhase
  /** Numbers of rows written so far by kind, such as `{"tasks": 1200}`. */
  counts: Record<string, unknown>
  /** Reason of a failure. */
  error: string | null
  /** URL of the file; null before the export is finished. */
  url: string | null
  /** Size of the file in bytes. */
  size: number | null
  /** Time at which the file and the export are deleted. */
  expires_at: string | null
  /** Username of the user who started it. */
  created_by: string
  /** Time of the start. */
  created_at: string
  /** Time of the end. */
  finished_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export type ExportKind = "organization" | "project" | "user"

export type ExportPhase = "waiting" | "writing" | "finished" | "failed"

export interface ExternalComment {
  /** ID of the task, which cannot change. */
  task_id: string
  /** Text of the comment (Markdown). */
  content: string
  /** Users to mention in addition to those in the text. Each is identified by `user_id`, else `username`, else `email`, and must be able to read the task. */
  mentions?: TaskCommentMention[] | null
}

export interface Field {
  /** ID of the field. */
  field_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Permanent key of the values in tasks. */
  key: string
  /** Name that users see. */
  name: string
  /** Help text for users. */
  description: string | null
  type: FieldType
  /** Unit shown beside a number. */
  unit: string | null
  /** Maximum number of decimals of a number. */
  decimals: number | null
  /** Smallest allowed number. */
  min: number | null
  /** Largest allowed number. */
  max: number | null
  /** Options of a select, in order, including archived ones. */
  options: FieldOption[]
  /** IDs of the projects whose tasks have the field and that the caller can read; `null` for all tasks of the organization. */
  project_ids: string[] | null
  /** Asks clients to show the value on the cards of a board. */
  on_card: boolean
  /** Sort position. */
  position: number
  /** False for an archived field. */
  is_active: boolean
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface FieldCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Name that users see. */
  name: string
  type: FieldType
  /** Permanent key of the values in tasks. By default derived from the name. Gets a random suffix if a field that the caller cannot read has it. */
  key?: string | null
  /** Help text for users. */
  description?: string | null
  /** Unit shown beside a number, such as `h`. */
  unit?: string | null
  /** Maximum number of decimals of a number. */
  decimals?: number | null
  /** Smallest allowed number. */
  min?: number | null
  /** Largest allowed number. */
  max?: number | null
  /** Options of a select, in order. */
  options?: FieldOptionValues[] | null
  /** IDs of the projects whose tasks have the field; `null` for all tasks of the organization. */
  project_ids?: string[] | null
  /** Asks clients to show the value on the cards of a board. */
  on_card?: boolean | null
  /** Sort position; by default after all others. */
  position?: number | null
}

export interface FieldOption {
  /** Permanent key of the option, the value in tasks. */
  option: string
  /** Label that users see. */
  label: string
  /** Name of a color, or `#rrggbb`. */
  color: string | null
  /** False for an archived option, which tasks keep but which cannot be chosen. */
  is_active: boolean
}

export interface FieldOptionCreate {
  /** Label that users see. */
  label: string
  /** Permanent key of the option, the value in tasks. By default derived from the label. */
  option?: string | null
  /** Name of a color, or `#rrggbb`. */
  color?: string | null
  /** Position among the options, from 1. */
  position?: number | null
}

export interface FieldOptionUpdate {
  /** Label that users see. */
  label?: string
  /** Name of a color, or `#rrggbb`. */
  color?: string | null
  /** Position among the options, from 1. */
  position?: number
  /** `false` archives the option, `true` restores it. */
  is_active?: boolean
}

export interface FieldOptionValues {
  /** Label that users see. */
  label: string
  /** Permanent key of the option, the value in tasks. By default derived from the label. */
  option?: string | null
  /** Name of a color, or `#rrggbb`. */
  color?: string | null
}

export interface FieldOptions {
  /** ID of the field. */
  field_id: string
  /** Options of a select, in order, including archived ones. */
  options: FieldOption[]
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface FieldPage {
  data: Field[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type FieldType = "text" | "number" | "date" | "checkbox" | "select" | "multi_select" | "person" | "people" | "url"

export interface FieldUpdate {
  /** Name that users see. */
  name?: string
  /** Help text for users. */
  description?: string | null
  /** Unit shown beside a number, such as `h`. */
  unit?: string | null
  /** Maximum number of decimals of a number. */
  decimals?: number | null
  /** Smallest allowed number. */
  min?: number | null
  /** Largest allowed number. */
  max?: number | null
  /** IDs of the projects whose tasks have the field; `null` for all tasks of the organization. */
  project_ids?: string[] | null
  /** Asks clients to show the value on the cards of a board. */
  on_card?: boolean
  /** Sort position; by default after all others. */
  position?: number
  /** `false` archives the field, `true` restores it. */
  is_active?: boolean
}

export type FieldValuesOnDelete = "keep" | "delete"

export type FieldsListSort = "position" | "name" | "created_at"

export interface Goal {
  /** ID of the goal. */
  goal_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** ID of the project that the goal belongs to. */
  project_id: string
  /** Name of the goal. */
  name: string
  /** Date by which the goal is to be reached. `null` when there is none. */
  target_date: string | null
  /** Free text. `null` when there is none. */
  description: string | null
  /** Position among the goals of the project; lower positions come first. */
  position: number
  /** Setting `closed` records who closed the goal and when; `open` clears both. Tasks do not change. */
  status: GoalStatus
  /** Time of closing. `null` while open. */
  closed_at: string | null
  /** Username of the user who closed it. `null` while open. */
  closed_by: string | null
  /** ID of the deleted task that was converted to this goal. `null` for other goals. */
  converted_from_task_id: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Number of tasks of the goal that the caller can read, excluding subtasks. */
  tasks_total: number
  /** Number of completed tasks of the goal that the caller can read, excluding subtasks. */
  tasks_completed: number
  /** Tasks of the goal that the caller can read, by title. At most 1000 tasks or 8 MB: `GET /v1/tasks` with `filter[goal]` returns all of them. `null` in lists without `include_tasks` and in responses to writes. */
  tasks: TaskSummary[] | null
}

export interface GoalCreate {
  /** Name of the goal. */
  name: string
  /** Date by which the goal is to be reached. `null` when there is none. */
  target_date?: string | null
  /** Free text. `null` when there is none. */
  description?: string | null
}

export interface GoalDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the goal. */
  goal_id: string
  /** Number of tasks removed from the goal, counting only those that the caller can read. */
  unfiled_tasks: number
}

export interface GoalFromTask {
  /** ID of a task of this project. */
  task_id: string
}

export interface GoalMove {
  /** ID of another project of the same organization. */
  project_id: string
}

export interface GoalMoved {
  /** ID of the goal. */
  goal_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** ID of the project that the goal belongs to. */
  project_id: string
  /** Name of the goal. */
  name: string
  /** Date by which the goal is to be reached. `null` when there is none. */
  target_date: string | null
  /** Free text. `null` when there is none. */
  description: string | null
  /** Position among the goals of the project; lower positions come first. */
  position: number
  /** Setting `closed` records who closed the goal and when; `open` clears both. Tasks do not change. */
  status: GoalStatus
  /** Time of closing. `null` while open. */
  closed_at: string | null
  /** Username of the user who closed it. `null` while open. */
  closed_by: string | null
  /** ID of the deleted task that was converted to this goal. `null` for other goals. */
  converted_from_task_id: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Number of tasks of the goal that the caller can read, excluding subtasks. */
  tasks_total: number
  /** Number of completed tasks of the goal that the caller can read, excluding subtasks. */
  tasks_completed: number
  /** Tasks of the goal that the caller can read, by title. At most 1000 tasks or 8 MB: `GET /v1/tasks` with `filter[goal]` returns all of them. `null` in lists without `include_tasks` and in responses to writes. */
  tasks: TaskSummary[] | null
  /** Number of tasks that moved with the goal. */
  moved_tasks: number
}

export interface GoalOrder {
  /** IDs of all goals of the project, each exactly once, in the new order. */
  goal_ids: string[]
}

export interface GoalPage {
  data: Goal[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
  /** ID of the project. */
  project_id: string
  /** Number of tasks in goals of the project that the caller can read, excluding subtasks. */
  goals_tasks_total: number
  /** Number of completed tasks in goals of the project that the caller can read, excluding subtasks. */
  goals_tasks_completed: number
}

export type GoalStatus = "open" | "closed"

export interface GoalTaskUnfiled {
  /** Always true. */
  ok: boolean
  /** ID of the goal. */
  goal_id: string
  /** ID of the task. */
  task_id: string
}

export interface GoalTasksFile {
  /** IDs of tasks of this project. */
  task_ids: string[]
}

export interface GoalTasksFiled {
  /** Always true. */
  ok: boolean
  /** ID of the goal. */
  goal_id: string
  /** Number of tasks added, not counting those that were already in the goal. */
  filed: number
}

export interface GoalUpdate {
  /** Name of the goal. */
  name?: string
  /** Date by which the goal is to be reached. `null` when there is none. */
  target_date?: string | null
  /** Free text. `null` when there is none. */
  description?: string | null
  /** Setting `closed` records who closed the goal and when; `open` clears both. Tasks do not change. */
  status?: GoalStatus
}

export type GoalsListSort = "position" | "name" | "target_date" | "created_at"

export interface GoalsReordered {
  /** Always true. */
  ok: boolean
  /** IDs of all goals of the project, in the new order. */
  goal_ids: string[]
}

export interface Health {
  /** Always `ok`. */
  status: string
}

export interface Import {
  /** ID of the import. */
  import_id: string
  /** ID of the organization. */
  org_id: string
  /** Service that the file comes from. */
  source: ImportSource
  /** Name of the file. */
  file_name: string
  /** Project that receives all tasks. */
  project_id: string | null
  /** True to roll back all changes at the end. The report is the same. */
  dry_run: boolean
  /** Current phase; the last three are final. */
  phase: ImportPhase
  /** Progress of the writing. */
  progress: ImportProgress
  /** Numbers by kind and result, such as `{"tasks": {"created": 12}}`. */
  counts: Record<string, unknown>
  /** Notes on what the file lacks. */
  notes: string[]
  /** Reason of a failure, with its place in the file. */
  error: string | null
  /** Number of entries in the report. */
  reported: number
  /** True while the import can be undone. */
  can_undo: boolean
  /** Username of the user who started it. */
  created_by: string
  /** Time of the start. */
  created_at: string
  /** Time of the last change. */
  updated_at: string
  /** Time of the end. */
  finished_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface ImportAgain {
  /** True to roll back all changes at the end. The report is the same. */
  dry_run?: boolean
  /** Usernames of members by id, username, email or name of a person in the source. Others are matched by verified email. */
  user_map?: Record<string, unknown> | null
  /** Statuses of tasks by name of a status or section in the source. Others are guessed. */
  status_map?: Record<string, unknown> | null
  /** Only for `csv`: properties by name of a column. Others are recognized by their name. `custom` makes it a custom field whose type follows from the values, `custom:number` one of this type. */
  column_map?: Record<string, unknown> | null
  /** Time zone of times without a time zone, such as `Europe/Berlin`. Default: UTC. */
  timezone?: string | null
  /** True to emit the events of every change, which send webhooks and notifications. Default: false. */
  notify?: boolean | null
}

export interface ImportCreate {
  import: ImportRequest
  /** Export of another service, or an archive of the data format. */
  file: Blob
}

export type ImportOutcome = "rejected" | "changed" | "conflict" | "skipped" | "retained"

export interface ImportPage {
  data: Import[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type ImportPhase = "reading" | "checking" | "writing" | "undoing" | "finished" | "failed" | "undone"

export interface ImportProgress {
  /** Kind that is being written: people, teams, team_members, projects, sections, fields, goals, milestones, sprints, tasks, links, dependencies, comments, attachments, views. */
  step: string | null
  /** Number of its rows that are done. */
  done: number
  /** Number of its rows in the file. */
  total: number | null
}

export interface ImportReportEntry {
  /** Number of the entry. */
  entry: number
  /** `rejected`: a value or row was left out. `changed`: a value was adapted. `conflict`: changed here and at the source. `skipped`: not imported. `retained`: not undone. */
  outcome: ImportOutcome
  /** Kind of the row, such as `tasks`. */
  kind: string
  /** Line in the data (`GET /v1/imports/{import_id}/source`). */
  line: number | null
  /** ID of the row in the source. */
  external_id: string | null
  /** Property that the entry is about. */
  field: string | null
  /** Value, up to 200 characters. */
  value: string | null
  /** Reason for the result. */
  reason: string
}

export interface ImportReportEntryPage {
  data: ImportReportEntry[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ImportRequest {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Service that the file comes from; `neutral` is an archive of the data format of svc, as are those of `planka`, `gitlab` and `github`. `github` is also the output of `gh issue list --json`. */
  source: ImportSource
  /** True to roll back all changes at the end. The report is the same. */
  dry_run?: boolean
  /** Project that receives all tasks. `null`: new projects. */
  project_id?: string | null
  /** Usernames of members by id, username, email or name of a person in the source. Others are matched by verified email. */
  user_map?: Record<string, unknown> | null
  /** Statuses of tasks by name of a status or section in the source. Others are guessed. */
  status_map?: Record<string, unknown> | null
  /** Only for `csv`: properties by name of a column. Others are recognized by their name. `custom` makes it a custom field whose type follows from the values, `custom:number` one of this type. */
  column_map?: Record<string, unknown> | null
  /** Time zone of times without a time zone, such as `Europe/Berlin`. Default: UTC. */
  timezone?: string | null
  /** True to emit the events of every change, which send webhooks and notifications. Default: false. */
  notify?: boolean | null
}

export type ImportSource = "neutral" | "csv" | "trello" | "jira" | "todoist" | "linear" | "vikunja" | "github" | "ical" | "ticktick" | "plane" | "wekan" | "kaneo" | "planka" | "gitlab"

export type ImportsListPlaceholdersSort = "username"

export type ImportsListSort = "created_at"

export type ImportsReportSort = "entry"

export interface Installation {
  server: {
    /** Version of the server. */
    version: string
    /** Start of the process that responds. */
    started_at: string
    /** Public URL of the server. */
    base_url: string
  }
  database: {
    /** `postgres` for a PostgreSQL server, `embedded` for the database inside the process. */
    engine: DatabaseEngine
    /** Version of PostgreSQL. */
    version: string
    /** Size of the database in bytes. The ETag does not cover it. */
    size_bytes: number
  }
  storage: {
    /** `folder` for files of the server, `bucket` for object storage. */
    kind: StorageKind
    /** Name of the bucket; null for a folder. */
    bucket: string | null
    /** Number of stored files. */
    files: number
    /** Size of the stored files in bytes. */
    size_bytes: number
  }
  people: {
    /** Number of organizations. */
    organizations: number
    /** Number of users, without service accounts. */
    users: number
    /** Number of built-in accounts. */
    accounts: number
  }
  sign_in: {
    /** Built-in accounts: the only way to sign in, beside the identity provider, or off. */
    accounts: AccountsMode
    /** Users who may create an account: `invite`, `open` or `domain:NAME`; null without accounts. */
    join: string | null
    /** Issuer URL of the identity provider; null without one. */
    issuer: string | null
    /** True for the development identity provider, which accepts any name. */
    is_development: boolean
  }
  mail: {
    /** True if the server sends email. */
    enabled: boolean
    /** Sender of emails; null if the server sends none. */
    from: string | null
  }
  queues: {
    /** Unsent invitation emails, including those to be retried. */
    invitation_emails: number
    webhook_deliveries: {
      /** Deliveries to be sent now. */
      due: number
      /** Deliveries being sent. */
      in_flight: number
      /** Deliveries to be sent later, after a failure. */
      retry: number
      /** Deliveries of paused and disabled webhooks. */
      held: number
    }
    /** Age of the oldest event not yet processed for notifications. */
    notifications_lag_seconds: number
    /** Maximum delay of event streams and notifications in this process. 0 if it reads no events. */
    events_lag_seconds: number
  }
  /** Backups of the embedded database; null for PostgreSQL, whose own programs make them. */
  backup: {
    /** True if the server makes backups. */
    scheduled: boolean
    /** Seconds between backups; null if none are scheduled. */
    interval_seconds: number | null
    /** Time of the last scheduled backup; null before the first one. */
    last_at: string | null
  } | null
  rate_limits: {
    /** `redis` if all processes count requests together, `memory` if each counts for itself. */
    store: RateLimitStore
  }
}

export type InviteStatus = "pending" | "expired" | "cancelled" | "accepted"

export interface JoinRequest {
  /** ID of the organization that it belongs to. */
  org_id: string
  /** ID of the user who asks to join. */
  user_id: string
  /** Username of the user. */
  username: string
  /** Display name of the user. `null` when there is none. */
  name: string | null
  /** Current email address of the user. */
  email: string | null
  /** Time of the request, in UTC. */
  created_at: string
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface JoinRequestPage {
  data: JoinRequest[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type JoinRequestsListSort = "created_at"

export type JoinRequestsOrganizationsSort = "name"

export type JoinStatus = "open" | "requested" | "declined" | "joined"

export interface JoinableOrganization {
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Name of the organization. */
  org_name: string
  /** `instant`: you join; `approval`: an admin decides. */
  domain_join_mode: DomainJoinMode
  /** `open`: you can join or ask; `requested`: an admin has not decided; `declined`: ask for an invitation. */
  status: JoinStatus
}

export interface JoinableOrganizationPage {
  data: JoinableOrganization[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface Journey {
  /** ID of the journey. */
  journey_id: string
  /** ID of the project. */
  project_id: string
  /** Name of the journey. */
  name: string
  /** Color in which the journey is drawn. */
  color: string
  /** Position among the journeys of the project; lower positions come first. */
  position: number
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Stops of the journey, by position. */
  stops: Stop[]
}

export interface JourneyCreate {
  /** Name of the journey. */
  name: string
  /** Color: one of blue, red, green, orange, purple, teal, pink, brown, yellow, gray, indigo, lime, or `#rrggbb`. The default depends on the position. */
  color?: string | null
  /** Position among the journeys of the project, from 1. */
  position?: number | null
}

export interface JourneyOrder {
  /** IDs of journeys of the project in their new order. They exchange their positions. */
  journey_ids: string[]
}

export interface JourneyUpdate {
  /** Name of the journey. */
  name?: string
  /** Color: one of blue, red, green, orange, purple, teal, pink, brown, yellow, gray, indigo, lime, or `#rrggbb`. The default depends on the position. */
  color?: string
  /** Position among the journeys of the project, from 1. */
  position?: number
}

export interface JourneysReordered {
  /** Always true. */
  ok: boolean
  /** IDs of all journeys of the project in order. */
  journey_ids: string[]
}

export type Language = "en" | "de" | "es" | "fr"

export interface MarkedRead {
  /** Number of notifications that this request marked as read, at most 10,000. */
  count: number
  /** True if there may be more. Repeat the request with a new Idempotency-Key. */
  more: boolean
}

export interface Me {
  principal: {
    /** `user` or `service_account`. */
    type: PrincipalType
    /** User ID (UUID). */
    id: string
    /** Unique username. */
    username: string | null
    /** Display name; null if the identity provider reports none. */
    name: string | null
    /** Email address; null if the identity provider reports none. */
    email: string | null
    /** Whether the identity provider has verified the email address. */
    email_verified: boolean | null
  }
  /** Active memberships, sorted by name. With an access token, only its organization. */
  organizations: ({
    /** ID of the organization. */
    org_id: string
    /** Name of the organization. */
    name: string | null
    /** Role of the caller in the organization. */
    role: OrganizationRole
    /** Label of the caller's designation in the organization. */
    designation: string | null
    /** True if the organization requires a second factor and the session began without one. All other operations refuse the organization until the caller sets one up, or signs in again with it. */
    second_factor_missing: boolean
  })[]
  /** IANA time zone of the caller: from their preferences, else the header `X-Time-Zone`, else UTC. Determines today's date for `filter[overdue]`, the current sprint and the remaining days of a project. */
  time_zone: string
  /** Preferences of the console (`/v1/me/preferences`). Omitted for access tokens. */
  preferences?: {
    /** IANA time zone that you chose; null if you chose none. */
    time_zone: string | null
    /** Language of the console and of emails; null for that of the browser. */
    locale: Language | null
    /** Theme of the console; null for that of the operating system. */
    theme: Theme | null
    /** Displays of lists of tasks by place: `project:ID`, `team:ID`, or `tasks:ID` with the ID of an organization. */
    display: Record<string, TaskDisplay>
  }
  /** True for operators of the server (`/v1/installation`). Omitted for others. */
  is_operator?: boolean
  /** Access token of the request. Omitted for browser sessions. */
  auth?: {
    /** Always `token`. */
    kind: "token"
    /** ID of the access token. */
    token_id: string
    /** Granted scopes, without implied ones. */
    scopes: string[]
    /** IDs of the projects that the token is limited to; null for no limit. */
    project_ids: string[] | null
    /** Expiry of the token; null if it does not expire. */
    expires_at: string | null
    /** `personal`, `service_account`, or `authorization_code` for a token of an OAuth app. */
    grant_type: TokenGrantType
    /** `live`, or `test` for a token that can only read. */
    token_kind: TokenKind
    /** ID of the OAuth app that the token was issued to. */
    client_id: string | null
  } | null
}

export interface Milestone {
  /** ID of the milestone. */
  milestone_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** ID of the team that the milestone belongs to. */
  team_id: string
  /** Title of the milestone. */
  title: string
  /** Date by which the team plans to reach the milestone. Nothing changes when it passes. */
  target_date: string
  /** Free text. `null` when there is none. */
  description: string | null
  /** ID of the user responsible for the milestone. `null` when there is none. */
  owner_user_id: string | null
  /** Setting `closed` records who closed the milestone and when; `open` clears both. Tasks do not change. */
  status: MilestoneStatus
  /** Time of closing. `null` while open. */
  closed_at: string | null
  /** Username of the user who closed it. `null` while open. */
  closed_by: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true: deleted resources are not returned. */
  is_active: boolean
  /** ID of the roadmap stop that the milestone is pinned to. `null` when there is none or the caller cannot read it. */
  stop_id: string | null
  /** Number of tasks in the milestone that the caller can read, excluding subtasks. */
  task_count: number
  /** Number of tasks in `task_count` that are completed. */
  completed_count: number
}

export interface MilestoneCreate {
  /** Unique among the open and closed milestones of the team (case-insensitive). */
  title: string
  /** Date by which the team plans to reach the milestone. Nothing changes when it passes. */
  target_date: string
  /** Free text. `null` when there is none. */
  description?: string | null
  /** User responsible for the milestone: an active member of the team. `null` when there is none. */
  owner_user_id?: string | null
}

export interface MilestoneDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the milestone. */
  milestone_id: string
  /** Number of tasks removed from the milestone, counting only those that the caller can read. */
  unfiled_tasks: number
}

export interface MilestonePage {
  data: Milestone[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
  /** Number of milestones on all pages. */
  total: number
}

export type MilestoneStatus = "open" | "closed"

export interface MilestoneUpdate {
  /** Unique among the open and closed milestones of the team (case-insensitive). */
  title?: string
  /** Date by which the team plans to reach the milestone. Nothing changes when it passes. */
  target_date?: string
  /** Free text. `null` when there is none. */
  description?: string | null
  /** User responsible for the milestone: an active member of the team. `null` when there is none. */
  owner_user_id?: string | null
  /** Setting `closed` records who closed the milestone and when; `open` clears both. Tasks do not change. */
  status?: MilestoneStatus
}

export type MilestonesListSort = "target_date" | "title" | "created_at"

export interface Notification {
  /** Notification ID (`N…`). */
  notification_id: string
  /** ID of the organization. */
  org_id: string
  /** Most important kind among the causes. See `GET /v1/notifications` for the meaning of each. */
  kind: NotificationKind
  /** Type of the resource that the notification is about. */
  resource_type: NotificationSubject
  /** ID of that resource. */
  resource_id: string
  /** Current key of the task, such as `QUAY-12`; null for other resources. */
  task_key: string | null
  /** Project that the resource is in now. */
  project_id: string | null
  /** Team that the resource belongs to now. */
  team_id: string | null
  /** Title of the resource at the time of the notification. */
  title: string | null
  /** Causes, oldest first. Causes of one task within 5 minutes are grouped into one notification while it is unread. At most 20 are stored: the first one, then the most important and most recent of the others. */
  causes: NotificationCause[]
  /** Total number of causes. */
  cause_count: number
  /** True if it is marked as read. */
  read: boolean
  /** Time at which it was marked as read. */
  read_at: string | null
  /** True if it is marked as done. The list omits it unless `filter[done]` is set. */
  done: boolean
  /** Time at which it was marked as done. */
  done_at: string | null
  /** Time of creation. */
  created_at: string
  /** Time of the latest cause. */
  updated_at: string
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface NotificationCause {
  /** Kind of this cause. */
  kind: NotificationKind
  /** User who caused it; null for the service itself. */
  actor_user_id: string | null
  /** Username of that user. */
  actor_username: string | null
  /** Time of the cause. */
  at: string
  /** ID of the comment, or of the reminder, which `GET /v1/reminders/{reminder_id}` returns with its note; otherwise null. */
  part_id: string | null
  /** ID of the event that caused it; null for due dates. */
  event_id: string | null
}

export type NotificationKind = "mentioned" | "replied" | "assigned" | "unassigned" | "reminder" | "overdue" | "due_today" | "unblocked" | "invited" | "join_requested" | "webhook_disabled" | "webhook_enabled" | "export_finished" | "export_failed" | "sprint_closing" | "milestone_closing" | "commented" | "status_changed"

export type NotificationMail = "now" | "daily" | "never"

export interface NotificationPage {
  data: Notification[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type NotificationSubject = "task" | "project" | "team" | "sprint" | "milestone" | "organization" | "webhook" | "join_request" | "export"

export interface NotificationUpdate {
  /** `false` marks it as unread and not done. */
  read?: boolean
  /** `true` also marks it as read. */
  done?: boolean
}

export interface NotificationWay {
  /** Show it in the list of notifications. */
  page: boolean
  /** Send an email: `now`, `daily` together with others, or `never`. */
  mail: NotificationMail
}

export interface NotificationWayUpdate {
  /** Show it in the list of notifications. */
  page?: boolean | null
  /** Send an email: `now`, `daily` together with others, or `never`. */
  mail?: NotificationMail | null
}

export interface NotificationWays {
  /** A comment mentions you. */
  mentioned: NotificationWay
  /** A user replied to your comment. */
  replied: NotificationWay
  /** A task was assigned to you. */
  assigned: NotificationWay
  /** A task is no longer assigned to you. */
  unassigned: NotificationWay
  /** A reminder is due. */
  reminder: NotificationWay
  /** A task that is assigned to you is past its due date and not completed. */
  overdue: NotificationWay
  /** A task that is assigned to you is due today. */
  due_today: NotificationWay
  /** The last task that blocked one of your tasks is completed. */
  unblocked: NotificationWay
  /** You were added to a project or a team. */
  invited: NotificationWay
  /** A user asks to join the organization. */
  join_requested: NotificationWay
  /** Your webhook was disabled. It receives no deliveries until it is enabled again. */
  webhook_disabled: NotificationWay
  /** Your disabled webhook was enabled again because its endpoint responds. */
  webhook_enabled: NotificationWay
  /** The export that you started is ready. */
  export_finished: NotificationWay
  /** The export that you started failed. */
  export_failed: NotificationWay
  /** Today is the last day of a sprint of your team. */
  sprint_closing: NotificationWay
  /** Today is the target date of a milestone of your team. */
  milestone_closing: NotificationWay
  /** A user commented on a task that you watch. */
  commented: NotificationWay
  /** The status of a task that you watch changed. */
  status_changed: NotificationWay
}

export interface NotificationWaysUpdate {
  /** A comment mentions you. */
  mentioned?: NotificationWayUpdate | null
  /** A user replied to your comment. */
  replied?: NotificationWayUpdate | null
  /** A task was assigned to you. */
  assigned?: NotificationWayUpdate | null
  /** A task is no longer assigned to you. */
  unassigned?: NotificationWayUpdate | null
  /** A reminder is due. */
  reminder?: NotificationWayUpdate | null
  /** A task that is assigned to you is past its due date and not completed. */
  overdue?: NotificationWayUpdate | null
  /** A task that is assigned to you is due today. */
  due_today?: NotificationWayUpdate | null
  /** The last task that blocked one of your tasks is completed. */
  unblocked?: NotificationWayUpdate | null
  /** You were added to a project or a team. */
  invited?: NotificationWayUpdate | null
  /** A user asks to join the organization. */
  join_requested?: NotificationWayUpdate | null
  /** Your webhook was disabled. It receives no deliveries until it is enabled again. */
  webhook_disabled?: NotificationWayUpdate | null
  /** Your disabled webhook was enabled again because its endpoint responds. */
  webhook_enabled?: NotificationWayUpdate | null
  /** The export that you started is ready. */
  export_finished?: NotificationWayUpdate | null
  /** The export that you started failed. */
  export_failed?: NotificationWayUpdate | null
  /** Today is the last day of a sprint of your team. */
  sprint_closing?: NotificationWayUpdate | null
  /** Today is the target date of a milestone of your team. */
  milestone_closing?: NotificationWayUpdate | null
  /** A user commented on a task that you watch. */
  commented?: NotificationWayUpdate | null
  /** The status of a task that you watch changed. */
  status_changed?: NotificationWayUpdate | null
}

export interface OAuthClient {
  /** Client ID of the app (`svcc_…`). Not a secret. */
  client_id: string
  /** ID of the organization that registered the app. */
  org_id: string
  /** Name of the app. */
  name: string
  /** URL of the logo. */
  logo_url: string | null
  /** URL of the home page. */
  homepage_url: string | null
  /** URL of the privacy policy. */
  privacy_url: string | null
  /** Registered redirect URIs. */
  redirect_uris: string[]
  /** `confidential` apps have a secret, `public` apps do not. */
  client_type: OAuthClientType
  /** Scopes that the app can request at most. */
  allowed_scopes: string[]
  /** `developer` for an app created in an organization, `dynamic` for one that registered itself (RFC 7591). */
  registration: OAuthClientRegistration
  /** `listed` apps are reviewed by the operator. For `private` apps, users of other organizations see a warning. */
  review_state: OAuthClientReviewState
  /** `active` or `revoked`. */
  status: OAuthClientStatus
  /** Number of users with an active connection, in all organizations. */
  grants_count: number
  /** Number of requests with access tokens of the app; updated within 30 seconds. */
  use_count: number
  /** Time of the last request; updated within 30 seconds. */
  last_used_at: string | null
  /** Time of the last rotation of the secret. */
  secret_rotated_at: string | null
  /** Expiry of the previous secret. */
  previous_secret_expires_at: string | null
  /** Username of the user who created the app. */
  created_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Time of the revocation; null for an active app. */
  revoked_at: string | null
  /** Username of the user who revoked the app. */
  revoked_by: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OAuthClientCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Name of the app, 1 to 100 characters. Shown to users when they connect the app. */
  name: string
  /** `confidential` for a server that can store a secret, `public` for an app on a device or in a browser. Cannot be changed. */
  client_type?: OAuthClientType
  /** 1 to 10 redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` or `localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. No fragment. */
  redirect_uris: string[]
  /** Scopes that the app can request at most. */
  allowed_scopes: Scope[]
  /** URL of the logo. */
  logo_url?: string | null
  /** URL of the home page. */
  homepage_url?: string | null
  /** URL of the privacy policy. */
  privacy_url?: string | null
}

export interface OAuthClientCreated {
  /** Client ID of the app (`svcc_…`). Not a secret. */
  client_id: string
  /** ID of the organization that registered the app. */
  org_id: string
  /** Name of the app. */
  name: string
  /** URL of the logo. */
  logo_url: string | null
  /** URL of the home page. */
  homepage_url: string | null
  /** URL of the privacy policy. */
  privacy_url: string | null
  /** Registered redirect URIs. */
  redirect_uris: string[]
  /** `confidential` apps have a secret, `public` apps do not. */
  client_type: OAuthClientType
  /** Scopes that the app can request at most. */
  allowed_scopes: string[]
  /** `developer` for an app created in an organization, `dynamic` for one that registered itself (RFC 7591). */
  registration: OAuthClientRegistration
  /** `listed` apps are reviewed by the operator. For `private` apps, users of other organizations see a warning. */
  review_state: OAuthClientReviewState
  /** `active` or `revoked`. */
  status: OAuthClientStatus
  /** Number of users with an active connection, in all organizations. */
  grants_count: number
  /** Number of requests with access tokens of the app; updated within 30 seconds. */
  use_count: number
  /** Time of the last request; updated within 30 seconds. */
  last_used_at: string | null
  /** Time of the last rotation of the secret. */
  secret_rotated_at: string | null
  /** Expiry of the previous secret. */
  previous_secret_expires_at: string | null
  /** Username of the user who created the app. */
  created_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Time of the revocation; null for an active app. */
  revoked_at: string | null
  /** Username of the user who revoked the app. */
  revoked_by: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Client secret. Returned only in this response; the server stores its hash. Null for a public app. */
  client_secret: string | null
}

export interface OAuthClientPage {
  data: OAuthClient[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type OAuthClientRegistration = "developer" | "dynamic"

export type OAuthClientReviewState = "private" | "listed"

export type OAuthClientStatus = "active" | "revoked"

export type OAuthClientType = "confidential" | "public"

export interface OAuthClientUpdate {
  /** Name of the app, 1 to 100 characters. Shown to users when they connect the app. */
  name?: string
  /** 1 to 10 redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` or `localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. No fragment. */
  redirect_uris?: string[]
  /** Scopes that the app can request at most. */
  allowed_scopes?: Scope[]
  /** URL of the logo. */
  logo_url?: string | null
  /** URL of the home page. */
  homepage_url?: string | null
  /** URL of the privacy policy. */
  privacy_url?: string | null
}

export type OauthClientsListSort = "name" | "created_at"

export type OlderProjectRole = "owner" | "admin" | "member"

export interface Organization {
  /** ID of the organization. */
  org_id: string
  /** Name of the organization. */
  name: string
  /** Free text. Empty when there is none. */
  description: string
  /** Labels of the designations that active members have. */
  designations: string[]
  /** URL of the logo image. `null` when there is none. */
  logo: string | null
  /** Contact email address. `null` when there is none. */
  email: string | null
  /** Always `null`. */
  plan: string | null
  /** The caller's role in the organization. */
  role: OrganizationRole
  /** Free-form JSON object. `null` when there is none. */
  metadata: Record<string, unknown> | null
  /** Label of the caller's designation. `null` when there is none. */
  designation: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Always `false`: deleted organizations are not returned. */
  is_deleted: boolean | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Always `null`. */
  deleted_at: string | null
  /** Always `null`. */
  delete_reason: string | null
  /** Number of projects that the caller can read. */
  project_count: number
  /** Usernames of the active owners. */
  owners: string[]
  /** Always `active`. */
  access_status: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationCreate {
  /** Name of the organization. */
  name: string
  /** Free text. */
  description?: string | null
  /** URL of the logo image (http or https). `null` when there is none. */
  logo?: string | null
  /** Contact email address. `null` when there is none. */
  email?: string | null
}

export interface OrganizationDomain {
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Domain in ASCII form (`xn--…`) and lower case. */
  domain: string
  /** Address that the code is sent to. `null` on a server that sends no email. */
  sent_to: string | null
  /** Time at which the domain was proved. `null` before. */
  verified_at: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationDomainCreate {
  /** Domain of email addresses, such as `example.com`. Its subdomains are separate domains. */
  domain: string
  /** Mailbox of the domain that the code is sent to. Default: `postmaster`. */
  mailbox?: DomainMailbox | null
}

export interface OrganizationDomainPage {
  data: OrganizationDomain[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface OrganizationDomainVerify {
  /** Code of the email. Case, spaces and hyphens do not count. */
  code: string
}

export interface OrganizationGoals {
  /** ID of the organization. */
  org_id: string
  /** Projects that have goals, in the order of the organization. `next_cursor` is always `null` here. */
  projects: GoalPage[]
  /** Number of goals in all projects. */
  total: number
}

export interface OrganizationInvite {
  /** ID of the invitation. */
  id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Name of the organization. */
  org_name: string | null
  /** Email address of the invited user. */
  email: string
  /** Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot grant a role above their own. */
  role: OrganizationRole | null
  /** Label of the designation. `null` when there is none. */
  designation: string | null
  /** ID of the designation. `null` when there is none. */
  designation_id: string | null
  /** Current status: `expired` once `expires_at` has passed, `cancelled` also for rejected invitations. */
  invite_status: InviteStatus | null
  /** `true` if the invitation was canceled or rejected. */
  is_cancelled: boolean | null
  /** Time at which it was last sent or resent, in UTC. */
  sent_at: string | null
  /** Time until which it can be accepted, in UTC. */
  expires_at: string | null
  /** Time at which it was canceled or rejected. `null` otherwise. */
  cancel_date: string | null
  /** Time at which it was accepted. `null` otherwise. */
  accepted_at: string | null
  /** Username of the user who accepted it. `null` otherwise. */
  accepted_by: string | null
  /** Username of the user who created it. */
  invited_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationInviteCreate {
  /** ID of the organization. */
  org_id: string
  /** Email address of the user to invite. Case-insensitive; an internationalized domain equals its xn-- form. */
  email: string
  /** Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot grant a role above their own. */
  role?: OrganizationRole | null
  /** Label, name or alias of a designation (case-insensitive). */
  designation?: string | null
  /** ID of a designation. Send either this or `designation`. */
  designation_id?: string | null
  /** Time until which the invitation can be accepted, in the future. Default: 7 days from now. */
  expires_at?: string | null
  /** Only `pending` is accepted. */
  invite_status?: InviteStatus | null
  /** Only `false` is accepted. */
  is_cancelled?: boolean | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  invited_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  org_name?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  sent_at?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  cancel_date?: string | null
}

export interface OrganizationInvitePage {
  data: OrganizationInvite[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface OrganizationInviteUpdate {
  /** Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot grant a role above their own. */
  role?: OrganizationRole
  /** Label, name or alias of a designation (case-insensitive). */
  designation?: string | null
  /** ID of a designation. Send either this or `designation`. */
  designation_id?: string | null
  /** Time until which the invitation can be accepted, in the future. Default: 7 days from now. */
  expires_at?: string
  /** `cancelled` cancels the invitation; `pending` changes nothing. Other values return 409. */
  invite_status?: InviteStatus
  /** `true` cancels the invitation. */
  is_cancelled?: boolean
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  invited_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  sent_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  cancel_date?: string
}

export type OrganizationInvitesListSort = "email" | "created_at" | "expires_at"

export type OrganizationInvitesMineSort = "created_at" | "expires_at"

export interface OrganizationMember {
  /** ID of the user. */
  user_id: string
  /** ID of the organization. */
  org_id: string
  /** Email address of the user. */
  email: string | null
  /** Username of the user. */
  username: string | null
  /** Display name; null if the identity provider reports none. */
  name: string | null
  /** Label of the designation. `null` when there is none. */
  designation: string | null
  /** ID of the designation. `null` when there is none. */
  designation_id: string | null
  /** Role in the organization. */
  role: OrganizationRole | null
  /** Username of the user who invited them. */
  invited_by: string | null
  /** `false` for deactivated members. */
  is_active: boolean | null
  /** Time of the invitation, in UTC. */
  invited_at: string | null
  /** Time at which they joined, in UTC. */
  accepted_at: string | null
  /** Username of the user who last updated the membership. */
  updated_by: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Always `null`: removed members are not returned. */
  deleted_at: string | null
  /** Always `null`: removed members are not returned. */
  delete_reason: string | null
  /** Always `null`: removed members are not returned. */
  deleted_by: string | null
  /** Time of the last request, up to 30 seconds behind. `null`: never. */
  last_active_at: string | null
  /** Person or service account. */
  kind: PrincipalType
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationMemberPage {
  data: OrganizationMember[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface OrganizationMemberUpdate {
  /** Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot grant a role above their own. */
  role?: OrganizationRole
  /** `false` deactivates the member and rejects their tokens; `true` reactivates the member and their tokens. */
  is_active?: boolean
  /** Label, name or alias of a designation (case-insensitive). */
  designation?: string | null
  /** ID of a designation. Send either this or `designation`. */
  designation_id?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  invited_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  invited_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  accepted_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  deleted_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  delete_reason?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  deleted_by?: string
}

export type OrganizationMembersListSort = "username" | "email" | "role" | "last_active_at"

export interface OrganizationPage {
  data: OrganizationSummary[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type OrganizationRole = "owner" | "admin" | "member" | "guest"

export interface OrganizationSettings {
  /** ID of the organization. */
  org_id: string
  /** Visibility of projects that are created without `visibility`. */
  default_visibility: ProjectVisibility
  /** How users with a verified email address of a proved domain join: `instant` without approval, `approval` after an admin accepts. Has no effect while the organization has no proved domain. */
  domain_join_mode: DomainJoinMode
  /** Days after which events are hidden from the audit log and then deleted (events of tasks are only hidden). `null`: never. */
  audit_retention_days: number | null
  /** When `false`, personal access tokens are rejected. Tokens of service accounts and apps still work. */
  allow_personal_tokens: boolean
  /** Maximum days from the creation of a token to its expiry; other tokens are rejected, also those without an expiry. `null`: no limit. */
  max_token_ttl_days: number | null
  /** When `true`, tokens without an expiry are rejected. */
  require_token_expiry: boolean
  /** When `true`, members with an account of this server need a second factor: sessions that began without one cannot use the organization. Users of an identity provider are not affected. */
  require_second_factor: boolean
  /** Time of the first update. `null` while `is_default`. */
  created_at: string | null
  /** Time of the last update. `null` while `is_default`. */
  updated_at: string | null
  /** Username of the user who last updated them. `null` while `is_default`. */
  updated_by: string | null
  /** True until settings are stored for the first time. */
  is_default: boolean
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationSettingsUpdate {
  /** Visibility of projects that are created without `visibility`. */
  default_visibility?: ProjectVisibility
  /** How users with a verified email address of a proved domain join: `instant` without approval, `approval` after an admin accepts. Has no effect while the organization has no proved domain. */
  domain_join_mode?: DomainJoinMode
  /** Days after which events are hidden from the audit log and then deleted (events of tasks are only hidden). `null`: never. */
  audit_retention_days?: number | null
  /** When `false`, personal access tokens are rejected. Tokens of service accounts and apps still work. */
  allow_personal_tokens?: boolean
  /** Maximum days from the creation of a token to its expiry; other tokens are rejected, also those without an expiry. `null`: no limit. */
  max_token_ttl_days?: number | null
  /** When `true`, tokens without an expiry are rejected. */
  require_token_expiry?: boolean
  /** When `true`, members with an account of this server need a second factor: sessions that began without one cannot use the organization. Users of an identity provider are not affected. */
  require_second_factor?: boolean
}

export interface OrganizationSummary {
  /** ID of the organization. */
  org_id: string
  /** Name of the organization. */
  name: string
  /** Free text. Empty when there is none. */
  description: string
  /** The caller's role in the organization. */
  role: OrganizationRole
  /** Label of the caller's designation. `null` when there is none. */
  designation: string | null
  /** Number of projects that the caller can read. */
  project_count: number
  /** Number of active members. */
  member_count: number
  /** Username of the user who created it. */
  created_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Usernames of the active owners. */
  owners: string[] | null
  /** Always `false`: invitations have their own list. */
  is_invite: boolean | null
  /** Always `null`. */
  invitation_id: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationUpdate {
  /** Name of the organization. */
  name?: string
  /** Free text. */
  description?: string | null
  /** URL of the logo image (http or https). `null` when there is none. */
  logo?: string | null
  /** Contact email address. `null` when there is none. */
  email?: string | null
  /** Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key. */
  metadata?: Record<string, unknown> | null
}

export type OrganizationsListSort = "name" | "created_at"

export interface OwnExportCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
}

export interface Passkey {
  /** ID of the passkey: its credential ID in base64url. */
  passkey_id: string
  /** Name by which the user recognizes it. */
  name: string
  /** Time of creation. */
  created_at: string
  /** Time of the last sign-in with it. */
  last_used_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface PasskeyPage {
  data: Passkey[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface PasskeySetup {
  /** Result of `navigator.credentials.create` as JSON (`RegistrationResponseJSON` of WebAuthn). */
  credential?: Record<string, unknown> | null
  /** Name by which the user recognizes it. */
  name?: string | null
}

export interface PasskeySetupResult {
  /** Options for `navigator.credentials.create` as JSON (`PublicKeyCredentialCreationOptionsJSON`), valid for 5 minutes; `null` after confirmation. */
  options: Record<string, unknown> | null
  passkey: Passkey | null
}

export interface PasskeyUpdate {
  /** Name by which the user recognizes it. */
  name: string
}

export interface PasswordChange {
  /** Current password. Required if the account has one. */
  current_password?: string | null
  /** New password: 10 to 256 characters, not among the most common ones. */
  new_password: string
}

export type PinType = "view" | "project"

export interface Placeholder {
  /** ID by which comments name the placeholder. */
  user_id: string
  /** ID of the organization. */
  org_id: string
  /** Name by which tasks, comments and files name the placeholder. */
  username: string
  /** Name in the source. */
  name: string | null
  /** Address in the source. `null` for callers who are no admins. */
  email: string | null
  /** Member that the placeholder is being replaced by. */
  matched_username: string | null
  /** Time of the import. */
  created_at: string
}

export interface PlaceholderMatch {
  /** Username of an active member. */
  username: string
}

export interface PlaceholderPage {
  data: Placeholder[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface Preferences {
  /** IANA time zone name, such as `Europe/Berlin`. */
  time_zone: string
  /** False while you have not chosen a time zone: clients use their own. */
  time_zone_chosen: boolean
  /** Hour of the day in your time zone at which the daily email is sent (0 to 23). */
  digest_hour: number
  /** Time range in your time zone in which immediate emails are delayed until its end. */
  quiet_hours: QuietHours | null
  notifications: NotificationWays
  /** Language of the console and of emails; null for that of the browser. */
  locale: Language | null
  /** Theme of the console; null for that of the operating system. */
  theme: Theme | null
  /** Displays of lists of tasks by place: `project:ID`, `team:ID`, or `tasks:ID` with the ID of an organization. */
  display: Record<string, TaskDisplay>
  /** True if this server sends email. Otherwise the email preferences have no effect yet. */
  sends_mail: boolean
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface PreferencesUpdate {
  /** IANA time zone name, such as `Europe/Berlin`. */
  time_zone?: string
  /** Hour of the day in your time zone at which the daily email is sent (0 to 23). */
  digest_hour?: number
  /** Time range in your time zone in which immediate emails are delayed until its end. */
  quiet_hours?: QuietHours | null
  notifications?: NotificationWaysUpdate
  /** Language of the console and of emails; null for that of the browser. */
  locale?: Language | null
  /** Theme of the console; null for that of the operating system. */
  theme?: Theme | null
  /** Displays to store by place: `project:ID`, `team:ID`, or `tasks:ID` with the ID of an organization. Other places keep theirs; null removes one. The last 100 are stored, up to 32 KiB together. */
  display?: Record<string, TaskDisplay | null>
}

export type PrincipalType = "user" | "service_account"

export type Priority = "high" | "medium" | "low" | "none" | "critical"

export interface Problem {
  /** Stable identifier of the error type. */
  type: ProblemType
  /** Summary of the error type. */
  title: string
  /** HTTP status code. */
  status: number
  /** Explanation of this error; for validation problems the list of errors. */
  detail: unknown
  /** Path of the request. */
  instance: string
  /** Request id. Include it when you report a problem. */
  request_id: string
  errors?: ({
    /** Path of the invalid value, such as `["body", "title"]`. */
    loc?: (string | number)[]
    /** Explanation of the failure. */
    msg: string
    /** Stable identifier of the failure. */
    type?: string
    /** Allowed values. */
    allowed?: string[]
    /** Missing scope; null if the operation is not available to access tokens. */
    required?: string | null
    /** Stable identifier of the reason. */
    reason?: string
    /** Current version of a resource that changed. */
    version?: number
  })[]
}

export type ProblemType = "about:blank" | "urn:svc:problem:validation" | "urn:svc:problem:invalid-parameter" | "urn:svc:problem:precondition-failed" | "urn:svc:problem:idempotency-key-reused" | "urn:svc:problem:idempotency-key-in-flight" | "urn:svc:problem:idempotency-key-invalid" | "urn:svc:problem:rate-limit" | "urn:svc:problem:internal" | "urn:svc:problem:token-invalid" | "urn:svc:problem:token-expired" | "urn:svc:problem:token-revoked" | "urn:svc:problem:insufficient-scope" | "urn:svc:problem:test-token-read-only" | "urn:svc:problem:token-policy" | "urn:svc:problem:fresh-sign-in-required" | "urn:svc:problem:url-refused" | "urn:svc:problem:cursor-expired" | "urn:svc:problem:too-many-at-once"

export interface Project {
  /** ID of the organization. */
  org_id: string
  /** ID of the project. */
  project_id: string
  /** Name. */
  name: string
  /** First part of the keys of its tasks. */
  prefix: string
  /** Description. */
  description: string | null
  /** Free-form JSON object of the client. */
  metadata: Record<string, unknown> | null
  /** Status of the project. */
  status: ProjectStatus
  /** Priority. */
  priority: Priority
  /** Name of a color or `#rrggbb`. */
  color: string | null
  /** Icon. */
  icon: ProjectIcon | null
  /** First day (YYYY-MM-DD). */
  start_date: string | null
  /** Last day (YYYY-MM-DD). */
  end_date: string | null
  /** `public`: readable by all organization members except guests. `private`: readable by project members and organization admins. */
  visibility: ProjectVisibility
  /** ID of the team that the project belongs to. */
  team_id: string | null
  /** Username of the primary owner. */
  owner: string | null
  /** Title of the owner in this project. */
  owner_designation: string | null
  /** Usernames of the members, including owners. */
  team_members: string[]
  /** Titles of members in this project. */
  team_member_designations: ({
    /** Identifier of the member, chosen by the client. */
    id: string
    /** Title of the member. */
    designation: string | null
  })[] | null
  /** Owners of the project. */
  leads: ProjectLead[]
  /** `false` for a deleted project. */
  is_active: boolean
  /** Reason for the deletion. */
  delete_reason: string | null
  /** Username of the creator. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Whether editors can add members. */
  editors_can_add_members: boolean
  /** Time of deletion. */
  deleted_at: string | null
}

export interface ProjectCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Name. */
  name: string
  /** First part of the keys of its tasks, such as `QUAY` in `QUAY-12`. Known to all members of the organization; one that a project has or had cannot be given to another. By default derived from the name. */
  prefix?: string | null
  /** Description of the project. */
  description?: string | null
  /** Status. `archived` projects are listed only with `show_all`. */
  status?: ProjectStatus | null
  /** Priority. */
  priority?: Priority | null
  /** One of `blue`, `teal`, `orange`, `purple`, `green`, `pink`, `sky`, `olive`, `violet`, `gray`, or `#rrggbb`. Default: the color that the fewest projects readable by the creator have. */
  color?: string | null
  /** Icon that clients show with the color. */
  icon?: ProjectIcon | null
  /** First day (YYYY-MM-DD). */
  start_date?: string | null
  /** Last day (YYYY-MM-DD); not before `start_date`. */
  end_date?: string | null
  /** Username of the primary owner, who must be an active organization member. Can be changed only by project owners and organization admins. */
  owner?: string | null
  /** Usernames of all members. Users who are not members yet are added as editors; omitted members are removed, except owners. Can be changed only by project owners and organization admins. */
  team_members?: string[] | null
  /** `public`: readable by all organization members except guests. `private`: readable by project members and organization admins. */
  visibility?: ProjectVisibility | null
  /** ID of the team that the project belongs to, an active team of the organization. Can be changed only by project owners and organization admins. */
  team_id?: string | null
  /** Title of the owner in this project. */
  owner_designation?: string | null
  /** Titles of members in this project; the list is replaced as a whole. Can be changed only by project owners and organization admins. */
  team_member_designations?: ({
    /** Identifier of the member, chosen by the client. */
    id: string
    /** Title of the member. */
    designation?: string | null
  })[] | null
  /** Reason for the deletion; stored only with `is_active: false`. */
  delete_reason?: string | null
  /** Free-form JSON object of the client. */
  metadata?: Record<string, unknown> | null
  /** Sections to create, each for a status: `simple` (3), `software` (5) or `none` (default). */
  preset?: ProjectPreset | null
  /** Must be true or omitted: a new project is active. */
  is_active?: boolean | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string | null
}

export type ProjectIcon = "goal" | "flag" | "bug" | "layers" | "chart" | "diamond" | "robot" | "organization" | "mail" | "calendar" | "lock" | "inbox"

export interface ProjectLead {
  /** ID of the user. */
  user_id: string
  /** Username. */
  username: string | null
  /** Username of the user who assigned the role. */
  assigned_by: string | null
  /** Time at which the role was assigned. */
  assigned_at: string | null
}

export interface ProjectMember {
  /** ID of the project. */
  project_id: string
  /** ID of the user. */
  user_id: string
  /** Username. */
  username: string | null
  /** Label of the designation. */
  designation: string | null
  /** ID of the designation. */
  designation_id: string | null
  /** Deprecated name of the role: `owner`, `admin` (editor), `member` (viewer). `project_role` takes precedence if both are sent. */
  role: OlderProjectRole | null
  /** `owner`: full control; `editor`: edits the project and its contents; `viewer`: reads them. */
  project_role: ProjectRole | null
  /** Username of the user who added the member. */
  created_by: string | null
  /** Username of the user who last updated the membership. */
  updated_by: string | null
  /** `false` for a member who is deactivated in the project or in the organization. */
  is_active: boolean | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Time of removal. */
  deleted_at: string | null
  /** Reason for the deactivation. */
  delete_reason: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface ProjectMemberCreate {
  /** ID of the project. */
  project_id: string
  /** ID of the user, an active member of the organization. */
  user_id: string
  /** `owner`: full control; `editor`: edits the project and its contents; `viewer`: reads them. */
  project_role?: ProjectRole | null
  /**
   * Deprecated; use `project_role`: `owner`, `admin` (editor), `member` (viewer).
   * @deprecated
   */
  role?: OlderProjectRole | null
  /** Label, name or alias of a designation of the organization. */
  designation?: string | null
  /** ID of a designation of the organization. */
  designation_id?: string | null
  /** `false` deactivates the membership; `true` reactivates it. */
  is_active?: boolean | null
  /** Reason for the deactivation; stored only with `is_active: false`. */
  delete_reason?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  username?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_at?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_at?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  deleted_at?: string | null
}

export interface ProjectMemberPage {
  data: ProjectMember[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ProjectMemberUpdate {
  /**
   * Must be the project in the path.
   * @deprecated
   */
  project_id?: string
  /**
   * Must be the user in the path.
   * @deprecated
   */
  user_id?: string
  /** `owner`: full control; `editor`: edits the project and its contents; `viewer`: reads them. */
  project_role?: ProjectRole
  /**
   * Deprecated; use `project_role`: `owner`, `admin` (editor), `member` (viewer).
   * @deprecated
   */
  role?: OlderProjectRole
  /** Label, name or alias of a designation of the organization. */
  designation?: string | null
  /** ID of a designation of the organization. */
  designation_id?: string | null
  /** `false` deactivates the membership; `true` reactivates it. */
  is_active?: boolean
  /** Reason for the deactivation; stored only with `is_active: false`. */
  delete_reason?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  username?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  deleted_at?: string
}

export type ProjectMembersListSort = "username" | "created_at"

export interface ProjectOrder {
  /** ID of the organization. */
  org_id: string
  /** IDs of the projects to rearrange, in their new order. */
  project_ids: string[]
}

export interface ProjectPage {
  data: ProjectSummary[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type ProjectPreset = "none" | "simple" | "software"

export interface ProjectResource {
  /** ID of the resource. */
  resource_id: string
  /** ID of the project. */
  project_id: string
  /** Name of the project. */
  project_name: string
  /** Name. */
  resource_name: string
  /** URL of a link, or of the content of a file. */
  resource_url: string | null
  /** Client-defined type; initially `file` for an upload. */
  resource_type: string | null
  /** Free text sent with a link; null for a file. */
  storage_path: string | null
  /** `false` for a deleted resource. */
  is_active: boolean | null
  /** Username of the creator. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Reason for the deletion. */
  delete_reason: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Time of deletion. */
  deleted_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface ProjectResourceCreate {
  /** Must be the project in the query. */
  project_id: string
  /**
   * Ignored; the response contains the name of the project.
   * @deprecated
   */
  project_name: string
  /** Name. */
  resource_name: string
  /** An http or https URL without credentials. */
  resource_url?: string | null
  /** Client-defined type; the list can be filtered by it. */
  resource_type?: string | null
  /** Free text, for example a path in the storage of the client; returned unchanged. */
  storage_path?: string | null
  /** Set to `false` to delete the resource. */
  is_active?: boolean | null
  /** Reason for the deletion; stored only with `is_active: false`. */
  delete_reason?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string | null
}

export interface ProjectResourcePage {
  data: ProjectResource[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ProjectResourceUpdate {
  /**
   * Must be the project of the resource, which cannot change.
   * @deprecated
   */
  project_id?: string
  /**
   * Ignored.
   * @deprecated
   */
  project_name?: string
  /** Name. */
  resource_name?: string
  /** An http or https URL without credentials. Ignored for a file. */
  resource_url?: string | null
  /** Client-defined type; the list can be filtered by it. */
  resource_type?: string | null
  /** Set to `false` to delete the resource. */
  is_active?: boolean
  /** Reason for the deletion; stored only with `is_active: false`. */
  delete_reason?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string
}

export interface ProjectResourceUpload {
  /** Must be the project in the query. */
  project_id?: string | null
  /**
   * Ignored.
   * @deprecated
   */
  project_name?: string | null
  /** Name of the resource; by default the name of the file. */
  title?: string | null
  /** File to upload; the part sets its name and media type. */
  file: Blob
}

export type ProjectResourcesListSort = "resource_name" | "created_at"

export type ProjectRole = "owner" | "editor" | "viewer"

export interface ProjectStats {
  /** ID of the project. */
  project_id: string
  /** Number of tasks that you can read, including subtasks. */
  tasks_total: number
  /** Number of these tasks that are completed. */
  tasks_completed: number
  /** Share of completed tasks in percent. */
  progress_percent: number
  /** Number of active members. */
  team_members: number
  /** Days from today to `end_date`, in your `time_zone` (see `/v1/me`); 0 without an end date or after it. */
  days_left: number
  /** Days from `start_date` to `end_date`, both included; null unless both are set. */
  duration_days: number | null
  /** Number of tasks of type `bug` that you can read. */
  bugs_total: number | null
}

export type ProjectStatus = "planning" | "in_progress" | "not_started" | "active" | "completed" | "archived" | "on_hold" | "blocked" | "paused"

export interface ProjectSummary {
  /** ID of the organization. */
  org_id: string
  /** ID of the project. */
  project_id: string
  /** Name. */
  name: string
  /** First part of the keys of its tasks. */
  prefix: string
  /** Description. */
  description: string | null
  /** Free-form JSON object of the client. */
  metadata: Record<string, unknown> | null
  /** Status of the project. */
  status: ProjectStatus
  /** Priority. */
  priority: Priority
  /** Name of a color or `#rrggbb`. */
  color: string | null
  /** Icon. */
  icon: ProjectIcon | null
  /** First day (YYYY-MM-DD). */
  start_date: string | null
  /** Last day (YYYY-MM-DD). */
  end_date: string | null
  /** `public`: readable by all organization members except guests. `private`: readable by project members and organization admins. */
  visibility: ProjectVisibility
  /** ID of the team that the project belongs to. */
  team_id: string | null
  /** Username of the primary owner. */
  owner: string | null
  /** Title of the owner in this project. */
  owner_designation: string | null
  /** Usernames of the members, including owners. */
  team_members: string[]
  /** Titles of members in this project. */
  team_member_designations: ({
    /** Identifier of the member, chosen by the client. */
    id: string
    /** Title of the member. */
    designation: string | null
  })[] | null
  /** Owners of the project. */
  leads: ProjectLead[]
  /** `false` for a deleted project. */
  is_active: boolean
  /** Reason for the deletion. */
  delete_reason: string | null
  /** Username of the creator. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Number of tasks that you can read, including subtasks. */
  tasks_total: number
  /** Number of these tasks that are completed. */
  tasks_completed: number
  /** Share of completed tasks in percent. */
  progress_percent: number
  /** Position in the list of projects that you can read. */
  position: number
}

export interface ProjectUpdate {
  /**
   * Must be the organization of the project, which cannot change.
   * @deprecated
   */
  org_id?: string
  /**
   * Must be the ID in the path.
   * @deprecated
   */
  project_id?: string
  /** Name. */
  name?: string
  /** First part of the keys of its tasks, such as `QUAY` in `QUAY-12`. Known to all members of the organization; one that a project has or had cannot be given to another. Former keys still lead to their tasks. Can be changed only by project owners and organization admins. */
  prefix?: string
  /** Description of the project. */
  description?: string | null
  /** Status. `archived` projects are listed only with `show_all`. */
  status?: ProjectStatus
  /** Priority. */
  priority?: Priority
  /** One of `blue`, `teal`, `orange`, `purple`, `green`, `pink`, `sky`, `olive`, `violet`, `gray`, or `#rrggbb`. Default: the color that the fewest projects readable by the creator have. */
  color?: string | null
  /** Icon that clients show with the color. */
  icon?: ProjectIcon | null
  /** First day (YYYY-MM-DD). */
  start_date?: string | null
  /** Last day (YYYY-MM-DD); not before `start_date`. */
  end_date?: string | null
  /** Username of the primary owner, who must be an active organization member. Can be changed only by project owners and organization admins. */
  owner?: string
  /** Usernames of all members. Users who are not members yet are added as editors; omitted members are removed, except owners. Can be changed only by project owners and organization admins. */
  team_members?: string[]
  /** `public`: readable by all organization members except guests. `private`: readable by project members and organization admins. */
  visibility?: ProjectVisibility
  /** ID of the team that the project belongs to, an active team of the organization. Can be changed only by project owners and organization admins. */
  team_id?: string | null
  /** Title of the owner in this project. */
  owner_designation?: string | null
  /** Titles of members in this project; the list is replaced as a whole. Can be changed only by project owners and organization admins. */
  team_member_designations?: ({
    /** Identifier of the member, chosen by the client. */
    id: string
    /** Title of the member. */
    designation?: string | null
  })[] | null
  /** Reason for the deletion; stored only with `is_active: false`. */
  delete_reason?: string
  /** Merged into the stored metadata (RFC 7396): null removes a key. */
  metadata?: Record<string, unknown> | null
  /** `false` deletes the project. Can be changed only by project owners and organization admins. */
  is_active?: boolean
  /** Whether editors can add members. Can be changed only by project owners and organization admins. */
  editors_can_add_members?: boolean
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string
}

export type ProjectVisibility = "public" | "private"

export interface ProjectWithoutRoadmap {
  /** ID of the project. */
  project_id: string
  /** Name of the project. */
  name: string
  /** True if the caller may edit its journeys and stops. */
  can_edit: boolean
}

export type ProjectsListSort = "position" | "name" | "status" | "priority" | "start_date" | "end_date" | "created_at"

export interface ProjectsReordered {
  /** Always true. */
  ok: boolean
  /** ID of the organization. */
  org_id: string
  /** IDs of all projects in their new order. */
  project_ids: string[]
}

export interface QuietHours {
  /** Start (`HH:MM`). */
  from: string
  /** End (`HH:MM`); on the next day if earlier than `from`. */
  to: string
}

export type RateLimitStore = "memory" | "redis"

export interface ReadUpTo {
  /** Marks notifications with `updated_at` up to this time. Send the value of the newest one that you displayed. */
  until: string
  /** Limits the update to this organization. */
  org_id?: string | null
  /** Limits the update to this project. */
  project_id?: string | null
  /** Limits the update to this kind. */
  kind?: NotificationKind | null
}

export interface Release {
  /** ID of the release. An import replaces the release with the same ID. */
  id: string
  /** Version, such as `1.4.0`. */
  version: string
  /** Git tag of the release. */
  tag_name: string
  /** Name of the repository. */
  repository: string
  /** SHA of the released commit. */
  commit_sha: string
  /** Git branch of the release. */
  branch: string
  /** Kind of version by Semantic Versioning. */
  release_type: ReleaseType
  /** Environment that the release was deployed to. */
  environment: ReleaseEnvironment
  /** Time of the release. */
  release_date: string
  /** Time of creation. */
  created_at: string
  /** Time of the last change. */
  updated_at: string
  /** True for a prerelease. */
  is_prerelease: boolean
  /** Always false; drafts are not returned. */
  is_draft: boolean
  summary: {
    /** Number of features. */
    features_count: number
    /** Number of fixes. */
    fixes_count: number
    /** Number of breaking changes. */
    breaking_changes_count: number
    /** Number of commits. */
    total_commits: number
  }
  release_notes: ReleaseNoteItem[]
}

export type ReleaseEnvironment = "development" | "uat" | "production"

export interface ReleaseNoteItem {
  /** ID of the note. */
  id: string
  /** SHA of the commit. */
  commit_sha: string
  /** Type of the commit, by Conventional Commits. */
  commit_type: CommitType
  /** Subject line of the commit. */
  subject: string
  /** Time of the commit. */
  commit_date: string
  /** Scope of the change, by Conventional Commits. */
  scope: string | null
  /** Body of the commit message. */
  body: string | null
  /** Description of the breaking change. */
  breaking_change_description: string | null
  /** Name of the author. */
  author_name: string | null
  /** Email address of the author. */
  author_email: string | null
  /** Title of the pull request. */
  pr_title: string | null
  /** URL of the pull request. */
  pr_url: string | null
  /** True for a breaking change. */
  breaking_change: boolean
  /** Number of the pull request. */
  pr_number: number | null
}

export type ReleaseType = "major" | "minor" | "patch" | "prerelease"

export interface Reminder {
  /** ID of the reminder. */
  reminder_id: string
  /** ID of the organization. */
  org_id: string
  /** ID of the task. */
  task_id: string
  /** Title of the task. */
  task_title: string
  /** Recipient: the creator (`me`) or the assignee of the task. */
  for: ReminderFor
  /** Absolute time; null for a reminder relative to the due date. */
  at: string | null
  /** Time relative to the due date; null for an absolute time. */
  before_due: ReminderBeforeDue | null
  /** Text sent with the reminder. */
  note: string | null
  /** `pending`, `sent` or `lapsed`. A reminder lapses if, when due, the task is completed, archived or deleted, the recipient cannot read it or there is no assignee, or if its time was moved more than 24 hours into the past. */
  status: ReminderStatus
  /** Time at which it is or was due; null while the task has no due date. */
  fires_at: string | null
  /** Time at which it was sent or lapsed. */
  ended_at: string | null
  /** Due date of the task (YYYY-MM-DD). */
  due_date: string | null
  /** Username of the creator. */
  created_by: string
  /** Time of creation. */
  created_at: string
  /** Time of the last update. */
  updated_at: string
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface ReminderBeforeDue {
  /** Days before the due date. */
  days: number
  /** Local time (`HH:MM`). */
  time: string
  /** IANA time zone. */
  time_zone: string
}

export interface ReminderCreate {
  /** Time of the reminder with a UTC offset; must be in the future. */
  at?: string | null
  /** Time relative to the due date; follows its changes. */
  before_due?: BeforeDue | null
  /** Recipient: `me` (visible only to you, the default) or `assignee` (the assignee at the time of the reminder; visible to everyone who can read the task, and requires permission to edit it). */
  for?: ReminderFor | null
  /** Note shown with the reminder. */
  note?: string | null
}

export type ReminderFor = "me" | "assignee"

export interface ReminderPage {
  data: Reminder[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type ReminderStatus = "pending" | "sent" | "lapsed"

export interface ReminderUpdate {
  /** Time of the reminder with a UTC offset; must be in the future. */
  at?: string
  before_due?: BeforeDueUpdate
  /** Note shown with the reminder. */
  note?: string | null
}

export type RemindersListOfTaskSort = "fires_at" | "created_at"

export type RemindersListSort = "fires_at" | "created_at"

export interface RestrictedTask {
  /** ID of the organization. */
  org_id: string
  /** ID of the task. */
  task_id: string
  /** Always null. */
  number: null
  /** ID of the project. */
  project_id: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id: string | null
  /** Always null. */
  sprint_id: null
  /** Always null. */
  milestone_id: null
  /** Always null. */
  goal_id: null
  /** Always `Restricted`. */
  title: string
  /** Always null. */
  description: null
  /** Always `not_started`. */
  status: TaskStatus
  /** Always `none`. */
  priority: Priority
  /** Always `task`. */
  task_type: TaskType
  /** Always null. */
  assignee: null
  /** Always null. */
  start_date: null
  /** Always null. */
  due_date: null
  tags: string[]
  /** Always null. */
  type_data: null
  metadata: string[]
  /** Values of custom fields by key. Lists omit archived fields. */
  custom: Record<string, unknown>
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask: boolean
  sub_tasks: string[]
  dependencies: string[]
  /** Always null. */
  bug_id: null
  /** Always null. */
  tracker_id: null
  restricted_to: string[]
  /** Always null. */
  restricted_to_user_ids: null
  /** Always null. */
  created_by: null
  /** Always null. */
  updated_by: null
  /** Time of creation. */
  created_at: string | null
  /** Always null. */
  updated_at: null
  /** Always null. */
  version: null
  /** Always null. */
  key: null
  /** Always false. */
  has_access: false
  /** Always false. */
  has_edit_access: false
  /** Always null. */
  comments: null
  /** Always null. */
  section_id: null
  /** Always null. */
  section_position: null
}

export interface Roadmap {
  /** Projects that have journeys, in the order of the organization. */
  projects: RoadmapProject[]
  /** Projects that the caller can read and that have no journey. */
  projects_without_roadmap: ProjectWithoutRoadmap[]
}

export interface RoadmapProject {
  /** ID of the project. */
  project_id: string
  /** Name of the project. */
  name: string
  /** True if the caller may edit its journeys and stops. */
  can_edit: boolean
  /** ID of the team of the project. `null` when it has none. */
  team_id: string | null
  /** Journeys of the project, by position. */
  journeys: Journey[]
}

export type RoadmapTaskStopsSort = "title"

export type Scope = "tasks:read" | "tasks:write" | "projects:read" | "projects:write" | "teams:read" | "teams:write" | "org:read" | "org:write" | "webhooks:read" | "webhooks:write" | "admin"

export interface ScopeRef {
  /** Kind of owner: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or the username. */
  scope_id: string
}

export type ScopeType = "project" | "team" | "user"

export interface Section {
  /** ID of the section. */
  section_id: string
  /** ID of the organization. */
  org_id: string
  /** Kind of owner: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or the username. */
  scope_id: string
  /** Name. */
  name: string
  /** Sort position. */
  position: number
  /** Status of its tasks; `null` for any. */
  status: TaskStatus | null
  /** Name of a color or `#rrggbb`. */
  color: string | null
  /** Number of tasks beyond which clients warn. */
  wip_limit: number | null
  /** Number of its tasks that you can read. */
  task_count: number
  /** Username of the creator. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface SectionCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Kind of owner: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or your own username. */
  scope_id: string
  /** Name, unique among the sections of the scope (case-insensitive). */
  name: string
  /** Sort position; by default after all other sections. */
  position?: number | null
  /** Status that all tasks of the section have; `null` for any. Only in projects. */
  status?: TaskStatus | null
  /** One of `blue`, `teal`, `orange`, `purple`, `green`, `pink`, `sky`, `olive`, `violet`, `gray`, or `#rrggbb`. Only in projects. */
  color?: string | null
  /** Number of tasks beyond which clients warn; never enforced. Only in projects. */
  wip_limit?: number | null
}

export interface SectionPage {
  data: Section[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface SectionReorder {
  /** Kind of owner: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or your own username. */
  scope_id: string
  /** IDs of all sections of the scope, each exactly once, in the new order. */
  section_ids: string[]
}

export interface SectionUpdate {
  /** Name, unique among the sections of the scope (case-insensitive). */
  name?: string
  /** Sort position. */
  position?: number
  /** Status that all tasks of the section have; `null` for any. Only in projects. */
  status?: TaskStatus | null
  /** One of `blue`, `teal`, `orange`, `purple`, `green`, `pink`, `sky`, `olive`, `violet`, `gray`, or `#rrggbb`. Only in projects. */
  color?: string | null
  /** Number of tasks beyond which clients warn; never enforced. Only in projects. */
  wip_limit?: number | null
}

export interface SectionsForScopes {
  data: Section[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
  /** With `scope_ids`: the included scopes, in the order of the request. */
  scopes?: ScopeRef[]
}

export type SectionsListSort = "position" | "name" | "created_at"

export type SectionsMineSort = "position" | "name"

export interface SentOrganizationInvite {
  /** ID of the invitation. */
  id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Name of the organization. */
  org_name: string | null
  /** Email address of the invited user. */
  email: string
  /** Role in the organization, from most to least permissions: `owner`, `admin`, `member`, `guest`. The caller cannot grant a role above their own. */
  role: OrganizationRole | null
  /** Label of the designation. `null` when there is none. */
  designation: string | null
  /** ID of the designation. `null` when there is none. */
  designation_id: string | null
  /** Current status: `expired` once `expires_at` has passed, `cancelled` also for rejected invitations. */
  invite_status: InviteStatus | null
  /** `true` if the invitation was canceled or rejected. */
  is_cancelled: boolean | null
  /** Time at which it was last sent or resent, in UTC. */
  sent_at: string | null
  /** Time until which it can be accepted, in UTC. */
  expires_at: string | null
  /** Time at which it was canceled or rejected. `null` otherwise. */
  cancel_date: string | null
  /** Time at which it was accepted. `null` otherwise. */
  accepted_at: string | null
  /** Username of the user who accepted it. `null` otherwise. */
  accepted_by: string | null
  /** Username of the user who created it. */
  invited_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Link to hand over to the invited user, who accepts with it without email; it works once, and each resend replaces it. Only in the response to a session on a server with built-in accounts; otherwise `null`. */
  accept_url: string | null
}

export interface ServiceAccount {
  /** User ID (UUID). */
  user_id: string
  /** ID of the organization. */
  org_id: string
  /** `sa-` followed by the slug of its first name. Does not change on a rename. */
  username: string
  /** Placeholder address that cannot receive mail. */
  email: string
  /** Display name. */
  name: string | null
  /** Always `service_account`. */
  kind: "service_account"
  /** Always `member`. */
  role: "member"
  /** Label of its designation. */
  designation: string | null
  /** False once the account is deactivated. */
  is_active: boolean
  /** Time of creation. */
  created_at: string | null
  /** Number of tokens that are neither revoked nor expired. */
  active_tokens: number
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface ServiceAccountCreate {
  /** Display name, 1 to 100 characters. Need not be unique. */
  name: string
  /** ID, label or alias of a designation. */
  designation?: string | null
}

export interface ServiceAccountPage {
  data: ServiceAccount[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ServiceAccountUpdate {
  /** Display name, 1 to 100 characters. Need not be unique. */
  name: string
}

export type ServiceAccountsListSort = "name" | "created_at"

export interface Session {
  /** ID of the session (`BS…`). */
  session_id: string
  /** True for the session of this request. */
  current: boolean
  /** Browser and operating system, from the `User-Agent` header, such as `Firefox on Linux`. */
  browser: string | null
  /** IP address of the sign-in. */
  address: string | null
  /** Time of the sign-in. */
  signed_in_at: string
  /** Time at which the user last proved who they are; operations that require a recent sign-in require it within the last 10 minutes. `null` if the identity provider does not report it. */
  authenticated_at: string | null
  /** Time of the last request; updated within 30 seconds. */
  last_seen_at: string
  /** Time at which the session ends unless it is used before. */
  expires_at: string
}

export interface SessionEnded {
  /** ID of the session. */
  session_id: string
  /** Always `ended`. */
  status: "ended"
}

export interface SessionPage {
  data: Session[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type SignInWay = "password" | "passkey" | "identity_provider"

export interface SignedAccessReview {
  /** ID of the organization. */
  org_id: string
  /** Hash of the signed access. */
  access_hash: string
  /** Number of active members. */
  members: number
  /** Number of valid tokens, with unattached ones. */
  tokens: number
  /** Comment of the reviewer. */
  note: string | null
  /** Time of the signature. */
  signed_at: string
}

export type SortOrder = "asc" | "desc"

export interface Sprint {
  /** ID of the sprint. */
  sprint_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** ID of the team that the sprint belongs to. */
  team_id: string
  /** Name of the sprint. */
  name: string
  /** First day of the sprint. */
  start_date: string
  /** Last day of the sprint. */
  end_date: string
  /** Free text. `null` when there is none. */
  description: string | null
  /** Goal of the sprint. `null` when there is none. */
  goal: string | null
  /** Setting `completed` records who completed the sprint and when; `active` clears both. Its tasks stay in it. */
  status: SprintStatus
  /** Time of completion. `null` while active. */
  completed_at: string | null
  /** Username of the user who completed it. `null` while active. */
  completed_by: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true: deleted resources are not returned. */
  is_active: boolean
  /** Length in weeks. `null` when it is not a whole number of weeks. */
  duration_weeks: number | null
  /** `1 week` to `4 weeks`, or `Custom` for any other length. */
  duration_label: string
  /** Number of tasks in the sprint that the caller can read, including subtasks. */
  task_count: number
  /** Number of tasks in `task_count` that are completed. */
  completed_count: number
}

export interface SprintBurndown {
  /** ID of the sprint. */
  sprint_id: string
  /** Time zone in which days begin and end. */
  time_zone: string
  /** Days from the first to the last, the completion of the sprint or today; at most the last 366. */
  days: BurndownDay[]
}

export interface SprintComplete {
  /** ID of another active sprint of the team that open tasks are moved to. `null` removes open tasks from the sprint; when omitted, they stay in it. */
  move_open_to?: string | null
}

export interface SprintCreate {
  /** Unique among the active and completed sprints of the team (case-insensitive). */
  name: string
  /** First day of the sprint. */
  start_date: string
  /** Free text. `null` when there is none. */
  description?: string | null
  /** Goal of the sprint. `null` when there is none. */
  goal?: string | null
  /** Last day of the sprint. Send either this or `duration_weeks`. */
  end_date?: string | null
  /** Length in weeks, counted from `start_date`. Send either this or `end_date`. */
  duration_weeks?: number | null
}

export interface SprintDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the sprint. */
  sprint_id: string
  /** Number of tasks removed from the sprint, counting only those that the caller can read. */
  unfiled_tasks: number
}

export interface SprintPage {
  data: Sprint[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
  /** Number of sprints on all pages. */
  total: number
}

export type SprintStatus = "active" | "completed"

export interface SprintUpdate {
  /** Unique among the active and completed sprints of the team (case-insensitive). */
  name?: string
  /** First day of the sprint. */
  start_date?: string
  /** Free text. `null` when there is none. */
  description?: string | null
  /** Goal of the sprint. `null` when there is none. */
  goal?: string | null
  /** Last day of the sprint. Send either this or `duration_weeks`. */
  end_date?: string
  /** Length in weeks, counted from `start_date`. Send either this or `end_date`. */
  duration_weeks?: number
  /** Setting `completed` records who completed the sprint and when; `active` clears both. Its tasks stay in it. */
  status?: SprintStatus
}

export type SprintsListSort = "start_date" | "end_date" | "name" | "created_at"

export interface Stop {
  /** ID of the stop. */
  stop_id: string
  /** ID of the project. */
  project_id: string
  /** Title of the stop. */
  title: string
  /** Date by which the stop is to be reached. `null` when there is none. */
  target_date: string | null
  /** Free text. `null` when there is none. */
  description: string | null
  /** Position on the journey that contains it in the response, from 1; otherwise on its first journey. */
  position: number
  /** Number of tasks in `total` that are completed. */
  done: number
  /** Number of tasks that the caller can read and that were added to the stop or belong to a milestone pinned to it, each counted once. */
  total: number
  /** IDs of the journeys of the stop. Two or more form a junction. */
  journey_ids: string[]
  /** IDs of the milestones of the project's team that are pinned to the stop. */
  milestone_ids: string[]
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface StopCreate {
  /** Title of the stop. */
  title: string
  /** IDs of the journeys of the stop, all in the project of the stop, each once. */
  journey_ids: string[]
  /** Date by which the stop is to be reached. `null` when there is none. */
  target_date?: string | null
  /** Free text. `null` when there is none. */
  description?: string | null
  /** Position on each of its journeys, from 1. When omitted, the stop is appended to journeys that it is not yet on. */
  position?: number | null
}

export interface StopJourney {
  /** ID of the journey. */
  journey_id: string
  /** Name of the journey. */
  name: string
  /** Color in which the journey is drawn. */
  color: string
  /** Position among the journeys of the project; lower positions come first. */
  position: number
}

export interface StopOrder {
  /** IDs of stops of the journey in their new order. They exchange their positions. */
  stop_ids: string[]
}

export interface StopTaskUnfiled {
  /** Always true. */
  ok: boolean
  /** ID of the stop. */
  stop_id: string
  /** ID of the task. */
  task_id: string
}

export interface StopTasksFile {
  /** IDs of tasks in the project of the stop. */
  task_ids: string[]
}

export interface StopTasksFiled {
  /** Always true. */
  ok: boolean
  /** ID of the stop. */
  stop_id: string
  /** Number of tasks added, not counting those that were already in the stop. */
  filed: number
}

export interface StopUpdate {
  /** Title of the stop. */
  title?: string
  /** IDs of the journeys of the stop, all in the project of the stop, each once. */
  journey_ids?: string[]
  /** Date by which the stop is to be reached. `null` when there is none. */
  target_date?: string | null
  /** Free text. `null` when there is none. */
  description?: string | null
  /** Position on each of its journeys, from 1. When omitted, the stop is appended to journeys that it is not yet on. */
  position?: number
}

export interface StopsReordered {
  /** Always true. */
  ok: boolean
  /** ID of the journey. */
  journey_id: string
  /** IDs of all stops on the journey in order. */
  stop_ids: string[]
}

export type StorageKind = "folder" | "bucket"

export interface StreamEvent {
  /** ID of the event (`EV…`). */
  id: string
  /** Event type from `GET /v1/webhooks/events`, or `gone` for a resource that you can no longer read. */
  type: string
  /** API version of the payload (YYYY-MM-DD). */
  api_version: string
  /** Time of the change. Changes of one resource have increasing times. */
  created_at: string
  /** ID of the organization. */
  org_id: string
  /** ID of the project of the resource; null if it has none. */
  project_id: string | null
  actor: {
    /** `system` for changes by the service itself. */
    kind: ActorKind
    /** User ID of the actor; null for `system`. */
    id: string | null
    /** Username of the actor; null for `system`. */
    username: string | null
  }
  data: {
    /** Type of the changed resource, such as `task`. */
    resource_type: string
    /** ID of the changed resource. */
    resource_id: string
    /** Changed attributes before the change; null for a created resource. */
    before: Record<string, unknown> | null
    /** Changed attributes after the change; null for a deleted resource. */
    after: Record<string, unknown> | null
  }
  /** ID of the request that made the change; null without one. */
  request_id: string | null
  /** Event type of the operation on another resource that caused this change: `goal.moved` for a task that moved with its goal. Both events have the same `request_id`. null for a direct change. */
  cause: string | null
}

export interface StreamPage {
  /** Events, oldest first. */
  data: StreamEvent[]
  /** Send it as `cursor` to get the next events. Never null. */
  next_cursor: string
}

export interface Task {
  /** Short name such as `QUAY-12`: prefix of the project and `number`; null without a project. The task is also found by every key that it had before. */
  key: string | null
  /** ID of the organization. */
  org_id: string
  /** ID of the task. */
  task_id: string
  /** Number in the project, from 1, never reused; null without a project. */
  number: number | null
  /** ID of the project. */
  project_id: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id: string | null
  /** ID of a sprint of the task's team or of its project's team. */
  sprint_id: string | null
  /** ID of a milestone of the task's team or of its project's team. */
  milestone_id: string | null
  /** ID of a goal of the task's project. */
  goal_id: string | null
  /** Plain text. */
  title: string
  /** Markdown. */
  description: string | null
  status: TaskStatus
  priority: Priority
  task_type: TaskType
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee: string | null
  /** Planned start. */
  start_date: string | null
  /** Deadline. */
  due_date: string | null
  tags: string[]
  /** Data of the task type. */
  type_data: Record<string, unknown> | null
  /** Free-form objects. */
  metadata: (Record<string, unknown>)[]
  /** Values of custom fields by key. Lists omit archived fields. */
  custom: Record<string, unknown>
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask: boolean
  /** IDs of the subtasks that the caller can read, in order. */
  sub_tasks: string[]
  /** IDs of the tasks it depends on and that the caller can read. */
  dependencies: string[]
  /** ID of the bug in another system. */
  bug_id: string | null
  /** ID in an issue tracker. Only bugs have one. */
  tracker_id: string | null
  /** Usernames of the users to whom the task is restricted. Empty: not restricted. */
  restricted_to: string[]
  /** IDs of the users to whom the task is restricted. */
  restricted_to_user_ids: string[] | null
  /** Username of the creator. */
  created_by: string | null
  /** Username of the last editor. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true, because unreadable tasks are not returned. */
  has_access: true
  /** Whether the caller can update the task. */
  has_edit_access: boolean
  /** Claim of the task, `null` if it is not claimed. In lists only with `fields`. */
  claim?: TaskClaim | null
  /** IDs of the task in other systems. Not in lists. */
  external_refs?: TaskExternalRef[]
}

export interface TaskAttachment {
  /** ID of the task. */
  task_id: string
  /** ID of the attachment. */
  attachment_id: string
  /** Title of the attachment. */
  title: string | null
  /** File name. */
  name: string | null
  /** URL of the content; requires authentication. */
  url: string | null
  /** Username of the uploader. */
  uploaded_by: string | null
  /** Time of the upload. */
  uploaded_at: string | null
  /** Always null. */
  deleted_at: string | null
  /** Always null. */
  deleted_by: string | null
  /** Whether the file is shown inside the description or a comment of the task. */
  is_inline: boolean | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface TaskAttachmentCreate {
  /** ID of the task. Send it before the file, so that access is checked before the file is read. */
  task_id: string
  /** If set, must be the project of the task. */
  project_id?: string | null
  /** Title; by default none. */
  title?: string | null
  /** Whether the file is shown inside the description or a comment of the task. */
  is_inline?: boolean | null
  /** File to upload; the part sets its name and media type. */
  file: Blob
}

export interface TaskAttachmentPage {
  data: TaskAttachment[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface TaskAttachmentUpdate {
  /** Title; by default none. */
  title?: string | null
  /** File name. */
  name?: string
  /** Whether the file is shown inside the description or a comment of the task. */
  is_inline?: boolean
  /**
   * Must be the task of the attachment, which cannot change.
   * @deprecated
   */
  task_id?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  url?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  uploaded_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  uploaded_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  deleted_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  deleted_by?: string
}

export type TaskAttachmentsListSort = "uploaded_at" | "name"

export interface TaskBulkUpdate {
  /** IDs of tasks of one organization. */
  task_ids: string[]
  changes: TaskUpdate
  /** Version of each task as read, by task id: the number at the beginning of its ETag. If a task has another version, the response is 412 and nothing is written. Omitted tasks are updated whatever their version. */
  versions?: Record<string, number>
}

export interface TaskClaim {
  /** Username of the user who holds the task. */
  by: string
  /** ID of their access token; `null` for a session. */
  token_id: string | null
  /** End of the claim unless it is renewed. */
  until: string
  /** Number of the claim of this task, to send as `If-Claim`. Never reused. */
  generation: number
  /** Plain text. */
  note: string | null
}

export interface TaskClaimChanges {
  status?: TaskStatus
  priority?: Priority
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee?: string | null
  /** Without commas. Surrounding spaces and duplicates are removed. */
  tags?: string[] | null
  /** Planned start. */
  start_date?: string | null
  /** Deadline. */
  due_date?: string | null
}

export interface TaskClaimCreate {
  /** Seconds until the claim ends; 900 by default. */
  seconds?: number
  /** Changes of the task, made with the claim. If the claim expires, each is reverted unless the attribute was changed again in the meantime. */
  set?: TaskClaimChanges
  /** Note of the worker, such as what it is doing. Plain text, visible to everyone who can read the task. */
  note?: string | null
}

export type TaskClaimFilter = "me" | "true" | "false"

export interface TaskClaimNext {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Which tasks to choose from: parameters of the task list by name, as in a saved view. Filters can be written without `filter[]`. */
  query?: Record<string, string | string[]>
  /** Order in which tasks are claimed, as in the task list; by default that of `query`, else by priority, oldest first. */
  sort_by?: TasksListSort | `custom.${string}`
  /** Seconds until the claim ends; 900 by default. */
  seconds?: number
  /** Changes of the task, made with the claim. If the claim expires, each is reverted unless the attribute was changed again in the meantime. */
  set?: TaskClaimChanges
  /** Note of the worker, such as what it is doing. Plain text, visible to everyone who can read the task. */
  note?: string | null
}

export interface TaskClaimRelease {
  /** `claim.generation` of the response to the claim. */
  generation?: number
  /** Ends the claim of any user. Requires: owner of the task's project, or organization admin. */
  force?: boolean
  /** Changes of the task, made with the release. Without `set`, what the claim changed is reverted where it was not changed since. */
  set?: TaskUpdate
}

export interface TaskClaimRenew {
  /** `claim.generation` of the response to the claim. */
  generation: number
  /** Seconds until the claim ends; 900 by default. */
  seconds?: number
  /** Note of the worker, such as what it is doing. Plain text, visible to everyone who can read the task. */
  note?: string | null
}

export interface TaskComment {
  /** ID of the comment. */
  comment_id: string
  /** ID of the task. */
  task_id: string
  /** Title of the task. */
  task_title: string | null
  /** Username of the author; null for a deleted comment with replies. */
  created_by: string | null
  /** Same as `content`. */
  comment: string | null
  /** Text (Markdown); null for a deleted comment with replies. */
  content: string | null
  /** ID of the comment that it replies to. */
  parent_comment_id: string | null
  /** ID of the organization. */
  org_id: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Mentioned users. */
  mentions: TaskCommentMention[] | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Replies, oldest first; each has the fields of a comment and may have replies itself. */
  replies: TaskComment[]
}

export interface TaskCommentCreate {
  /** ID of the task. */
  task_id: string
  /**
   * Deprecated; use `content`, which takes precedence if both are sent.
   * @deprecated
   */
  comment?: string | null
  /** Text of the comment (Markdown). */
  content?: string | null
  /**
   * Must be the organization of the task.
   * @deprecated
   */
  org_id?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  task_title?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_at?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_at?: string | null
  /**
   * Must be null or omitted; use `POST /v1/task-comments/reply` to reply.
   * @deprecated
   */
  parent_comment_id?: string | null
  /** Users to mention in addition to those in the text. Each is identified by `user_id`, else `username`, else `email`, and must be able to read the task. */
  mentions?: TaskCommentMention[] | null
}

export interface TaskCommentMention {
  /** ID of the user. */
  user_id?: string | null
  /** Username (case-insensitive). */
  username?: string | null
  /** Email address, which must be verified to match in a request. Null in responses to guests. */
  email?: string | null
}

export interface TaskCommentPage {
  data: TaskComment[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface TaskCommentReplyCreate {
  /** Text of the comment (Markdown). */
  content: string
  /** ID of the comment to reply to. */
  parent_comment_id: string
  /** Users to mention in addition to those in the text. Each is identified by `user_id`, else `username`, else `email`, and must be able to read the task. */
  mentions?: TaskCommentMention[] | null
}

export interface TaskCommentUpdate {
  /**
   * Must be the task of the comment, which cannot change.
   * @deprecated
   */
  task_id?: string
  /**
   * Deprecated; use `content`, which takes precedence if both are sent.
   * @deprecated
   */
  comment?: string
  /** Text of the comment (Markdown). */
  content?: string
  /**
   * Must be the organization of the task.
   * @deprecated
   */
  org_id?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  task_title?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_at?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_at?: string
}

export type TaskCommentsListSort = "created_at"

export interface TaskCount {
  /** Number of tasks that match the filters. */
  count: number
  /** With `group_by`: non-empty groups, largest first, 1000 at most. With `then_by`, those with the first 5000 groups of both attributes. */
  groups?: TaskGroup[]
}

export interface TaskCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Plain text. */
  title: string
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask?: boolean
  /** ID of the project. */
  project_id?: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id?: string | null
  /** ID of a sprint of the task's team or of its project's team. */
  sprint_id?: string | null
  /** ID of a milestone of the task's team or of its project's team. */
  milestone_id?: string | null
  /** ID of a goal of the task's project. */
  goal_id?: string | null
  /** IDs of all subtasks, in order. A task has only one parent. */
  sub_tasks?: string[] | null
  /** IDs of all tasks that this task depends on. */
  dependencies?: string[] | null
  /** Markdown. */
  description?: string | null
  status?: TaskStatus | null
  priority?: Priority | null
  task_type?: TaskType | null
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee?: string | null
  /** Planned start. */
  start_date?: string | null
  /** Deadline. */
  due_date?: string | null
  /** Without commas. Surrounding spaces and duplicates are removed. */
  tags?: string[] | null
  /** Data of the task type. Merged (RFC 7396): `null` removes a key. */
  type_data?: Record<string, unknown> | null
  /** Free-form objects; replaced as a whole. */
  metadata?: (Record<string, unknown>)[] | null
  /** Values of custom fields by key, merged: omitted keys keep their value, `null` clears. Unknown keys, archived fields and options, and values of another type are 422. */
  custom?: Record<string, unknown> | null
  /** ID of the bug in another system. */
  bug_id?: string | null
  /** ID in an issue tracker. Accepted only when a bug is created. */
  tracker_id?: string | null
  /** Usernames of the only readers of its project or team who can see the task, besides project owners and organization admins. Empty: all of its readers. */
  restricted_to?: string[] | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string | null
}

export interface TaskDisplay {
  /** `list`, `board`, `calendar` or `timeline`. */
  layout?: string
  /** Period of a calendar or zoom of a timeline: `day`, `week` or `month`. */
  scale?: string
  /** Grouping; `none` for no groups. */
  group_by?: string
  /** Lanes of a board; `none` for no lanes. */
  lanes?: string
  /** Sort, with `-` before it for descending order. */
  sort?: string
  /** Columns that are shown, in order. */
  columns?: string[]
}

export interface TaskDuplicate {
  /** Title of the copy; by default that of the task. */
  title?: string | null
  /** True copies the subtasks too: those at all levels that the caller can read in the same project or, without one, in the same team, at most 50. */
  subtasks?: boolean
}

export interface TaskExternalRef {
  /** Name of the other system. */
  source: string
  /** ID of the task there. */
  external_id: string
}

export type TaskField = "key" | "org_id" | "task_id" | "number" | "project_id" | "team_id" | "sprint_id" | "milestone_id" | "goal_id" | "title" | "description" | "status" | "priority" | "task_type" | "assignee" | "start_date" | "due_date" | "tags" | "type_data" | "metadata" | "custom" | "is_subtask" | "sub_tasks" | "dependencies" | "bug_id" | "tracker_id" | "restricted_to" | "restricted_to_user_ids" | "created_by" | "updated_by" | "created_at" | "updated_at" | "version" | "has_access" | "has_edit_access" | "claim" | "comments" | "section_id" | "section_position" | "deleted_at"

export interface TaskFields {
  /** Short name such as `QUAY-12`: prefix of the project and `number`; null without a project. The task is also found by every key that it had before. */
  key?: string | null
  /** ID of the organization. */
  org_id?: string
  /** ID of the task. */
  task_id: string
  /** Number in the project, from 1, never reused; null without a project. */
  number?: number | null
  /** ID of the project. */
  project_id?: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id?: string | null
  /** ID of a sprint of the task's team or of its project's team. */
  sprint_id?: string | null
  /** ID of a milestone of the task's team or of its project's team. */
  milestone_id?: string | null
  /** ID of a goal of the task's project. */
  goal_id?: string | null
  /** Plain text. */
  title?: string
  /** Markdown. */
  description?: string | null
  status?: TaskStatus
  priority?: Priority
  task_type?: TaskType
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee?: string | null
  /** Planned start. */
  start_date?: string | null
  /** Deadline. */
  due_date?: string | null
  tags?: string[]
  /** Data of the task type. */
  type_data?: Record<string, unknown> | null
  /** Free-form objects. */
  metadata?: (Record<string, unknown>)[]
  /** Values of custom fields by key. Lists omit archived fields. */
  custom?: Record<string, unknown>
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask?: boolean
  /** IDs of the subtasks that the caller can read, in order. */
  sub_tasks?: string[]
  /** IDs of the tasks it depends on and that the caller can read. */
  dependencies?: string[]
  /** ID of the bug in another system. */
  bug_id?: string | null
  /** ID in an issue tracker. Only bugs have one. */
  tracker_id?: string | null
  /** Usernames of the users to whom the task is restricted. Empty: not restricted. */
  restricted_to?: string[]
  /** IDs of the users to whom the task is restricted. */
  restricted_to_user_ids?: string[] | null
  /** Username of the creator. */
  created_by?: string | null
  /** Username of the last editor. */
  updated_by?: string | null
  /** Time of creation. */
  created_at?: string | null
  /** Time of the last change. */
  updated_at?: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number | null
  /** False for a restricted task, included by `include_inaccessible`. */
  has_access?: boolean
  /** Whether the caller can update the task. */
  has_edit_access?: boolean
  /** Claim of the task, `null` if it is not claimed. In lists only with `fields`. */
  claim?: TaskClaim | null
  /** Number of comments. */
  comments?: number | null
  /** ID of the section in the requested `section_scope`, otherwise `null`. */
  section_id?: string | null
  /** Position in this section. */
  section_position?: number | null
  /** Time of deletion. Only with `filter[deleted]`. */
  deleted_at?: string
}

export interface TaskFieldsPage {
  data: TaskFields[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface TaskGroup {
  /** Value of the attribute; `null` for tasks without one. */
  key: string | null
  /** Number of tasks in the group. */
  count: number
  /** With `then_by`: the non-empty groups of the tasks of this group, largest first. */
  groups?: TaskSubgroup[]
}

export type TaskGrouping = "status" | "priority" | "assignee" | "project" | "section" | "sprint" | "milestone" | "goal" | "task_type" | "tags" | "due_date" | "team"

export interface TaskHistoryEntry {
  /** ID of the entry. */
  history_id: string
  /** ID of the task. */
  task_id: string
  /** Event type without the prefix `task.`: `created`, `updated`, `moved`, `comment_added`, …. */
  action: string
  /** Username of the user who made the change, or `system`. */
  created_by: string
  /** Time of the change. */
  created_at: string
  /** Current title of the task. */
  title: string | null
  /** Changed fields as `{field, old, new}`. Values that name a resource the caller cannot read are `null`. */
  metadata: (Record<string, unknown>)[]
  /** Event type of the operation on another resource that caused the change, such as `goal.moved`. */
  cause: string | null
  /** Always `null`. */
  hash_id: string | null
  /** Always `null`. */
  updated_at: string | null
}

export interface TaskHistoryEntryPage {
  data: TaskHistoryEntry[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type TaskHistoryListSort = "created_at"

export interface TaskLost {
  /** ID of the restored task: this task or one of its descendants. */
  task_id: string
  /** Field that had the reference. */
  field: TaskLostField
  /** ID that was not restored. */
  id: string
}

export type TaskLostField = "parent" | "sub_tasks" | "dependencies" | "dependents" | "team_id" | "sprint_id" | "milestone_id" | "goal_id" | "section_id" | "stop_id"

export interface TaskMilestoneSet {
  /** ID of the milestone; `null` removes the task from its milestone. */
  milestone_id?: string | null
}

export interface TaskPage {
  data: TaskRow[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type TaskPageOrFields = TaskPage | TaskFieldsPage

export interface TaskProjectSet {
  /** ID of the new project; `null` removes the task from its project. */
  project_id?: string | null
}

export interface TaskRestoration {
  /** IDs of the descendants that were restored with the task. */
  sub_tasks: string[]
  /** IDs of the tasks that depend on a restored task again. */
  dependents: string[]
  /** References that were not restored, because the other resource is deleted or completed, belongs to another project or team, or the link would form a cycle. */
  missing: TaskLost[]
}

export interface TaskRestored {
  /** Short name such as `QUAY-12`: prefix of the project and `number`; null without a project. The task is also found by every key that it had before. */
  key: string | null
  /** ID of the organization. */
  org_id: string
  /** ID of the task. */
  task_id: string
  /** Number in the project, from 1, never reused; null without a project. */
  number: number | null
  /** ID of the project. */
  project_id: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id: string | null
  /** ID of a sprint of the task's team or of its project's team. */
  sprint_id: string | null
  /** ID of a milestone of the task's team or of its project's team. */
  milestone_id: string | null
  /** ID of a goal of the task's project. */
  goal_id: string | null
  /** Plain text. */
  title: string
  /** Markdown. */
  description: string | null
  status: TaskStatus
  priority: Priority
  task_type: TaskType
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee: string | null
  /** Planned start. */
  start_date: string | null
  /** Deadline. */
  due_date: string | null
  tags: string[]
  /** Data of the task type. */
  type_data: Record<string, unknown> | null
  /** Free-form objects. */
  metadata: (Record<string, unknown>)[]
  /** Values of custom fields by key. Lists omit archived fields. */
  custom: Record<string, unknown>
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask: boolean
  /** IDs of the subtasks that the caller can read, in order. */
  sub_tasks: string[]
  /** IDs of the tasks it depends on and that the caller can read. */
  dependencies: string[]
  /** ID of the bug in another system. */
  bug_id: string | null
  /** ID in an issue tracker. Only bugs have one. */
  tracker_id: string | null
  /** Usernames of the users to whom the task is restricted. Empty: not restricted. */
  restricted_to: string[]
  /** IDs of the users to whom the task is restricted. */
  restricted_to_user_ids: string[] | null
  /** Username of the creator. */
  created_by: string | null
  /** Username of the last editor. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true, because unreadable tasks are not returned. */
  has_access: true
  /** Whether the caller can update the task. */
  has_edit_access: boolean
  /** Claim of the task, `null` if it is not claimed. In lists only with `fields`. */
  claim?: TaskClaim | null
  /** IDs of the task in other systems. Not in lists. */
  external_refs?: TaskExternalRef[]
  /** Result of the restoration, as far as the caller can read it. */
  restored: TaskRestoration
}

export interface TaskRoadmapStop {
  /** ID of the stop. */
  stop_id: string
  /** ID of the project. */
  project_id: string
  /** Title of the stop. */
  title: string
  /** `direct`: the task was added to the stop. `milestone`: its milestone is pinned to the stop. */
  via: string
  /** Journeys of the stop, by position. */
  journeys: StopJourney[]
}

export interface TaskRoadmapStopPage {
  data: TaskRoadmapStop[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type TaskRow = TaskSummary | RestrictedTask

export type TaskSearchField = "all" | "title"

export interface TaskSection {
  /** ID of the task. */
  task_id: string
  /** Owner of the sections: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or the username of the caller. */
  scope_id: string
  /** ID of the section; `null` if the task is in none. */
  section_id: string | null
  /** Position in the section. */
  position: number | null
}

export interface TaskSectionSet {
  /** Owner of the sections: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or the username of the caller. */
  scope_id: string
  /** ID of the section; `null` removes the task from the sections of the scope. */
  section_id?: string | null
  /** Position in the section. Tasks of a section are sorted by position. */
  position?: number | null
  /** ID of a task in section `section_id`; this task is placed directly before it. Excludes `after` and `position`. */
  before?: string | null
  /** ID of a task in section `section_id`; this task is placed directly after it. Excludes `before` and `position`. */
  after?: string | null
}

export interface TaskSprintSet {
  /** ID of the sprint; `null` removes the task from its sprint. */
  sprint_id?: string | null
}

export type TaskStatus = "backlog" | "not_started" | "in_progress" | "blocked" | "completed" | "archived" | "on_hold"

export interface TaskSubgroup {
  /** Value of the attribute; `null` for tasks without one. */
  key: string | null
  /** Number of tasks in the group. */
  count: number
}

export interface TaskSummary {
  /** Short name such as `QUAY-12`: prefix of the project and `number`; null without a project. The task is also found by every key that it had before. */
  key: string | null
  /** ID of the organization. */
  org_id: string
  /** ID of the task. */
  task_id: string
  /** Number in the project, from 1, never reused; null without a project. */
  number: number | null
  /** ID of the project. */
  project_id: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id: string | null
  /** ID of a sprint of the task's team or of its project's team. */
  sprint_id: string | null
  /** ID of a milestone of the task's team or of its project's team. */
  milestone_id: string | null
  /** ID of a goal of the task's project. */
  goal_id: string | null
  /** Plain text. */
  title: string
  /** Markdown. */
  description: string | null
  status: TaskStatus
  priority: Priority
  task_type: TaskType
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee: string | null
  /** Planned start. */
  start_date: string | null
  /** Deadline. */
  due_date: string | null
  tags: string[]
  /** Data of the task type. */
  type_data: Record<string, unknown> | null
  /** Free-form objects. */
  metadata: (Record<string, unknown>)[]
  /** Values of custom fields by key. Lists omit archived fields. */
  custom: Record<string, unknown>
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask: boolean
  /** IDs of the subtasks that the caller can read, in order. */
  sub_tasks: string[]
  /** IDs of the tasks it depends on and that the caller can read. */
  dependencies: string[]
  /** ID of the bug in another system. */
  bug_id: string | null
  /** ID in an issue tracker. Only bugs have one. */
  tracker_id: string | null
  /** Usernames of the users to whom the task is restricted. Empty: not restricted. */
  restricted_to: string[]
  /** IDs of the users to whom the task is restricted. */
  restricted_to_user_ids: string[] | null
  /** Username of the creator. */
  created_by: string | null
  /** Username of the last editor. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true, because unreadable tasks are not returned. */
  has_access: true
  /** Whether the caller can update the task. */
  has_edit_access: boolean
  /** Claim of the task, `null` if it is not claimed. In lists only with `fields`. */
  claim?: TaskClaim | null
  /** Number of comments. */
  comments: number | null
  /** ID of the section in the requested `section_scope`, otherwise `null`. */
  section_id: string | null
  /** Position in this section. */
  section_position: number | null
  /** Time of deletion. Only with `filter[deleted]`. */
  deleted_at?: string
}

export type TaskType = "task" | "bug" | "agent"

export interface TaskUpdate {
  /**
   * Must be the organization of the task, which cannot change.
   * @deprecated
   */
  org_id?: string
  /** Plain text. */
  title?: string
  /** Whether the task is a subtask. Always true for a task with a parent. */
  is_subtask?: boolean
  /** ID of the project. */
  project_id?: string | null
  /** ID of the team. Without a project, the task is in its intake. */
  team_id?: string | null
  /** ID of a sprint of the task's team or of its project's team. */
  sprint_id?: string | null
  /** ID of a milestone of the task's team or of its project's team. */
  milestone_id?: string | null
  /** ID of a goal of the task's project. */
  goal_id?: string | null
  /** IDs of all subtasks, in order. A task has only one parent. */
  sub_tasks?: string[] | null
  /** IDs of all tasks that this task depends on. */
  dependencies?: string[] | null
  /** Markdown. */
  description?: string | null
  status?: TaskStatus
  priority?: Priority
  task_type?: TaskType
  /** Username of the assignee, an active member. Case-insensitive. */
  assignee?: string | null
  /** Planned start. */
  start_date?: string | null
  /** Deadline. */
  due_date?: string | null
  /** Without commas. Surrounding spaces and duplicates are removed. */
  tags?: string[] | null
  /** Data of the task type. Merged (RFC 7396): `null` removes a key. */
  type_data?: Record<string, unknown> | null
  /** Free-form objects; replaced as a whole. */
  metadata?: (Record<string, unknown>)[] | null
  /** Values of custom fields by key, merged: omitted keys keep their value, `null` clears. Unknown keys, archived fields and options, and values of another type are 422. */
  custom?: Record<string, unknown>
  /** ID of the bug in another system. */
  bug_id?: string | null
  /** ID in an issue tracker. Accepted only when a bug is created. */
  tracker_id?: string
  /** Usernames of the only readers of its project or team who can see the task, besides project owners and organization admins. Empty: all of its readers. */
  restricted_to?: string[] | null
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  created_by?: string
  /**
   * Read-only: accepted and ignored.
   * @deprecated
   */
  updated_by?: string
}

export type TaskWatchersListSort = "username"

export type TasksListSort = "task_id" | "title" | "status" | "priority" | "due_date" | "start_date" | "created_at" | "assignee" | "project_id" | "priority_rank" | "status_rank" | "task_type" | "updated_at" | "section_position"

export interface Team {
  /** ID of the team. */
  team_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Name of the team. */
  name: string
  /** Free text. `null` when there is none. */
  description: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true: deleted resources are not returned. */
  is_active: boolean
  /** Number of members who are active in the organization. */
  member_count: number
  /** Number of projects of the team that the caller can read. */
  project_count: number
  /** The caller's role. `null` when the caller is not in the team. */
  team_role: TeamRole | null
  /** Members who are active in the organization, by username. */
  members: TeamMember[]
}

export interface TeamCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Unique among the teams of the organization (case-insensitive). */
  name: string
  /** Free text. `null` when there is none. */
  description?: string | null
  /** Users to add as members: active members of the organization. The caller is always added as the owner. */
  member_user_ids?: string[] | null
}

export interface TeamDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the team. */
  team_id: string
  /** Number of projects removed from the team, counting only those that the caller can read. */
  detached_projects: number
  /** Number of tasks removed from the team, counting only those that the caller can read. */
  detached_tasks: number
}

export interface TeamMember {
  /** ID of the team. */
  team_id: string
  /** ID of the user. */
  user_id: string
  /** `owner`: can edit the team, its members, sprints, milestones and sections. `member`: belongs to the team. */
  team_role: TeamRole
  /** Username of the user. */
  username: string | null
  /** Username of the user who added them to the team. */
  added_by: string | null
  /** Time at which they joined the team, in UTC. */
  created_at: string | null
  /** Time at which their role last changed, in UTC. */
  updated_at: string | null
}

export interface TeamMemberCreate {
  /** ID of the user to add: an active member of the organization. */
  user_id: string
  /** Role in the team. Default: `member`. Guests cannot be `owner`. */
  team_role?: TeamRole
}

export interface TeamMemberPage {
  data: TeamMember[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface TeamMemberUpdate {
  /** `owner`: can edit the team, its members, sprints, milestones and sections. `member`: belongs to the team. */
  team_role: TeamRole
}

export interface TeamPage {
  data: TeamSummary[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
  /** Number of teams on all pages. */
  total: number
}

export type TeamRole = "owner" | "member"

export interface TeamSummary {
  /** ID of the team. */
  team_id: string
  /** ID of the organization that it belongs to. */
  org_id: string
  /** Name of the team. */
  name: string
  /** Free text. `null` when there is none. */
  description: string | null
  /** Username of the user who created it. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation, in UTC. */
  created_at: string | null
  /** Time of the last update, in UTC. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true: deleted resources are not returned. */
  is_active: boolean
  /** Number of members who are active in the organization. */
  member_count: number
  /** Number of projects of the team that the caller can read. */
  project_count: number
  /** The caller's role. `null` when the caller is not in the team. */
  team_role: TeamRole | null
}

export interface TeamUpdate {
  /** Unique among the teams of the organization (case-insensitive). */
  name?: string
  /** Free text. `null` when there is none. */
  description?: string | null
}

export type TeamsListMembersSort = "username" | "created_at"

export type TeamsListSort = "name" | "created_at"

export type TeamsListTasksSort = "task_id" | "title" | "status" | "priority" | "due_date" | "start_date" | "created_at" | "assignee" | "project_id" | "priority_rank" | "status_rank" | "task_type" | "updated_at" | "section_position"

export interface TestEmail {
  /** Verified address of the caller. */
  to: string
  /** Host and port of the mail server. */
  server: string
  /** Time at which the mail server accepted the email. */
  sent_at: string
}

export type Theme = "light" | "dark"

export interface Token {
  /** ID of the token (`TK…`), not the token itself. */
  token_id: string
  /** ID of the organization that the token gives access to. */
  org_id: string
  /** ID of the user or service account that the token acts as. */
  principal_user_id: string
  /** Username of the user or service account that the token acts as. */
  principal_display: string | null
  /** Username of the user who created the token. */
  created_by: string
  /** Display name. */
  name: string
  /** First characters of the token, to identify it. */
  token_prefix: string
  /** `live`, or `test` for a token that can only read. */
  kind: TokenKind
  /** `personal` acts as a user, `service_account` as a service account; `authorization_code` was issued to an OAuth app. */
  grant_type: TokenGrantType
  /** ID of the OAuth app that the token was issued to; null for other tokens. */
  client_id: string | null
  /** Granted scopes, without implied ones. The role of the principal limits them further. */
  scopes: string[]
  /** IDs of the projects that the token is limited to; null for all projects that its principal can see. */
  project_ids: string[] | null
  /** `active`, `revoked` or `expired`. A rotated token is active during its grace period. */
  status: TokenStatus
  /** Expiry; null for a token that does not expire. */
  expires_at: string | null
  /** Time of the last request; updated within 30 seconds. */
  last_used_at: string | null
  /** Number of requests; updated within 30 seconds. */
  use_count: number
  /** Time from which the token is rejected. In the future for 60 seconds after a rotation. */
  revoked_at: string | null
  /** Username of the user who revoked or rotated the token. */
  revoked_by: string | null
  /** Machine-readable reason, such as `revoked_by_user`, `revoked_by_admin` or `rotated`. */
  revoke_reason: string | null
  /** ID of the token that this one replaced. */
  rotated_from: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface TokenCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Display name, 1 to 100 characters. Need not be unique. */
  name: string
  /** `test` creates a token that can only read. */
  kind?: TokenKind
  /** Scopes to grant. `x:write` includes `x:read`; `admin` includes all. */
  scopes: Scope[]
  /** IDs of 1 to 1000 projects that the caller can read; limits the token to these. Null or omitted: no limit. */
  project_ids?: string[] | null
  /** Expiry, in the future. Null or omitted: the token does not expire. */
  expires_at?: string | null
  /** User ID of the service account that the token acts as. Null or omitted: the caller. Requires organization admin. */
  principal_user_id?: string | null
}

export interface TokenCreated {
  /** ID of the token (`TK…`), not the token itself. */
  token_id: string
  /** ID of the organization that the token gives access to. */
  org_id: string
  /** ID of the user or service account that the token acts as. */
  principal_user_id: string
  /** Username of the user or service account that the token acts as. */
  principal_display: string | null
  /** Username of the user who created the token. */
  created_by: string
  /** Display name. */
  name: string
  /** First characters of the token, to identify it. */
  token_prefix: string
  /** `live`, or `test` for a token that can only read. */
  kind: TokenKind
  /** `personal` acts as a user, `service_account` as a service account; `authorization_code` was issued to an OAuth app. */
  grant_type: TokenGrantType
  /** ID of the OAuth app that the token was issued to; null for other tokens. */
  client_id: string | null
  /** Granted scopes, without implied ones. The role of the principal limits them further. */
  scopes: string[]
  /** IDs of the projects that the token is limited to; null for all projects that its principal can see. */
  project_ids: string[] | null
  /** `active`, `revoked` or `expired`. A rotated token is active during its grace period. */
  status: TokenStatus
  /** Expiry; null for a token that does not expire. */
  expires_at: string | null
  /** Time of the last request; updated within 30 seconds. */
  last_used_at: string | null
  /** Number of requests; updated within 30 seconds. */
  use_count: number
  /** Time from which the token is rejected. In the future for 60 seconds after a rotation. */
  revoked_at: string | null
  /** Username of the user who revoked or rotated the token. */
  revoked_by: string | null
  /** Machine-readable reason, such as `revoked_by_user`, `revoked_by_admin` or `rotated`. */
  revoke_reason: string | null
  /** ID of the token that this one replaced. */
  rotated_from: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last change. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** The token itself. Returned only in this response; the server stores its hash. */
  token: string
}

export type TokenGrantType = "personal" | "service_account" | "authorization_code"

export type TokenKind = "live" | "test"

export interface TokenPage {
  data: Token[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type TokenStatus = "active" | "revoked" | "expired"

export interface TokenUpdate {
  /** Display name, 1 to 100 characters. Need not be unique. */
  name: string
}

export type TokensListSort = "name" | "created_at" | "last_used_at" | "expires_at"

export interface TotpSetup {
  /** Code of the authenticator app, which confirms the secret. */
  code?: string | null
}

export interface TotpSetupResult {
  /** Secret for the authenticator app, base32; `null` after confirmation. */
  secret: string | null
  /** The secret as an `otpauth://` URL; `null` after confirmation. */
  otpauth_url: string | null
  /** QR code of `otpauth_url` as an SVG image; `null` after confirmation, and for a URL of more than 500 bytes. */
  qr_code: string | null
  /** Ten codes, each of which can be used once instead of a code from the app; `null` before confirmation. */
  recovery_codes: string[] | null
}

export interface UnreadCount {
  /** Number of unread notifications, at most 1,000. */
  unread: number
  /** True if there are more than 1,000; only the newest are counted. */
  more: boolean
  /** The number by kind, without kinds that have no unread ones. */
  by_kind: UnreadOfKind[]
}

export interface UnreadOfKind {
  /** Kind of notification. */
  kind: NotificationKind
  /** Number of unread notifications of this kind. */
  unread: number
}

export interface View {
  /** ID of the view. */
  view_id: string
  /** ID of the organization. */
  org_id: string
  /** Kind of owner: `project` or `team` (visible to everyone who can read it), or `user` (personal). */
  scope_type: ScopeType
  /** ID of the project or team, or the username. */
  scope_id: string
  /** List that the view queries. */
  resource: ViewResource
  /** Name. */
  name: string
  /** Query parameters of the list; filters are written as `filter[…]`. */
  query: Record<string, unknown>
  /** Display settings of the client. */
  display: Record<string, unknown>
  /** Username of the creator. */
  created_by: string | null
  /** Username of the user who last updated it. */
  updated_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Always true. */
  is_active: boolean
  /** Whether you can update and delete it. */
  can_edit: boolean
  /** Whether you have pinned it. */
  pinned: boolean
}

export interface ViewCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Kind of owner; by default `user` (personal). */
  scope_type?: ScopeType
  /** List that the view queries; by default `task`. */
  resource?: ViewResource
  /** Name, unique among the views of the scope for the same list (case-insensitive). */
  name: string
  /** Query parameters of the list by name: `filter[…]`, `sort_by` and `sort_order`; for tasks also `project_id`, `section_scope` and `include_inaccessible`; for projects `show_all`. Filters can be written without `filter[]`. The value `me` stands for the user who opens the view. An update is merged (RFC 7396): null removes a parameter. */
  query?: Record<string, string | string[] | null>
  /** Display settings of the client: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed` and others. An update is merged (RFC 7396). */
  display?: Record<string, unknown>
  /** ID of the project or team; ignored for a personal view. */
  scope_id?: string | null
}

export interface ViewDeleted {
  /** Always true. */
  ok: boolean
  /** ID of the view. */
  view_id: string
}

export interface ViewDuplicate {
  /** Kind of owner of the copy; by default `user` (personal). */
  scope_type?: ScopeType
  /** ID of the project or team; ignored for a personal view. */
  scope_id?: string | null
  /** Name of the copy; by default `<name> (copy)`. */
  name?: string | null
}

export interface ViewPage {
  data: View[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ViewPin {
  /** Kind of the pinned item. */
  pin_type: PinType
  /** ID of the view or project. */
  pin_id: string
  /** ID of the organization. */
  org_id: string
  /** Sort position. */
  position: number
  /** Current name of the view or project. */
  label: string
  /** Type of the owner of the view; null for a project. */
  scope_type: ScopeType | null
  /** List that the view queries; null for a project. */
  resource: ViewResource | null
  /** Time at which it was pinned. */
  created_at: string | null
}

export interface ViewPinOrder {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Pins to move to the front, in their new order. */
  pins: ({
    /** Kind of the pinned item. */
    pin_type: PinType
    /** ID of the view or project. */
    pin_id: string
  })[]
}

export interface ViewPinPage {
  data: ViewPin[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type ViewPinsListSort = "position"

export type ViewResource = "task" | "project"

export type ViewRow = TaskSummary | RestrictedTask | ProjectSummary

export interface ViewRowPage {
  data: ViewRow[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface ViewUpdate {
  /** Must be the stored value, which cannot change. */
  resource?: ViewResource
  /** Name, unique among the views of the scope for the same list (case-insensitive). */
  name?: string
  /** Query parameters of the list by name: `filter[…]`, `sort_by` and `sort_order`; for tasks also `project_id`, `section_scope` and `include_inaccessible`; for projects `show_all`. Filters can be written without `filter[]`. The value `me` stands for the user who opens the view. An update is merged (RFC 7396): null removes a parameter. */
  query?: Record<string, string | string[] | null>
  /** Display settings of the client: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed` and others. An update is merged (RFC 7396). */
  display?: Record<string, unknown>
}

export type ViewsListSort = "name" | "created_at"

export interface Watch {
  /** ID of the task. */
  task_id: string
  /** Whether the caller is notified of comments and status changes. */
  watching: boolean
  /** Reason of the watch: `created` for the creator, `assigned` for the assignee, otherwise the first of `commented`, `mentioned` and `chosen` (watched explicitly). */
  reason: WatchReason | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export type WatchReason = "created" | "assigned" | "commented" | "mentioned" | "chosen"

export interface Watcher {
  /** ID of the user. */
  user_id: string
  /** Username. */
  username: string
  /** Reason of the watch: `created` for the creator, `assigned` for the assignee, otherwise the first of `commented`, `mentioned` and `chosen` (watched explicitly). */
  reason: WatchReason
}

export interface WatcherPage {
  data: Watcher[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface Webhook {
  /** Webhook ID (`WH…`). */
  subscription_id: string
  /** ID of the organization. */
  org_id: string
  /** Display name. */
  name: string
  /** URL that receives the events. The path is hidden from callers that cannot change webhooks. */
  url: string
  /** API version of the payloads (YYYY-MM-DD). */
  api_version: string
  /** Subscribed event types and wildcards. */
  events: string[]
  /** IDs of the projects whose events are sent, as far as you can read them; null for the whole organization. */
  project_ids: string[] | null
  /** First characters of the secret. */
  secret_prefix: string
  /** Number of the server key that encrypts the secret. */
  key_version: number
  /** `active`, `paused` by a user, or `disabled` by the service (see `disabled_reason`). */
  status: WebhookStatus
  /** `consecutive_failures`, `gone` (the endpoint returned 410), or `owner_gone` (the owner left the organization or lost the right to manage webhooks); null unless disabled. */
  disabled_reason: string | null
  /** Number of failed deliveries since the last success. After 10, the webhook is disabled once the endpoint has failed for as long as a delivery is retried. One that has never accepted a delivery is disabled without that wait. */
  consecutive_failures: number
  /** Result of the last attempt to the present URL: `succeeded` or `failed`. */
  last_delivery_status: string | null
  /** Time of the last attempt to the present URL. */
  last_delivery_at: string | null
  /** Time of the last successful delivery to the present URL. */
  last_success_at: string | null
  /** Time of the last rotation of the secret. */
  secret_rotated_at: string | null
  /** Until this time, deliveries are also signed with the previous secret. */
  previous_secret_expires_at: string | null
  /** Username of the creator. */
  created_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
}

export interface WebhookCreate {
  /** Organization id. Optional with an access token, whose organization is the default. */
  org_id?: string
  /** Display name. Not necessarily unique. */
  name: string
  /** URL that receives the events: https, no credentials, and no private or local address. */
  url: string
  /** Event types, such as `task.updated`, or wildcards, such as `task.*`. */
  events: string[]
  /** Sends only events in these projects. Empty or null: the whole organization. */
  project_ids?: string[] | null
}

export interface WebhookCreated {
  /** Webhook ID (`WH…`). */
  subscription_id: string
  /** ID of the organization. */
  org_id: string
  /** Display name. */
  name: string
  /** URL that receives the events. The path is hidden from callers that cannot change webhooks. */
  url: string
  /** API version of the payloads (YYYY-MM-DD). */
  api_version: string
  /** Subscribed event types and wildcards. */
  events: string[]
  /** IDs of the projects whose events are sent, as far as you can read them; null for the whole organization. */
  project_ids: string[] | null
  /** First characters of the secret. */
  secret_prefix: string
  /** Number of the server key that encrypts the secret. */
  key_version: number
  /** `active`, `paused` by a user, or `disabled` by the service (see `disabled_reason`). */
  status: WebhookStatus
  /** `consecutive_failures`, `gone` (the endpoint returned 410), or `owner_gone` (the owner left the organization or lost the right to manage webhooks); null unless disabled. */
  disabled_reason: string | null
  /** Number of failed deliveries since the last success. After 10, the webhook is disabled once the endpoint has failed for as long as a delivery is retried. One that has never accepted a delivery is disabled without that wait. */
  consecutive_failures: number
  /** Result of the last attempt to the present URL: `succeeded` or `failed`. */
  last_delivery_status: string | null
  /** Time of the last attempt to the present URL. */
  last_delivery_at: string | null
  /** Time of the last successful delivery to the present URL. */
  last_success_at: string | null
  /** Time of the last rotation of the secret. */
  secret_rotated_at: string | null
  /** Until this time, deliveries are also signed with the previous secret. */
  previous_secret_expires_at: string | null
  /** Username of the creator. */
  created_by: string | null
  /** Time of creation. */
  created_at: string | null
  /** Time of the last update. */
  updated_at: string | null
  /** Increases with every change. Use it as `If-Match: "<version>-"`. */
  version: number
  /** Secret that signs the deliveries (`whsec_…`). Only this response contains it. */
  secret: string
}

export interface WebhookDelivery {
  /** Delivery ID (`WD…`). */
  delivery_id: string
  /** ID of the webhook. */
  subscription_id: string
  /** ID of the organization. */
  org_id: string
  /** ID of the event (`EV…`); null for a test. */
  event_id: string | null
  /** Event type, such as `task.updated`. */
  event_type: string
  /** `pending`: not attempted yet. `in_flight`: being sent. `succeeded`: the endpoint returned 2xx. `failed`: the last attempt failed and the next one is at `next_attempt_at` (tests are not retried). `dead`: no more attempts. */
  status: WebhookDeliveryStatus
  /** Number of attempts so far. */
  attempt: number
  /** Maximum number of attempts, set when the delivery is queued. */
  max_attempts: number
  /** Time of the next attempt; null when there is none. */
  next_attempt_at: string | null
  /** HTTP status of the last response; null without a response. */
  response_status: number | null
  /** Duration of the last attempt in milliseconds; null without a response. */
  response_ms: number | null
  /** Reason why the last attempt failed, such as `connection failed`; null when the status says it. */
  error: string | null
  /** IP address that responded to the last attempt; null without a response. */
  resolved_ip: string | null
  /** ID of the delivery that this one replays. */
  replay_of: string | null
  /** Time at which the delivery was queued. */
  created_at: string | null
  /** Time at which it succeeded or was given up; otherwise null. */
  finished_at: string | null
  /** Request body as sent. `before` and `after` are null if you cannot read the change. */
  payload: Record<string, unknown>
  /** Request headers of the last attempt, with masked signatures. */
  request_headers: Record<string, unknown>
  /** Start of the last response body, at most 512 characters, with secrets removed. */
  response_excerpt: string | null
  /** All attempts, oldest first. */
  attempt_log: ({
    /** Number of the attempt, from 1. */
    attempt: number
    /** Time at which the attempt started. */
    at: string
    /** HTTP status; null without a response. */
    status: number | null
    /** Duration in milliseconds; null without a response. */
    ms: number | null
    /** `succeeded`, `failed`, `gone` (status 410) or `rate_limited` (status 429). */
    outcome: string
    /** Reason for the failure; null when the status says it. */
    error: string | null
    /** IP address that responded; null without a response. */
    resolved_ip: string | null
    /** Time of the following attempt; null when there is none. */
    next_attempt_at: string | null
  })[]
}

export interface WebhookDeliveryPage {
  data: WebhookDeliverySummary[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type WebhookDeliveryStatus = "pending" | "in_flight" | "succeeded" | "failed" | "dead"

export interface WebhookDeliverySummary {
  /** Delivery ID (`WD…`). */
  delivery_id: string
  /** ID of the webhook. */
  subscription_id: string
  /** ID of the organization. */
  org_id: string
  /** ID of the event (`EV…`); null for a test. */
  event_id: string | null
  /** Event type, such as `task.updated`. */
  event_type: string
  /** `pending`: not attempted yet. `in_flight`: being sent. `succeeded`: the endpoint returned 2xx. `failed`: the last attempt failed and the next one is at `next_attempt_at` (tests are not retried). `dead`: no more attempts. */
  status: WebhookDeliveryStatus
  /** Number of attempts so far. */
  attempt: number
  /** Maximum number of attempts, set when the delivery is queued. */
  max_attempts: number
  /** Time of the next attempt; null when there is none. */
  next_attempt_at: string | null
  /** HTTP status of the last response; null without a response. */
  response_status: number | null
  /** Duration of the last attempt in milliseconds; null without a response. */
  response_ms: number | null
  /** Reason why the last attempt failed, such as `connection failed`; null when the status says it. */
  error: string | null
  /** IP address that responded to the last attempt; null without a response. */
  resolved_ip: string | null
  /** ID of the delivery that this one replays. */
  replay_of: string | null
  /** Time at which the delivery was queued. */
  created_at: string | null
  /** Time at which it succeeded or was given up; otherwise null. */
  finished_at: string | null
}

export interface WebhookEventType {
  /** Event type, or `<resource>.*` for all event types of a resource. */
  type: string
  /** Resource of the event, such as `task`. */
  resource: string
  /** Description of the event. */
  description: string
  /** True for `<resource>.*`. */
  wildcard: boolean
}

export interface WebhookEventTypePage {
  data: WebhookEventType[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export interface WebhookPage {
  data: Webhook[]
  /** Cursor of the next page, to send as `cursor`; null on the last page. */
  next_cursor: string | null
}

export type WebhookStatus = "active" | "paused" | "disabled"

export type WebhookSwitch = "active" | "paused"

export interface WebhookUpdate {
  /** Display name. Not necessarily unique. */
  name?: string
  /** URL that receives the events: https, no credentials, and no private or local address. */
  url?: string
  /** Event types, such as `task.updated`, or wildcards, such as `task.*`. */
  events?: string[]
  /** Sends only events in these projects. Empty or null: the whole organization. */
  project_ids?: string[] | null
  /** `paused` stops deliveries. `active` resumes a paused webhook and enables a disabled one. */
  status?: WebhookSwitch
}

export type WebhooksDeliveriesSort = "created_at"

export type WebhooksEventsSort = "type"

export type WebhooksListSort = "name" | "created_at"

export interface WhatsNew {
  /** Releases, newest first; at most 1000. */
  latest_releases: Release[]
  /** `releases_count`, and the sums of `features_count`, `fixes_count`, `breaking_changes_count` and `total_commits` over `latest_releases`. */
  summary: Record<string, unknown>
  /** Start of the first included day (UTC). */
  since_date: string
}

export interface WorkHandOver {
  /** Username of the active member who receives the work. Case-insensitive. */
  to: string
}

export interface WorkHandedOver {
  /** Number of open tasks that were assigned to the other member. */
  tasks: number
  /** Number of projects whose primary owner is now the other member. */
  projects: number
  /** Number of open milestones that the other member owns now. */
  milestones: number
  /** Number of open tasks that are still assigned to the member, among those that the caller can read: because of the limit, or because the other member could not read them. */
  tasks_left: number
  /** True if a limit was reached: send the request again. */
  has_more: boolean
}
