// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

export interface AccessReview {
  org_id: string
  generated_at: string
  /** The active members, by username. */
  members: AccessReviewMember[]
  /** Tokens neither expired nor revoked whose principal is no longer an active member. */
  unattached_tokens: AccessReviewUnattachedToken[]
}

export interface AccessReviewMember {
  user_id: string
  username: string | null
  email: string | null
  kind: PrincipalType
  role: OrganizationRole
  /** Label of the designation. */
  designation: string | null
  /** Up to 30 seconds behind; null = never. */
  last_active_at: string | null
  /** Those that give access right now. */
  tokens: AccessReviewToken[]
}

export interface AccessReviewToken {
  token_id: string
  name: string
  /** Its first characters, to tell it from others. */
  token_prefix: string
  kind: TokenKind
  grant_type: TokenGrantType
  scopes: string[]
  /** The projects it is limited to; null = no limit. */
  project_ids: string[] | null
  expires_at: string | null
  /** Up to 30 seconds behind. */
  last_used_at: string | null
}

export interface AccessReviewUnattachedToken {
  token_id: string
  name: string
  /** Its first characters, to tell it from others. */
  token_prefix: string
  kind: TokenKind
  grant_type: TokenGrantType
  scopes: string[]
  /** The projects it is limited to; null = no limit. */
  project_ids: string[] | null
  expires_at: string | null
  /** Up to 30 seconds behind. */
  last_used_at: string | null
  /** Who it acted as. */
  principal_user_id: string
}

export interface Acknowledgement {
  /** Always true. */
  ok: boolean
}

export type ActorKind = "user" | "service_account" | "system"

export type AnyProjectRole = "owner" | "editor" | "viewer" | "admin" | "member"

export interface AuditEvent {
  event_id: string
  created_at: string
  org_id: string
  /** What happened: `task.updated`, `token.created`, … */
  action: string
  resource_type: string
  /** For comments, attachments and the like: the task's. */
  resource_id: string
  project_id: string | null
  /** Where a moved task came from. */
  from_project_id: string | null
  actor_kind: ActorKind
  actor_user_id: string | null
  /** As it was then. */
  actor_username: string | null
  /** The access token it was done with; null for a session. */
  token_id: string | null
  /** The changed attributes alone; null for what was created. */
  before: Record<string, unknown> | null
  /** The changed attributes alone; null for what was deleted. */
  after: Record<string, unknown> | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
}

export interface AuditEventPage {
  data: AuditEvent[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface AvailabilityCreate {
  /** Who is away: an active member of the team. */
  user_id: string
  /** The first day away. */
  start_date: string
  /** The last day away. */
  end_date: string
  note?: string | null
}

export interface AvailabilityDeleted {
  /** Always true. */
  ok: boolean
  entry_id: string
}

export interface AvailabilityEntry {
  entry_id: string
  org_id: string
  user_id: string
  /** The first day away. */
  start_date: string
  /** The last day away. */
  end_date: string
  note: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface AvailabilityMember {
  user_id: string
  team_role: TeamRole
  username: string | null
}

export interface AvailabilityRange {
  team_id: string
  from: string
  to: string
  members: AvailabilityMember[]
  /** What reaches into these days, by first day. */
  entries: AvailabilityEntry[]
}

export interface AvailabilityUpdate {
  /** The entry's own person: an entry does not change hands. */
  user_id?: string
  /** The first day away. */
  start_date?: string
  /** The last day away. */
  end_date?: string
  note?: string | null
}

export interface BeforeDue {
  /** So many days before; 0 for the day itself. */
  days: number
  /** The time of day, `HH:MM`; 09:00 when left out. A time that the clocks show twice is the first of the two; one that they leave out is as much later as they are put forward (02:30 is then 03:30). */
  time?: string | null
  /** A name of the time zone database, such as `Europe/Berlin`. Left out it is that of your preferences, and UTC without one. */
  time_zone?: string | null
}

export interface BeforeDueUpdate {
  /** So many days before; 0 for the day itself. */
  days?: number
  /** The time of day, `HH:MM`; 09:00 when left out. A time that the clocks show twice is the first of the two; one that they leave out is as much later as they are put forward (02:30 is then 03:30). */
  time?: string
  /** A name of the time zone database, such as `Europe/Berlin`. Left out it is that of your preferences, and UTC without one. */
  time_zone?: string
}

export type CommitType = "feat" | "fix" | "docs" | "style" | "refactor" | "perf" | "test" | "chore" | "ci" | "build" | "revert"

export interface ConnectedApp {
  /** The connection; each time you let an app connect is one. */
  grant_id: string
  /** The app. */
  client_id: string
  client_name: string | null
  /** The organization it reaches, and no other. */
  org_id: string
  org_name: string | null
  /** What you allowed; what the app and your role allow at the moment may be less. */
  scopes: string[]
  logo_url: string | null
  homepage_url: string | null
  created_at: string | null
  /** Up to 30 seconds behind. */
  last_used_at: string | null
}

export interface ConnectedAppPage {
  data: ConnectedApp[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ConnectedAppRevoked {
  grant_id: string
  status: "revoked"
  /** Access tokens that worked until now. */
  access_revoked: number
}

export type ConnectedAppsListSort = "created_at" | "last_used_at"

export interface Designation {
  designation_id: string
  label: string | null
  /** The same as `label`. */
  name: string | null
  category: string | null
  /** Null: one of those that every organization has. */
  org_id: string | null
  /** What older systems call it. */
  legacy_value: string | null
  is_system: boolean | null
  /** false: nobody is given it any more; who has it keeps it. */
  is_active: boolean | null
  sort_order: number | null
  aliases: string[] | null
  /** In this organization. Null: in no particular one. */
  pinned: boolean | null
  /** In this organization. Null: in no particular one. */
  hidden: boolean | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** In lists with `with_usage`. */
  usage?: {
    /** Members of the organization who have it. */
    members: number
    /** Pending invitations that give it. */
    invites: number
    /** Places in projects that carry it. */
    project_members: number
    total: number
  } | null
  /** Not in lists, nor is what follows. */
  slug?: string | null
  metadata?: Record<string, unknown> | null
  created_by?: string | null
  updated_by?: string | null
  created_at?: string | null
  updated_at?: string | null
}

export interface DesignationCatalog {
  org_id: string | null
  groups: ({
    category: string
    items: Designation[]
  })[]
  /** Designations in all groups. */
  total: number
}

export interface DesignationCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** What it is called; once among the active ones of an organization, in whatever case. */
  label?: string | null
  /**
   * Older name of `label`, which wins where both are sent.
   * @deprecated
   */
  name?: string | null
  /** `Custom` when left out. */
  category?: string | null
  /** Other names by which it can be given to people. */
  aliases?: string[] | null
  /** Lower ones come first. */
  sort_order?: number | null
  /** Merged into what is stored (RFC 7396): null removes a key. */
  metadata?: Record<string, unknown> | null
}

export interface DesignationDeleted {
  ok: boolean
  designation_id: string
  /** Always false. */
  is_active: boolean
}

export interface DesignationPage {
  data: Designation[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type DesignationPageOrCatalog = DesignationPage | DesignationCatalog

export interface DesignationUpdate {
  /** What it is called; once among the active ones of an organization, in whatever case. */
  label?: string
  /**
   * Older name of `label`, which wins where both are sent.
   * @deprecated
   */
  name?: string
  /** `Custom` when left out. */
  category?: string | null
  /** Other names by which it can be given to people. */
  aliases?: string[] | null
  /** Lower ones come first. */
  sort_order?: number | null
  /** Merged into what is stored (RFC 7396): null removes a key. */
  metadata?: Record<string, unknown> | null
  /** false does what deleting does; true brings it back. */
  is_active?: boolean
}

export interface DesignationVisibility {
  org_id: string
  designation_id: string
  hidden: boolean
  pinned: boolean
  updated_by: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface DesignationVisibilityUpdate {
  /** true leaves it out of lists; it can still be given by name. */
  hidden?: boolean
  /** true puts it first in lists. */
  pinned?: boolean
}

export type DesignationsListSort = "name" | "label" | "category"

export type DomainJoinMode = "instant" | "approval"

export type EventResource = "task" | "project" | "project_resource" | "goal" | "roadmap_journey" | "roadmap_stop" | "team" | "sprint" | "milestone" | "availability" | "section" | "view" | "org" | "member" | "designation" | "invite" | "session" | "token" | "service_account" | "oauth_client" | "oauth_grant" | "webhook"

export interface Goal {
  goal_id: string
  org_id: string
  project_id: string
  name: string
  target_date: string | null
  description: string | null
  /** Its place among the goals of the project. */
  position: number
  /** closed notes who closed it and when, open takes that back; neither touches its tasks. */
  status: GoalStatus
  closed_at: string | null
  closed_by: string | null
  /** The task it was made from, which is deleted. */
  converted_from_task_id: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Its tasks that you can read, subtasks left out. */
  tasks_total: number
  /** Its completed tasks that you can read, subtasks left out. */
  tasks_completed: number
  /** Its tasks that you can read, by title, where they are asked for; null elsewhere. At most 1000, fewer where they fill 8 MB: `GET /v1/tasks` with `filter[goal]` walks through all of them. */
  tasks: TaskSummary[] | null
}

export interface GoalCreate {
  name: string
  target_date?: string | null
  description?: string | null
}

export interface GoalDeleted {
  ok: boolean
  goal_id: string
  /** How many tasks that you can read lay under it. */
  unfiled_tasks: number
}

export interface GoalFromTask {
  /** A task of this project. */
  task_id: string
}

export interface GoalMove {
  /** Another project of the same organization. */
  project_id: string
}

export interface GoalMoved {
  goal_id: string
  org_id: string
  project_id: string
  name: string
  target_date: string | null
  description: string | null
  /** Its place among the goals of the project. */
  position: number
  /** closed notes who closed it and when, open takes that back; neither touches its tasks. */
  status: GoalStatus
  closed_at: string | null
  closed_by: string | null
  /** The task it was made from, which is deleted. */
  converted_from_task_id: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Its tasks that you can read, subtasks left out. */
  tasks_total: number
  /** Its completed tasks that you can read, subtasks left out. */
  tasks_completed: number
  /** Its tasks that you can read, by title, where they are asked for; null elsewhere. At most 1000, fewer where they fill 8 MB: `GET /v1/tasks` with `filter[goal]` walks through all of them. */
  tasks: TaskSummary[] | null
  moved_tasks: number
}

export interface GoalOrder {
  /** Every goal of the project exactly once, in the new order. */
  goal_ids: string[]
}

export interface GoalPage {
  data: Goal[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  project_id: string
  /** Tasks under goals of the project that you can read, subtasks left out. */
  goals_tasks_total: number
  /** Completed tasks under goals of the project that you can read, subtasks left out. */
  goals_tasks_completed: number
}

export type GoalStatus = "open" | "closed"

export interface GoalTaskUnfiled {
  ok: boolean
  goal_id: string
  task_id: string
}

export interface GoalTasksFile {
  /** Tasks of this project. */
  task_ids: string[]
}

export interface GoalTasksFiled {
  ok: boolean
  goal_id: string
  /** How many changed: those under the goal already do not count. */
  filed: number
}

export interface GoalUpdate {
  name?: string
  target_date?: string | null
  description?: string | null
  /** closed notes who closed it and when, open takes that back; neither touches its tasks. */
  status?: GoalStatus
}

export type GoalsListSort = "position" | "name" | "target_date" | "created_at"

export interface GoalsReordered {
  ok: boolean
  goal_ids: string[]
}

export interface Health {
  /** Always `ok`. */
  status: string
}

export type InviteStatus = "pending" | "expired" | "cancelled" | "accepted"

export interface Journey {
  journey_id: string
  project_id: string
  name: string
  color: string
  position: number
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  stops: Stop[]
}

export interface JourneyCreate {
  name: string
  /** One of blue, red, green, orange, purple, teal, pink, brown, yellow, gray, indigo, lime, or #rrggbb. By its place unless told. */
  color?: string | null
  /** Its place, from 1; at the end unless told. */
  position?: number | null
}

export interface JourneyOrder {
  /** Journeys of the project in their new order; they share out the places they hold. */
  journey_ids: string[]
}

export interface JourneyUpdate {
  name?: string
  /** One of blue, red, green, orange, purple, teal, pink, brown, yellow, gray, indigo, lime, or #rrggbb. By its place unless told. */
  color?: string
  /** Its place, from 1; at the end unless told. */
  position?: number
}

export interface JourneysReordered {
  /** Always true. */
  ok: boolean
  /** All of them, as they are now. */
  journey_ids: string[]
}

export interface MarkedRead {
  /** How many were unread, and are read now: at most 10,000. */
  count: number
  /** Whether there may be more: send the request again, with another Idempotency-Key. */
  more: boolean
}

export interface Me {
  principal: {
    /** What authenticated the request. */
    type: PrincipalType
    id: string
    username: string | null
    email: string | null
    email_verified: boolean | null
  }
  /** Your active memberships, by name; with an access token its organization's alone. */
  organizations: ({
    org_id: string
    name: string | null
    role: OrganizationRole
    /** Label of your designation there. */
    designation: string | null
  })[]
  /** Your IANA time zone, which determines today’s date: that of your preferences, else that of the header `X-Time-Zone`, else UTC. Used by `filter[overdue]`, the current sprint and the days left of a project. */
  time_zone: string
  /** There only when the request came with an access token. */
  auth?: {
    kind: "token"
    token_id: string
    /** As granted: what they imply is not spelled out. */
    scopes: string[]
    /** The projects the token is limited to; null = no limit. */
    project_ids: string[] | null
    expires_at: string | null
    grant_type: TokenGrantType
    /** A test token reads and never writes. */
    token_kind: TokenKind
    /** The app the token was issued to. */
    client_id: string | null
  } | null
}

export interface Milestone {
  milestone_id: string
  org_id: string
  team_id: string
  title: string
  target_date: string
  description: string | null
  owner_user_id: string | null
  /** closed notes who closed it and when, open takes that back; neither touches its tasks. */
  status: MilestoneStatus
  closed_at: string | null
  closed_by: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Whether it is there: a deleted one is not. */
  is_active: boolean
  /** The stop of a roadmap that it is pinned to, if you can read it. */
  stop_id: string | null
  /** Tasks under it that you can read, subtasks left out. */
  task_count: number
  /** How many of them are completed. */
  completed_count: number
}

export interface MilestoneCreate {
  /** Unique among the milestones of the team, closed ones too, in any case. */
  title: string
  /** The committed date; that it passes changes nothing. */
  target_date: string
  description?: string | null
  /** Who answers for it: an active member of the team. */
  owner_user_id?: string | null
}

export interface MilestoneDeleted {
  ok: boolean
  milestone_id: string
  /** How many tasks that you can read lay under it. */
  unfiled_tasks: number
}

export interface MilestonePage {
  data: Milestone[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  /** Number of milestones on all pages. */
  total: number
}

export type MilestoneStatus = "open" | "closed"

export interface MilestoneUpdate {
  /** Unique among the milestones of the team, closed ones too, in any case. */
  title?: string
  /** The committed date; that it passes changes nothing. */
  target_date?: string
  description?: string | null
  /** Who answers for it: an active member of the team. */
  owner_user_id?: string | null
  /** closed notes who closed it and when, open takes that back; neither touches its tasks. */
  status?: MilestoneStatus
}

export type MilestonesListSort = "target_date" | "title" | "created_at"

export interface Notification {
  notification_id: string
  org_id: string
  /** The weightiest among its causes; the list of notifications says what each means. */
  kind: NotificationKind
  /** What it is about. */
  resource_type: NotificationSubject
  resource_id: string
  /** The project in which that lies now. */
  project_id: string | null
  /** The team in which that lies now. */
  team_id: string | null
  /** What that was called when you were told. */
  title: string | null
  /** Why you are told, the oldest first: what happens to one thing within 5 minutes is one notification while you have not read it. Of many the first is named, and of the others the weightiest and latest. */
  causes: NotificationCause[]
  /** How many causes there were. */
  cause_count: number
  read: boolean
  read_at: string | null
  /** Done with: no longer in the list, unless it is asked for. */
  done: boolean
  done_at: string | null
  created_at: string
  /** The time of the latest cause. */
  updated_at: string
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface NotificationCause {
  kind: NotificationKind
  /** Who did it; null for what the service did by itself. */
  actor_user_id: string | null
  actor_username: string | null
  at: string
  /** The part of the thing that it is about: the comment, or the reminder, which `GET /v1/reminders/{reminder_id}` shows with its note. */
  part_id: string | null
  /** The event that it was made from; null for what the calendar says. */
  event_id: string | null
}

export type NotificationKind = "mentioned" | "replied" | "assigned" | "unassigned" | "reminder" | "overdue" | "due_today" | "unblocked" | "invited" | "webhook_disabled" | "webhook_enabled" | "sprint_closing" | "milestone_closing" | "commented" | "status_changed"

export type NotificationMail = "now" | "daily" | "never"

export interface NotificationPage {
  data: Notification[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type NotificationSubject = "task" | "project" | "team" | "sprint" | "milestone" | "organization" | "webhook"

export interface NotificationUpdate {
  /** False makes it unread again, and brings back what was done with. */
  read?: boolean
  /** What is done with is read too. */
  done?: boolean
}

export interface NotificationWay {
  /** Whether it is in the list of notifications. */
  page: boolean
  /** `now`, `daily` with all others of the day, or `never`. */
  mail: NotificationMail
}

export interface NotificationWayUpdate {
  /** Whether it is in the list of notifications. */
  page?: boolean | null
  /** `now`, `daily` with all others of the day, or `never`. */
  mail?: NotificationMail | null
}

export interface NotificationWays {
  /** A comment mentions you. */
  mentioned: NotificationWay
  /** Somebody replied to your comment. */
  replied: NotificationWay
  /** A task was assigned to you. */
  assigned: NotificationWay
  /** A task is no longer assigned to you. */
  unassigned: NotificationWay
  /** A reminder is due. */
  reminder: NotificationWay
  /** A task that is assigned to you is overdue: its day is past, and it is not completed. */
  overdue: NotificationWay
  /** A task that is assigned to you is due today. */
  due_today: NotificationWay
  /** The last task that a task of yours waited for is completed. */
  unblocked: NotificationWay
  /** You were added to a project or a team. */
  invited: NotificationWay
  /** Your webhook was disabled: it receives no deliveries until it is enabled again. */
  webhook_disabled: NotificationWay
  /** Your disabled webhook was enabled again, since its endpoint responds. */
  webhook_enabled: NotificationWay
  /** Today is the last day of a sprint of your team. */
  sprint_closing: NotificationWay
  /** Today is the date of a milestone of your team. */
  milestone_closing: NotificationWay
  /** Somebody commented on a task that you watch. */
  commented: NotificationWay
  /** The status of a task that you watch changed. */
  status_changed: NotificationWay
}

export interface NotificationWaysUpdate {
  /** A comment mentions you. */
  mentioned?: NotificationWayUpdate | null
  /** Somebody replied to your comment. */
  replied?: NotificationWayUpdate | null
  /** A task was assigned to you. */
  assigned?: NotificationWayUpdate | null
  /** A task is no longer assigned to you. */
  unassigned?: NotificationWayUpdate | null
  /** A reminder is due. */
  reminder?: NotificationWayUpdate | null
  /** A task that is assigned to you is overdue: its day is past, and it is not completed. */
  overdue?: NotificationWayUpdate | null
  /** A task that is assigned to you is due today. */
  due_today?: NotificationWayUpdate | null
  /** The last task that a task of yours waited for is completed. */
  unblocked?: NotificationWayUpdate | null
  /** You were added to a project or a team. */
  invited?: NotificationWayUpdate | null
  /** Your webhook was disabled: it receives no deliveries until it is enabled again. */
  webhook_disabled?: NotificationWayUpdate | null
  /** Your disabled webhook was enabled again, since its endpoint responds. */
  webhook_enabled?: NotificationWayUpdate | null
  /** Today is the last day of a sprint of your team. */
  sprint_closing?: NotificationWayUpdate | null
  /** Today is the date of a milestone of your team. */
  milestone_closing?: NotificationWayUpdate | null
  /** Somebody commented on a task that you watch. */
  commented?: NotificationWayUpdate | null
  /** The status of a task that you watch changed. */
  status_changed?: NotificationWayUpdate | null
}

export interface OAuthClient {
  /** How the app names itself: `svcc_…`, no secret. */
  client_id: string
  org_id: string
  name: string
  logo_url: string | null
  homepage_url: string | null
  privacy_url: string | null
  redirect_uris: string[]
  client_type: OAuthClientType
  allowed_scopes: string[]
  /** `dynamic`: the app registered itself. */
  registration: OAuthClientRegistration
  /** With `private`, people of other organizations are warned that nobody has reviewed it. */
  review_state: OAuthClientReviewState
  status: OAuthClientStatus
  /** People connected right now. */
  grants_count: number
  /** Requests made with its access tokens; up to 30 seconds behind. */
  use_count: number
  /** Up to 30 seconds behind. */
  last_used_at: string | null
  secret_rotated_at: string | null
  /** Until when the secret before this one works. */
  previous_secret_expires_at: string | null
  /** Username. */
  created_by: string | null
  created_at: string | null
  updated_at: string | null
  revoked_at: string | null
  /** Username. */
  revoked_by: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface OAuthClientCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Shown to people who are asked to connect it. */
  name: string
  /** `confidential`: a server that can keep a secret. `public`: an app on a device or in a browser. Never changes. */
  client_type?: OAuthClientType
  /** Redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` or `localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. No fragment. */
  redirect_uris: string[]
  /** The most it may ask people for. */
  allowed_scopes: Scope[]
  /** Its logo. */
  logo_url?: string | null
  /** Its home page. */
  homepage_url?: string | null
  /** Its privacy policy. */
  privacy_url?: string | null
}

export interface OAuthClientCreated {
  /** How the app names itself: `svcc_…`, no secret. */
  client_id: string
  org_id: string
  name: string
  logo_url: string | null
  homepage_url: string | null
  privacy_url: string | null
  redirect_uris: string[]
  client_type: OAuthClientType
  allowed_scopes: string[]
  /** `dynamic`: the app registered itself. */
  registration: OAuthClientRegistration
  /** With `private`, people of other organizations are warned that nobody has reviewed it. */
  review_state: OAuthClientReviewState
  status: OAuthClientStatus
  /** People connected right now. */
  grants_count: number
  /** Requests made with its access tokens; up to 30 seconds behind. */
  use_count: number
  /** Up to 30 seconds behind. */
  last_used_at: string | null
  secret_rotated_at: string | null
  /** Until when the secret before this one works. */
  previous_secret_expires_at: string | null
  /** Username. */
  created_by: string | null
  created_at: string | null
  updated_at: string | null
  revoked_at: string | null
  /** Username. */
  revoked_by: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Shown this once: it is not stored. Null for a public app, which has none. */
  client_secret: string | null
}

export interface OAuthClientPage {
  data: OAuthClient[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type OAuthClientRegistration = "developer" | "dynamic"

export type OAuthClientReviewState = "private" | "listed"

export type OAuthClientStatus = "active" | "revoked"

export type OAuthClientType = "confidential" | "public"

export interface OAuthClientUpdate {
  /** Shown to people who are asked to connect it. */
  name?: string
  /** Redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` or `localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. No fragment. */
  redirect_uris?: string[]
  /** The most it may ask people for. */
  allowed_scopes?: Scope[]
  /** Its logo. */
  logo_url?: string | null
  /** Its home page. */
  homepage_url?: string | null
  /** Its privacy policy. */
  privacy_url?: string | null
}

export type OauthClientsListSort = "name" | "created_at"

export type OlderProjectRole = "owner" | "admin" | "member"

export interface Organization {
  org_id: string
  name: string
  description: string
  /** Labels of the designations in use. */
  designations: string[]
  logo: string | null
  email: string | null
  /** Always null. */
  plan: string | null
  /** The caller's role in the organization. */
  role: OrganizationRole
  metadata: Record<string, unknown> | null
  /** The caller's designation. */
  designation: string | null
  created_by: string | null
  updated_by: string | null
  is_deleted: boolean | null
  created_at: string | null
  updated_at: string | null
  deleted_at: string | null
  delete_reason: string | null
  /** Projects that the caller can read. */
  project_count: number
  /** Usernames of the owners. */
  owners: string[]
  access_status: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationCreate {
  name: string
  description?: string | null
  /** The address of an image: http or https. */
  logo?: string | null
  email?: string | null
}

export interface OrganizationGoals {
  org_id: string
  /** Projects with goals, in the order of the organization; `next_cursor` is always null here. */
  projects: GoalPage[]
  /** Number of goals in all projects. */
  total: number
}

export interface OrganizationInvite {
  id: string
  org_id: string
  org_name: string | null
  email: string
  /** From the most rights to the least: owner, admin, member, guest. Nobody grants a role above their own. */
  role: OrganizationRole | null
  /** Label of the designation. */
  designation: string | null
  designation_id: string | null
  /** A pending one past `expires_at` is `expired` at once; a rejected one is `cancelled`. */
  invite_status: InviteStatus | null
  is_cancelled: boolean | null
  sent_at: string | null
  expires_at: string | null
  /** When it was cancelled or rejected. */
  cancel_date: string | null
  accepted_at: string | null
  /** Username. */
  accepted_by: string | null
  /** Username. */
  invited_by: string | null
  /** Username. */
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationInviteCreate {
  /** The organization to join. */
  org_id: string
  /** Whom to invite. Compared without regard to case; a domain in letters of any script is the same as in its xn-- form. */
  email: string
  /** From the most rights to the least: owner, admin, member, guest. Nobody grants a role above their own. */
  role?: OrganizationRole | null
  /** What the person does here: the label, name or an alias of a designation, in any case. */
  designation?: string | null
  /** The designation by its id, instead of `designation`. */
  designation_id?: string | null
  /** Until when it can be accepted; in the future. 7 days by default. */
  expires_at?: string | null
  /** `pending`: an invitation starts as nothing else. */
  invite_status?: InviteStatus | null
  /** `false`: an invitation does not start cancelled. */
  is_cancelled?: boolean | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  invited_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  org_name?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  sent_at?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  cancel_date?: string | null
}

export interface OrganizationInvitePage {
  data: OrganizationInvite[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface OrganizationInviteUpdate {
  /** From the most rights to the least: owner, admin, member, guest. Nobody grants a role above their own. */
  role?: OrganizationRole
  /** What the person does here: the label, name or an alias of a designation, in any case. */
  designation?: string | null
  /** The designation by its id, instead of `designation`. */
  designation_id?: string | null
  /** Until when it can be accepted; in the future. 7 days by default. */
  expires_at?: string
  /** `cancelled` cancels; no other move can be made here. */
  invite_status?: InviteStatus
  /** `true` cancels. */
  is_cancelled?: boolean
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  invited_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  sent_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  cancel_date?: string
}

export type OrganizationInvitesListSort = "email" | "created_at" | "expires_at"

export type OrganizationInvitesMineSort = "created_at" | "expires_at"

export interface OrganizationMember {
  user_id: string
  org_id: string
  email: string | null
  username: string | null
  /** Label of the designation. */
  designation: string | null
  designation_id: string | null
  role: OrganizationRole | null
  /** Username. */
  invited_by: string | null
  is_active: boolean | null
  invited_at: string | null
  accepted_at: string | null
  /** Username. */
  updated_by: string | null
  updated_at: string | null
  deleted_at: string | null
  delete_reason: string | null
  deleted_by: string | null
  /** Written every 30 seconds; null = never. */
  last_active_at: string | null
  kind: PrincipalType
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationMemberPage {
  data: OrganizationMember[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface OrganizationMemberUpdate {
  /** From the most rights to the least: owner, admin, member, guest. Nobody grants a role above their own. */
  role?: OrganizationRole
  /** false keeps the person out and refuses its tokens; true lets it back in. */
  is_active?: boolean
  /** What the person does here: the label, name or an alias of a designation, in any case. */
  designation?: string | null
  /** The designation by its id, instead of `designation`. */
  designation_id?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  invited_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  invited_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  accepted_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  deleted_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  delete_reason?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  deleted_by?: string
}

export type OrganizationMembersListSort = "username" | "email" | "role" | "last_active_at"

export interface OrganizationPage {
  data: OrganizationSummary[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type OrganizationRole = "owner" | "admin" | "member" | "guest"

export interface OrganizationSettings {
  org_id: string
  /** Visibility of new projects that do not say. */
  default_visibility: ProjectVisibility
  domain_join_mode: DomainJoinMode
  /** null = forever. */
  audit_retention_days: number | null
  /** false refuses the tokens that people mint for themselves; those of service accounts and apps work. */
  allow_personal_tokens: boolean
  /** Longest lifetime of a token, from its making to its expiry; null = no cap. */
  max_token_ttl_days: number | null
  /** true: every token has to expire. */
  require_token_expiry: boolean
  created_at: string | null
  updated_at: string | null
  updated_by: string | null
  /** True while nothing has been stored yet. */
  is_default: boolean
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationSettingsUpdate {
  /** Visibility of new projects that do not say. */
  default_visibility?: ProjectVisibility
  domain_join_mode?: DomainJoinMode
  /** null = forever. */
  audit_retention_days?: number | null
  /** false refuses the tokens that people mint for themselves; those of service accounts and apps work. */
  allow_personal_tokens?: boolean
  /** Longest lifetime of a token, from its making to its expiry; null = no cap. */
  max_token_ttl_days?: number | null
  /** true: every token has to expire. */
  require_token_expiry?: boolean
}

export interface OrganizationSummary {
  org_id: string
  name: string
  description: string
  /** The caller's role in the organization. */
  role: OrganizationRole
  designation: string | null
  /** Projects that the caller can read. */
  project_count: number
  /** Active members. */
  member_count: number
  created_by: string | null
  created_at: string | null
  owners: string[] | null
  /** Always false: invitations are listed apart. */
  is_invite: boolean | null
  invitation_id: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface OrganizationUpdate {
  name?: string
  description?: string | null
  /** The address of an image: http or https. */
  logo?: string | null
  email?: string | null
  /** Merged into what is stored (RFC 7396): null removes a key. */
  metadata?: Record<string, unknown> | null
}

export type OrganizationsListSort = "name" | "created_at"

export type PinType = "view" | "project"

export interface Preferences {
  /** A name of the time zone database, such as `Europe/Berlin`. */
  time_zone: string
  /** The hour of the day, in your time zone, at which the daily mail goes out. */
  digest_hour: number
  /** Between these times, in your time zone, no mail is sent at once: it goes out at their end. */
  quiet_hours: QuietHours | null
  notifications: NotificationWays
  /** Whether this server sends mail. While it does not, what is said of mail waits for when it does. */
  sends_mail: boolean
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface PreferencesUpdate {
  /** A name of the time zone database, such as `Europe/Berlin`. */
  time_zone?: string
  /** The hour of the day, in your time zone, at which the daily mail goes out. */
  digest_hour?: number
  /** Between these times, in your time zone, no mail is sent at once: it goes out at their end. */
  quiet_hours?: QuietHours | null
  notifications?: NotificationWaysUpdate
}

export type PrincipalType = "user" | "service_account"

export type Priority = "high" | "medium" | "low" | "none" | "critical"

export interface Problem {
  type: ProblemType
  title: string
  status: number
  /** A sentence; for a validation problem the list of errors. */
  detail: unknown
  /** The path of the request. */
  instance: string
  /** Quote it when you report a problem. */
  request_id: string
  errors?: ({
    /** Where, as in `["body", "title"]`. */
    loc?: (string | number)[]
    msg: string
    type?: string
    /** What is allowed there. */
    allowed?: string[]
    /** The missing scope; null: not available to tokens. */
    required?: string | null
    reason?: string
    /** The version that something is at by now. */
    version?: number
  })[]
}

export type ProblemType = "about:blank" | "urn:svc:problem:validation" | "urn:svc:problem:invalid-parameter" | "urn:svc:problem:precondition-failed" | "urn:svc:problem:idempotency-key-reused" | "urn:svc:problem:idempotency-key-in-flight" | "urn:svc:problem:idempotency-key-invalid" | "urn:svc:problem:rate-limit" | "urn:svc:problem:internal" | "urn:svc:problem:token-invalid" | "urn:svc:problem:token-expired" | "urn:svc:problem:token-revoked" | "urn:svc:problem:insufficient-scope" | "urn:svc:problem:test-token-read-only" | "urn:svc:problem:token-policy" | "urn:svc:problem:fresh-sign-in-required" | "urn:svc:problem:url-refused" | "urn:svc:problem:cursor-expired" | "urn:svc:problem:too-many-at-once"

export interface Project {
  org_id: string
  project_id: string
  name: string
  description: string | null
  metadata: Record<string, unknown> | null
  status: ProjectStatus
  priority: Priority
  start_date: string | null
  end_date: string | null
  /** public: every member of the organization but guests reads it; private: its members and org admins. */
  visibility: ProjectVisibility
  team_id: string | null
  /** Username of the primary owner. */
  owner: string | null
  owner_designation: string | null
  /** Usernames of its members. */
  team_members: string[]
  team_member_designations: ({
    id: string
    designation: string | null
  })[] | null
  /** Its owners. */
  leads: ProjectLead[]
  is_active: boolean
  delete_reason: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Whether editors may add members. */
  editors_can_add_members: boolean
  deleted_at: string | null
}

export interface ProjectCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  name: string
  description?: string | null
  /** archived hides it from the list. */
  status?: ProjectStatus | null
  priority?: Priority | null
  start_date?: string | null
  /** Not before start_date. */
  end_date?: string | null
  /** Username of the primary owner, an active member. Only project owners and org admins change it. */
  owner?: string | null
  /** Usernames of all its members: the missing ones are added as editors, those left out are removed, owners aside. Only project owners and org admins change it. */
  team_members?: string[] | null
  /** public: every member of the organization but guests reads it; private: its members and org admins. */
  visibility?: ProjectVisibility | null
  /** An active team of the organization. Only project owners and org admins change it. */
  team_id?: string | null
  /** What the owner is called in this project. */
  owner_designation?: string | null
  /** What members are called in this project, replaced as a whole. Only project owners and org admins change it. */
  team_member_designations?: ({
    id: string
    designation?: string | null
  })[] | null
  /** Kept when the project is deleted by `is_active: false`. */
  delete_reason?: string | null
  metadata?: Record<string, unknown> | null
  /** A new project is active. */
  is_active?: boolean | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string | null
}

export interface ProjectLead {
  user_id: string
  username: string | null
  assigned_by: string | null
  assigned_at: string | null
}

export interface ProjectMember {
  project_id: string
  user_id: string
  username: string | null
  /** Its label. */
  designation: string | null
  designation_id: string | null
  /** Older name of the role: owner, admin (editor), member (viewer). `project_role` says the same, and wins where both are sent. */
  role: OlderProjectRole | null
  /** owner: everything; editor: changes the project and what is in it; viewer: reads it. */
  project_role: ProjectRole | null
  created_by: string | null
  updated_by: string | null
  is_active: boolean | null
  created_at: string | null
  updated_at: string | null
  deleted_at: string | null
  delete_reason: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface ProjectMemberCreate {
  project_id: string
  /** An active member of the organization. */
  user_id: string
  /** owner: everything; editor: changes the project and what is in it; viewer: reads it. */
  project_role?: ProjectRole | null
  /**
   * Older name of `project_role`: owner, admin (editor), member (viewer).
   * @deprecated
   */
  role?: OlderProjectRole | null
  /** Label, name or alias of a designation. */
  designation?: string | null
  designation_id?: string | null
  /** false: no member for the time being. */
  is_active?: boolean | null
  /** Kept with `is_active: false`. */
  delete_reason?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  username?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_at?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_at?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  deleted_at?: string | null
}

export interface ProjectMemberPage {
  data: ProjectMember[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ProjectMemberUpdate {
  /**
   * The project of the path.
   * @deprecated
   */
  project_id?: string
  /**
   * The member of the path.
   * @deprecated
   */
  user_id?: string
  /** owner: everything; editor: changes the project and what is in it; viewer: reads it. */
  project_role?: ProjectRole
  /**
   * Older name of `project_role`: owner, admin (editor), member (viewer).
   * @deprecated
   */
  role?: OlderProjectRole
  /** Label, name or alias of a designation. */
  designation?: string | null
  designation_id?: string | null
  /** false: no member for the time being. */
  is_active?: boolean
  /** Kept with `is_active: false`. */
  delete_reason?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  username?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  deleted_at?: string
}

export type ProjectMembersListSort = "username" | "created_at"

export interface ProjectOrder {
  org_id: string
  /** Projects in their new order. */
  project_ids: string[]
}

export interface ProjectPage {
  data: ProjectSummary[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ProjectResource {
  resource_id: string
  project_id: string
  project_name: string
  resource_name: string
  /** Where a link leads, or where the bytes of a file are. */
  resource_url: string | null
  resource_type: string | null
  /** As sent with a link; null for a file, since where that lies is up to the server. */
  storage_path: string | null
  is_active: boolean | null
  created_by: string | null
  updated_by: string | null
  delete_reason: string | null
  created_at: string | null
  updated_at: string | null
  deleted_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface ProjectResourceCreate {
  /** The project, the same as in the query. */
  project_id: string
  /**
   * Accepted and ignored: the project's own name is answered.
   * @deprecated
   */
  project_name: string
  resource_name: string
  /** An http or https address. */
  resource_url?: string | null
  /** What kind of thing it is, in a word of your own; the list can be filtered by it. */
  resource_type?: string | null
  /** Where you keep it, in words of your own: given back as sent, and not used here. */
  storage_path?: string | null
  /** false deletes it. */
  is_active?: boolean | null
  /** Kept with `is_active: false`. */
  delete_reason?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string | null
}

export interface ProjectResourcePage {
  data: ProjectResource[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ProjectResourceUpdate {
  /**
   * The project it lies in; a resource stays where it is.
   * @deprecated
   */
  project_id?: string
  /**
   * Accepted and ignored.
   * @deprecated
   */
  project_name?: string
  resource_name?: string
  /** An http or https address. That of a file is not changed. */
  resource_url?: string | null
  /** What kind of thing it is, in a word of your own; the list can be filtered by it. */
  resource_type?: string | null
  /** false deletes it. */
  is_active?: boolean
  /** Kept with `is_active: false`. */
  delete_reason?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string
}

export interface ProjectResourceUpload {
  /** The project, the same as in the query. */
  project_id?: string | null
  /**
   * Accepted and ignored.
   * @deprecated
   */
  project_name?: string | null
  /** Its name; by default that of the file. */
  title?: string | null
  /** The file. Its name and type are taken from the part. */
  file: Blob
}

export type ProjectResourcesListSort = "resource_name" | "created_at"

export type ProjectRole = "owner" | "editor" | "viewer"

export interface ProjectStats {
  project_id: string
  /** Tasks the caller can read, subtasks included. */
  tasks_total: number
  tasks_completed: number
  progress_percent: number
  /** Number of members. */
  team_members: number
  /** Days from today in your `time_zone` (see `/v1/me`) to `end_date`; 0 without one and once it has passed. */
  days_left: number
  /** From `start_date` to `end_date`, both counted; null unless both are set. */
  duration_days: number | null
  /** Bugs among the tasks. */
  bugs_total: number | null
}

export type ProjectStatus = "planning" | "in_progress" | "not_started" | "active" | "completed" | "archived" | "on_hold" | "blocked" | "paused"

export interface ProjectSummary {
  org_id: string
  project_id: string
  name: string
  description: string | null
  metadata: Record<string, unknown> | null
  status: ProjectStatus
  priority: Priority
  start_date: string | null
  end_date: string | null
  /** public: every member of the organization but guests reads it; private: its members and org admins. */
  visibility: ProjectVisibility
  team_id: string | null
  /** Username of the primary owner. */
  owner: string | null
  owner_designation: string | null
  /** Usernames of its members. */
  team_members: string[]
  team_member_designations: ({
    id: string
    designation: string | null
  })[] | null
  /** Its owners. */
  leads: ProjectLead[]
  is_active: boolean
  delete_reason: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Tasks the caller can read, subtasks included. */
  tasks_total: number
  tasks_completed: number
  progress_percent: number
  /** Its place in the order, among the projects that you can read. */
  position: number
}

export interface ProjectUpdate {
  /**
   * The project's own; it can't be moved to another organization.
   * @deprecated
   */
  org_id?: string
  /**
   * The project's own.
   * @deprecated
   */
  project_id?: string
  name?: string
  description?: string | null
  /** archived hides it from the list. */
  status?: ProjectStatus
  priority?: Priority
  start_date?: string | null
  /** Not before start_date. */
  end_date?: string | null
  /** Username of the primary owner, an active member. Only project owners and org admins change it. */
  owner?: string
  /** Usernames of all its members: the missing ones are added as editors, those left out are removed, owners aside. Only project owners and org admins change it. */
  team_members?: string[]
  /** public: every member of the organization but guests reads it; private: its members and org admins. */
  visibility?: ProjectVisibility
  /** An active team of the organization. Only project owners and org admins change it. */
  team_id?: string | null
  /** What the owner is called in this project. */
  owner_designation?: string | null
  /** What members are called in this project, replaced as a whole. Only project owners and org admins change it. */
  team_member_designations?: ({
    id: string
    designation?: string | null
  })[] | null
  /** Kept when the project is deleted by `is_active: false`. */
  delete_reason?: string
  /** Merged into what is stored (RFC 7396): null removes a key. */
  metadata?: Record<string, unknown> | null
  /** false deletes the project. Only project owners and org admins change it. */
  is_active?: boolean
  /** Only project owners and org admins change it. */
  editors_can_add_members?: boolean
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string
}

export type ProjectVisibility = "public" | "private"

export interface ProjectWithoutRoadmap {
  project_id: string
  name: string
  /** Whether you may change its journeys and stops. */
  can_edit: boolean
}

export type ProjectsListSort = "position" | "name" | "status" | "priority" | "start_date" | "end_date" | "created_at"

export interface ProjectsReordered {
  ok: boolean
  org_id: string
  /** All projects in their new order. */
  project_ids: string[]
}

export interface QuietHours {
  /** `HH:MM` */
  from: string
  /** `HH:MM`, of the next day when it is earlier. */
  to: string
}

export interface ReadUpTo {
  /** Those whose `updated_at` is not later: send that of the newest one that was shown. */
  until: string
  /** Only those of this organization. */
  org_id?: string | null
  /** Only those of this project. */
  project_id?: string | null
  /** Only those of this kind. */
  kind?: NotificationKind | null
}

export interface Release {
  id: string
  version: string
  tag_name: string
  repository: string
  commit_sha: string
  branch: string
  release_type: ReleaseType
  environment: ReleaseEnvironment
  release_date: string
  created_at: string
  updated_at: string
  is_prerelease: boolean
  is_draft: boolean
  summary: {
    features_count: number
    fixes_count: number
    breaking_changes_count: number
    total_commits: number
  }
  release_notes: ReleaseNoteItem[]
}

export type ReleaseEnvironment = "development" | "uat" | "production"

export interface ReleaseNoteItem {
  id: string
  commit_sha: string
  commit_type: CommitType
  subject: string
  commit_date: string
  scope: string | null
  body: string | null
  breaking_change_description: string | null
  author_name: string | null
  author_email: string | null
  pr_title: string | null
  pr_url: string | null
  breaking_change: boolean
  pr_number: number | null
}

export type ReleaseType = "major" | "minor" | "patch" | "prerelease"

export interface Reminder {
  reminder_id: string
  org_id: string
  task_id: string
  task_title: string
  for: ReminderFor
  /** The moment it was set to; null for one before the due date. */
  at: string | null
  /** Null for one at a moment. */
  before_due: ReminderBeforeDue | null
  note: string | null
  /** `pending`; `sent`; or `lapsed`: when it was due nobody was to be reminded, since the task was completed, archived or deleted, could not be read any more, or had no assignee, or its moment was moved over a day into the past. */
  status: ReminderStatus
  /** When it is due, or was when it ended. Null as long as the task has no due date. */
  fires_at: string | null
  /** When it was sent or lapsed. */
  ended_at: string | null
  /** The task's due date. */
  due_date: string | null
  created_by: string
  created_at: string
  updated_at: string
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface ReminderBeforeDue {
  days: number
  time: string
  time_zone: string
}

export interface ReminderCreate {
  /** This moment, with its offset. It lies in the future. */
  at?: string | null
  /** Some days before the task is due. It moves with the due date. */
  before_due?: BeforeDue | null
  /** `me`, which only you see, or `assignee`: whoever is the assignee when it is due. That one needs the right to change the task, and everybody who reads the task sees it. */
  for?: ReminderFor | null
  /** Something to be reminded of; shown with the reminder. */
  note?: string | null
}

export type ReminderFor = "me" | "assignee"

export interface ReminderPage {
  data: Reminder[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type ReminderStatus = "pending" | "sent" | "lapsed"

export interface ReminderUpdate {
  /** This moment, with its offset. It lies in the future. */
  at?: string
  before_due?: BeforeDueUpdate
  /** Something to be reminded of; shown with the reminder. */
  note?: string | null
}

export type RemindersListOfTaskSort = "fires_at" | "created_at"

export type RemindersListSort = "fires_at" | "created_at"

export interface RestrictedTask {
  org_id: string
  task_id: string
  project_id: string | null
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
  created_at: string | null
  /** Always null. */
  updated_at: null
  /** Always null. */
  version: null
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
  projects: RoadmapProject[]
  /** Projects that you can read and that have no journey yet. */
  projects_without_roadmap: ProjectWithoutRoadmap[]
}

export interface RoadmapProject {
  project_id: string
  name: string
  /** Whether you may change its journeys and stops. */
  can_edit: boolean
  team_id: string | null
  journeys: Journey[]
}

export type RoadmapTaskStopsSort = "title"

export type Scope = "tasks:read" | "tasks:write" | "projects:read" | "projects:write" | "teams:read" | "teams:write" | "org:read" | "org:write" | "webhooks:read" | "webhooks:write" | "admin"

export interface ScopeRef {
  /** Whose: a project’s, a team’s or a person’s. */
  scope_type: ScopeType
  scope_id: string
}

export type ScopeType = "project" | "team" | "user"

export interface Section {
  section_id: string
  org_id: string
  /** Whose: a project’s, a team’s or a person’s. */
  scope_type: ScopeType
  /** The project, the team, or the username. */
  scope_id: string
  name: string
  /** Sections stand in the order of these. */
  position: number
  /** Tasks in it that you can read. */
  task_count: number
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface SectionCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Whose: a project’s, a team’s or a person’s. */
  scope_type: ScopeType
  /** The project or team, or your own username. */
  scope_id: string
  /** Unique among the sections of the scope, in any case. */
  name: string
  /** Without it, after the others. */
  position?: number | null
}

export interface SectionPage {
  data: Section[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface SectionReorder {
  /** Whose: a project’s, a team’s or a person’s. */
  scope_type: ScopeType
  /** The project or team, or your own username. */
  scope_id: string
  /** Every section of the scope exactly once, in the new order. */
  section_ids: string[]
}

export interface SectionUpdate {
  /** Unique among the sections of the scope, in any case. */
  name?: string
  position?: number
}

export interface SectionsForScopes {
  data: Section[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  /** With scope_ids: the scopes answered, in the order asked. */
  scopes?: ScopeRef[]
}

export type SectionsListSort = "position" | "name" | "created_at"

export type SectionsMineSort = "position" | "name"

export interface ServiceAccount {
  user_id: string
  org_id: string
  /** `sa-` and its first name; stays when it is renamed. */
  username: string
  /** Stands for it where an address is shown; receives nothing. */
  email: string
  name: string | null
  kind: "service_account"
  /** Always member. */
  role: "member"
  /** Label of its designation. */
  designation: string | null
  is_active: boolean
  created_at: string | null
  /** Its tokens that are neither revoked nor expired. */
  active_tokens: number
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface ServiceAccountCreate {
  /** Display name; need not be unique. */
  name: string
  /** A designation by its id, label or alias. */
  designation?: string | null
}

export interface ServiceAccountPage {
  data: ServiceAccount[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ServiceAccountUpdate {
  /** Display name; need not be unique. */
  name: string
}

export type ServiceAccountsListSort = "name" | "created_at"

export interface Session {
  session_id: string
  /** Whether this very request was sent in that browser. */
  current: boolean
  /** The browser and its system, as far as it tells: `Firefox on Linux`. */
  browser: string | null
  /** Where the sign-in was sent from. */
  address: string | null
  signed_in_at: string
  /** Up to 30 seconds behind. */
  last_seen_at: string
  /** When it ends if it is not used again. */
  expires_at: string
}

export interface SessionEnded {
  session_id: string
  status: "ended"
}

export interface SessionPage {
  data: Session[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type SortOrder = "asc" | "desc"

export interface Sprint {
  sprint_id: string
  org_id: string
  team_id: string
  name: string
  start_date: string
  end_date: string
  description: string | null
  goal: string | null
  /** completed notes who completed it and when, active takes that back; its tasks stay in it. */
  status: SprintStatus
  completed_at: string | null
  completed_by: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Whether it is there: a deleted one is not. */
  is_active: boolean
  /** null where it does not last whole weeks. */
  duration_weeks: number | null
  /** In words for 1 to 4 weeks, else `Custom`. */
  duration_label: string
  /** Tasks in it that you can read, subtasks too. */
  task_count: number
  /** How many of them are completed. */
  completed_count: number
}

export interface SprintComplete {
  /** Another active sprint of the team, into which the open tasks go; null: they go into none. Left out: they stay. */
  move_open_to?: string | null
}

export interface SprintCreate {
  /** Unique among the sprints of the team, completed ones too, in any case. */
  name: string
  /** Its first day. */
  start_date: string
  description?: string | null
  /** What the sprint is for, in words. */
  goal?: string | null
  /** Its last day. Send this or `duration_weeks`. */
  end_date?: string | null
  /** Its length in weeks from `start_date`, instead of `end_date`. */
  duration_weeks?: number | null
}

export interface SprintDeleted {
  ok: boolean
  sprint_id: string
  /** How many tasks that you can read were in it. */
  unfiled_tasks: number
}

export interface SprintPage {
  data: Sprint[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  /** Number of sprints on all pages. */
  total: number
}

export type SprintStatus = "active" | "completed"

export interface SprintUpdate {
  /** Unique among the sprints of the team, completed ones too, in any case. */
  name?: string
  /** Its first day. */
  start_date?: string
  description?: string | null
  /** What the sprint is for, in words. */
  goal?: string | null
  /** Its last day. Send this or `duration_weeks`. */
  end_date?: string
  /** Its length in weeks from `start_date`, instead of `end_date`. */
  duration_weeks?: number
  /** completed notes who completed it and when, active takes that back; its tasks stay in it. */
  status?: SprintStatus
}

export type SprintsListSort = "start_date" | "end_date" | "name" | "created_at"

export interface Stop {
  stop_id: string
  project_id: string
  title: string
  target_date: string | null
  description: string | null
  /** Its place on this line, from 1; apart from a line, on the first of its own. */
  position: number
  /** How many of its tasks that you can read are completed. */
  done: number
  /** Its tasks that you can read, filed here or under a milestone pinned here, each once. */
  total: number
  /** Every line it is on; two or more make it a junction. */
  journey_ids: string[]
  /** Milestones of the project's team that are pinned to it. */
  milestone_ids: string[]
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface StopCreate {
  title: string
  /** The lines it is on, all of the same project. */
  journey_ids: string[]
  target_date?: string | null
  description?: string | null
  /** Its place on each of its lines, from 1; at the end unless told. */
  position?: number | null
}

export interface StopJourney {
  journey_id: string
  name: string
  color: string
  position: number
}

export interface StopOrder {
  /** Stops of the journey in their new order; they share out the places they hold. */
  stop_ids: string[]
}

export interface StopTaskUnfiled {
  /** Always true. */
  ok: boolean
  stop_id: string
  task_id: string
}

export interface StopTasksFile {
  /** Tasks of the stop's project. */
  task_ids: string[]
}

export interface StopTasksFiled {
  /** Always true. */
  ok: boolean
  stop_id: string
  /** How many were not filed here yet. */
  filed: number
}

export interface StopUpdate {
  title?: string
  /** The lines it is on, all of the same project. */
  journey_ids?: string[]
  target_date?: string | null
  description?: string | null
  /** Its place on each of its lines, from 1; at the end unless told. */
  position?: number
}

export interface StopsReordered {
  /** Always true. */
  ok: boolean
  journey_id: string
  /** All on this line, as they are now. */
  stop_ids: string[]
}

export interface StreamEvent {
  /** The id of the event. */
  id: string
  /** What happened: a type of `GET /v1/webhooks/events`, or `gone` for something that you could read and no longer can. */
  type: string
  api_version: string
  /** When it happened. Of one resource, changes follow each other in this order. */
  created_at: string
  org_id: string
  project_id: string | null
  actor: {
    kind: ActorKind
    id: string | null
    username: string | null
  }
  data: {
    resource_type: string
    resource_id: string
    /** The changed attributes as they were; null where something was made. */
    before: Record<string, unknown> | null
    /** The changed attributes as they are; null where something was removed. */
    after: Record<string, unknown> | null
  }
  request_id: string | null
  /** Event type of the operation on another resource that caused this change: `goal.moved` for a task that moved with its goal. Both events have the same `request_id`. null for a direct change. */
  cause: string | null
}

export interface StreamPage {
  data: StreamEvent[]
  /** Where to go on: send it back as `cursor`. It is never null. */
  next_cursor: string
}

export interface Task {
  org_id: string
  task_id: string
  project_id: string | null
  team_id: string | null
  sprint_id: string | null
  milestone_id: string | null
  goal_id: string | null
  title: string
  description: string | null
  status: TaskStatus
  priority: Priority
  task_type: TaskType
  assignee: string | null
  start_date: string | null
  due_date: string | null
  tags: string[]
  type_data: Record<string, unknown> | null
  metadata: (Record<string, unknown>)[]
  is_subtask: boolean
  /** Those that the caller can read. */
  sub_tasks: string[]
  /** Those that the caller can read. */
  dependencies: string[]
  bug_id: string | null
  tracker_id: string | null
  restricted_to: string[]
  restricted_to_user_ids: string[] | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Always true: a task you may not read is not shown. */
  has_access: true
  /** Whether the caller may change it. */
  has_edit_access: boolean
}

export interface TaskAttachment {
  task_id: string
  attachment_id: string
  title: string | null
  /** The name it is saved under. */
  name: string | null
  /** Where its bytes are; needs the same authentication as every read. */
  url: string | null
  /** Username. */
  uploaded_by: string | null
  uploaded_at: string | null
  deleted_at: string | null
  deleted_by: string | null
  is_inline: boolean | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface TaskAttachmentCreate {
  /** The task. Sent before the file, it is judged before any byte of the file is taken. */
  task_id: string
  /** The task's project, if you want it checked. */
  project_id?: string | null
  /** What it is called; by default nothing but its name. */
  title?: string | null
  /** Shown within the description or a comment of the task. */
  is_inline?: boolean | null
  /** The file. Its name and type are taken from the part. */
  file: Blob
}

export interface TaskAttachmentPage {
  data: TaskAttachment[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TaskAttachmentUpdate {
  /** What it is called; by default nothing but its name. */
  title?: string | null
  /** Name of the view. */
  name?: string
  /** Shown within the description or a comment of the task. */
  is_inline?: boolean
  /**
   * The task it is attached to; an attachment stays where it is.
   * @deprecated
   */
  task_id?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  url?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  uploaded_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  uploaded_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  deleted_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  deleted_by?: string
}

export type TaskAttachmentsListSort = "uploaded_at" | "name"

export interface TaskBulkUpdate {
  /** Tasks of one organization. */
  task_ids: string[]
  changes: TaskUpdate
  /** The version at which you read each task, by its id: the number that its ETag begins with. Where one of them is at another by now, the answer is 412 naming it, and nothing is written. A task that is left out is changed whatever its version. */
  versions?: Record<string, number>
}

export interface TaskComment {
  comment_id: string
  task_id: string
  task_title: string | null
  /** Null for a deleted comment that is kept for its replies. */
  created_by: string | null
  /** The same as `content`. */
  comment: string | null
  /** Null for a deleted comment that is kept for its replies. */
  content: string | null
  parent_comment_id: string | null
  org_id: string | null
  created_at: string | null
  updated_at: string | null
  mentions: TaskCommentMention[] | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Answers to it, oldest first: each a comment like this one, with replies of its own. */
  replies: TaskComment[]
}

export interface TaskCommentCreate {
  /** The task. */
  task_id: string
  /**
   * Older name of `content`, which wins where both are sent.
   * @deprecated
   */
  comment?: string | null
  content?: string | null
  /**
   * The organization of the task.
   * @deprecated
   */
  org_id?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  task_title?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_at?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_at?: string | null
  /**
   * Not here: answer a comment with `task-comments.reply`.
   * @deprecated
   */
  parent_comment_id?: string | null
  /** Users who can read the task, each by one of the three, in addition to those that the text mentions. */
  mentions?: TaskCommentMention[] | null
}

export interface TaskCommentMention {
  user_id?: string | null
  username?: string | null
  email?: string | null
}

export interface TaskCommentPage {
  data: TaskComment[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TaskCommentReplyCreate {
  content: string
  /** Comment to reply to. */
  parent_comment_id: string
  /** Users who can read the task, each by one of the three, in addition to those that the text mentions. */
  mentions?: TaskCommentMention[] | null
}

export interface TaskCommentUpdate {
  /**
   * The task it is about; a comment stays there.
   * @deprecated
   */
  task_id?: string
  /**
   * Older name of `content`, which wins where both are sent.
   * @deprecated
   */
  comment?: string
  content?: string
  /**
   * The organization of the task.
   * @deprecated
   */
  org_id?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  task_title?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_at?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_at?: string
}

export type TaskCommentsListSort = "created_at"

export interface TaskCount {
  /** How many tasks meet the filters: as many rows as the list has. */
  count: number
  /** With `group_by`: the groups that have tasks, the largest first, 1000 at most. */
  groups?: TaskGroup[]
}

export interface TaskCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  title: string
  /** Always true of a task that has a parent. */
  is_subtask?: boolean
  /** The project it lies in; null for none. */
  project_id?: string | null
  /** A task with a team and no project waits in the intake of that team. */
  team_id?: string | null
  /** A sprint of its team. */
  sprint_id?: string | null
  /** A milestone of its team. */
  milestone_id?: string | null
  /** A goal of its project. */
  goal_id?: string | null
  /** Ids of its subtasks; a task has one parent. */
  sub_tasks?: string[] | null
  /** Ids of tasks it waits for. */
  dependencies?: string[] | null
  description?: string | null
  status?: TaskStatus | null
  priority?: Priority | null
  task_type?: TaskType | null
  /** Username of an active member. */
  assignee?: string | null
  start_date?: string | null
  due_date?: string | null
  /** Without commas and space around them; a tag given twice counts once. */
  tags?: string[] | null
  /** Merged into what is stored (RFC 7396): null removes a key. */
  type_data?: Record<string, unknown> | null
  /** Replaced as a whole. */
  metadata?: (Record<string, unknown>)[] | null
  bug_id?: string | null
  /** Only on creating a bug. */
  tracker_id?: string | null
  /** Usernames of those who alone may see it, beside project owners and org admins; empty = everyone. */
  restricted_to?: string[] | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string | null
}

export type TaskField = "org_id" | "task_id" | "project_id" | "team_id" | "sprint_id" | "milestone_id" | "goal_id" | "title" | "description" | "status" | "priority" | "task_type" | "assignee" | "start_date" | "due_date" | "tags" | "type_data" | "metadata" | "is_subtask" | "sub_tasks" | "dependencies" | "bug_id" | "tracker_id" | "restricted_to" | "restricted_to_user_ids" | "created_by" | "updated_by" | "created_at" | "updated_at" | "version" | "has_access" | "has_edit_access" | "comments" | "section_id" | "section_position" | "deleted_at"

export interface TaskFields {
  org_id?: string
  task_id: string
  project_id?: string | null
  team_id?: string | null
  sprint_id?: string | null
  milestone_id?: string | null
  goal_id?: string | null
  title?: string
  description?: string | null
  status?: TaskStatus
  priority?: Priority
  task_type?: TaskType
  assignee?: string | null
  start_date?: string | null
  due_date?: string | null
  tags?: string[]
  type_data?: Record<string, unknown> | null
  metadata?: (Record<string, unknown>)[]
  is_subtask?: boolean
  /** Those that the caller can read. */
  sub_tasks?: string[]
  /** Those that the caller can read. */
  dependencies?: string[]
  bug_id?: string | null
  tracker_id?: string | null
  restricted_to?: string[]
  restricted_to_user_ids?: string[] | null
  created_by?: string | null
  updated_by?: string | null
  created_at?: string | null
  updated_at?: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number | null
  /** false: restricted, and kept by `include_inaccessible`. */
  has_access?: boolean
  /** Whether the caller may change it. */
  has_edit_access?: boolean
  /** Number of comments. */
  comments?: number | null
  /** Filled only for a requested section scope. */
  section_id?: string | null
  section_position?: number | null
  /** When it was deleted. Only with `filter[deleted]`. */
  deleted_at?: string
}

export interface TaskFieldsPage {
  data: TaskFields[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TaskGroup {
  /** What its tasks have in common; null: they have none. */
  key: string | null
  count: number
}

export type TaskGrouping = "status" | "priority" | "assignee" | "section" | "sprint" | "milestone" | "goal" | "task_type"

export interface TaskHistoryEntry {
  history_id: string
  task_id: string
  /** What happened: `created`, `updated`, `moved`, `comment_added`, … */
  action: string
  /** Username of who did it. */
  created_by: string
  created_at: string
  /** The task's title today. */
  title: string | null
  /** What changed: `{field, old, new}`. */
  metadata: (Record<string, unknown>)[]
  /** Event type of the operation on another resource that caused this change, such as `goal.moved`. */
  cause: string | null
  hash_id: string | null
  updated_at: string | null
}

export interface TaskHistoryEntryPage {
  data: TaskHistoryEntry[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type TaskHistoryListSort = "created_at"

export interface TaskLost {
  /** The task that is back without it: this one, or one below it. */
  task_id: string
  /** Where it was named. */
  field: TaskLostField
  /** What it was. */
  id: string
}

export type TaskLostField = "parent" | "sub_tasks" | "dependencies" | "dependents" | "team_id" | "sprint_id" | "milestone_id" | "goal_id" | "section_id" | "stop_id"

export interface TaskMilestoneSet {
  milestone_id?: string | null
}

export interface TaskPage {
  data: TaskRow[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type TaskPageOrFields = TaskPage | TaskFieldsPage

export interface TaskProjectSet {
  project_id?: string | null
}

export interface TaskRestoration {
  /** The tasks below it that went with it and are back too. */
  sub_tasks: string[]
  /** The tasks that wait again, for it or for one of those. */
  dependents: string[]
  /** What did not come back: what is deleted or completed by now, belongs elsewhere, or would close a circle. */
  missing: TaskLost[]
}

export interface TaskRestored {
  org_id: string
  task_id: string
  project_id: string | null
  team_id: string | null
  sprint_id: string | null
  milestone_id: string | null
  goal_id: string | null
  title: string
  description: string | null
  status: TaskStatus
  priority: Priority
  task_type: TaskType
  assignee: string | null
  start_date: string | null
  due_date: string | null
  tags: string[]
  type_data: Record<string, unknown> | null
  metadata: (Record<string, unknown>)[]
  is_subtask: boolean
  /** Those that the caller can read. */
  sub_tasks: string[]
  /** Those that the caller can read. */
  dependencies: string[]
  bug_id: string | null
  tracker_id: string | null
  restricted_to: string[]
  restricted_to_user_ids: string[] | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Always true: a task you may not read is not shown. */
  has_access: true
  /** Whether the caller may change it. */
  has_edit_access: boolean
  /** As far as the caller may read it. */
  restored: TaskRestoration
}

export interface TaskRoadmapStop {
  stop_id: string
  project_id: string
  title: string
  /** `direct`: the task is filed there; `milestone`: its milestone is pinned there. */
  via: string
  /** The lines it is on. */
  journeys: StopJourney[]
}

export interface TaskRoadmapStopPage {
  data: TaskRoadmapStop[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type TaskRow = TaskSummary | RestrictedTask

export type TaskSearchField = "all" | "title"

export interface TaskSection {
  task_id: string
  /** Whose sections: a project’s, a team’s or your own. */
  scope_type: ScopeType
  scope_id: string
  section_id: string | null
  position: number | null
}

export interface TaskSectionSet {
  /** Whose sections: a project’s, a team’s or your own. */
  scope_type: ScopeType
  /** The project or team, or your own username. */
  scope_id: string
  /** null: out of the sections of the scope. */
  section_id?: string | null
  /** Position of the task in the section, whose tasks are sorted by it. */
  position?: number | null
  /** Id of a task in section `section_id` to place this one directly before; the server computes the position. */
  before?: string | null
  /** The same, directly after it. One of `position`, `before`, `after`. */
  after?: string | null
}

export interface TaskSprintSet {
  sprint_id?: string | null
}

export type TaskStatus = "backlog" | "not_started" | "in_progress" | "blocked" | "completed" | "archived" | "on_hold"

export interface TaskSummary {
  org_id: string
  task_id: string
  project_id: string | null
  team_id: string | null
  sprint_id: string | null
  milestone_id: string | null
  goal_id: string | null
  title: string
  description: string | null
  status: TaskStatus
  priority: Priority
  task_type: TaskType
  assignee: string | null
  start_date: string | null
  due_date: string | null
  tags: string[]
  type_data: Record<string, unknown> | null
  metadata: (Record<string, unknown>)[]
  is_subtask: boolean
  /** Those that the caller can read. */
  sub_tasks: string[]
  /** Those that the caller can read. */
  dependencies: string[]
  bug_id: string | null
  tracker_id: string | null
  restricted_to: string[]
  restricted_to_user_ids: string[] | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Always true: a task you may not read is not shown. */
  has_access: true
  /** Whether the caller may change it. */
  has_edit_access: boolean
  /** Number of comments. */
  comments: number | null
  /** Filled only for a requested section scope. */
  section_id: string | null
  section_position: number | null
  /** When it was deleted. Only with `filter[deleted]`. */
  deleted_at?: string
}

export type TaskType = "task" | "bug" | "agent"

export interface TaskUpdate {
  /**
   * The task's own; it can't be moved to another organization.
   * @deprecated
   */
  org_id?: string
  title?: string
  is_subtask?: boolean
  /** The project it lies in; null for none. */
  project_id?: string | null
  /** A task with a team and no project waits in the intake of that team. */
  team_id?: string | null
  /** A sprint of its team. */
  sprint_id?: string | null
  /** A milestone of its team. */
  milestone_id?: string | null
  /** A goal of its project. */
  goal_id?: string | null
  /** Ids of its subtasks; a task has one parent. */
  sub_tasks?: string[] | null
  /** Ids of tasks it waits for. */
  dependencies?: string[] | null
  description?: string | null
  status?: TaskStatus
  priority?: Priority
  task_type?: TaskType
  /** Username of an active member. */
  assignee?: string | null
  start_date?: string | null
  due_date?: string | null
  /** Without commas and space around them; a tag given twice counts once. */
  tags?: string[] | null
  /** Merged into what is stored (RFC 7396): null removes a key. */
  type_data?: Record<string, unknown> | null
  /** Replaced as a whole. */
  metadata?: (Record<string, unknown>)[] | null
  bug_id?: string | null
  /** Only on creating a bug. */
  tracker_id?: string
  /** Usernames of those who alone may see it, beside project owners and org admins; empty = everyone. */
  restricted_to?: string[] | null
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  created_by?: string
  /**
   * Kept by the server: accepted and not used.
   * @deprecated
   */
  updated_by?: string
}

export type TaskWatchersListSort = "username"

export type TasksListSort = "task_id" | "title" | "status" | "priority" | "due_date" | "start_date" | "created_at" | "assignee" | "project_id" | "priority_rank" | "status_rank" | "task_type" | "updated_at" | "section_position"

export interface Team {
  team_id: string
  org_id: string
  name: string
  description: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  is_active: boolean
  member_count: number
  /** Projects of the team that you can read. */
  project_count: number
  /** Your own role; null when you are not in the team. */
  team_role: TeamRole | null
  members: TeamMember[]
}

export interface TeamCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Unique among the live teams, in any case. */
  name: string
  description?: string | null
  /** Active members of the organization who are in the team from the start. */
  member_user_ids?: string[] | null
}

export interface TeamDeleted {
  /** Always true. */
  ok: boolean
  team_id: string
  /** Projects that were the team’s and now belong to none. */
  detached_projects: number
  /** Tasks likewise. */
  detached_tasks: number
}

export interface TeamMember {
  team_id: string
  user_id: string
  /** owner: changes the team and all it has; member: is in it. */
  team_role: TeamRole
  username: string | null
  added_by: string | null
  created_at: string | null
  updated_at: string | null
}

export interface TeamMemberCreate {
  /** An active member of the organization. */
  user_id: string
  /** member unless told; a guest is only ever that. */
  team_role?: TeamRole
}

export interface TeamMemberPage {
  data: TeamMember[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TeamMemberUpdate {
  /** owner: changes the team and all it has; member: is in it. */
  team_role: TeamRole
}

export interface TeamPage {
  data: TeamSummary[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  total: number
}

export type TeamRole = "owner" | "member"

export interface TeamSummary {
  team_id: string
  org_id: string
  name: string
  description: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  is_active: boolean
  member_count: number
  /** Projects of the team that you can read. */
  project_count: number
  /** Your own role; null when you are not in the team. */
  team_role: TeamRole | null
}

export interface TeamUpdate {
  /** Unique among the live teams, in any case. */
  name?: string
  description?: string | null
}

export type TeamsListMembersSort = "username" | "created_at"

export type TeamsListSort = "name" | "created_at"

export type TeamsListTasksSort = "task_id" | "title" | "status" | "priority" | "due_date" | "start_date" | "created_at" | "assignee" | "project_id" | "priority_rank" | "status_rank" | "task_type" | "updated_at" | "section_position"

export interface Token {
  token_id: string
  org_id: string
  /** Who it acts as. */
  principal_user_id: string
  /** Username of who it acts as. */
  principal_display: string | null
  /** Username of who minted it. */
  created_by: string
  name: string
  /** Its first characters, to tell it from others. */
  token_prefix: string
  /** A `test` token reads and never writes. */
  kind: TokenKind
  grant_type: TokenGrantType
  /** The app it was given to. */
  client_id: string | null
  /** As granted; the role of who it acts as still applies. */
  scopes: string[]
  /** The projects it is limited to; null = all its principal can see. */
  project_ids: string[] | null
  status: TokenStatus
  expires_at: string | null
  /** Up to 30 seconds behind. */
  last_used_at: string | null
  /** Requests it made; up to 30 seconds behind. */
  use_count: number
  /** In the future for a minute after a rotation: it works until then. */
  revoked_at: string | null
  /** Username of who revoked or rotated it. */
  revoked_by: string | null
  /** `revoked_by_user`, `revoked_by_admin`, `rotated`, … */
  revoke_reason: string | null
  /** The token it took the place of. */
  rotated_from: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface TokenCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Display name; need not be unique. */
  name: string
  /** A `test` token reads and never writes. */
  kind?: TokenKind
  /** `x:write` includes `x:read`; `admin` includes all. */
  scopes: Scope[]
  /** Limits it to these projects, which you have to be able to read. Null or absent: no limit. */
  project_ids?: string[] | null
  /** When it stops working. Null or absent: never. */
  expires_at?: string | null
  /** The service account it acts as. Null or absent: yourself. Owners and admins. */
  principal_user_id?: string | null
}

export interface TokenCreated {
  token_id: string
  org_id: string
  /** Who it acts as. */
  principal_user_id: string
  /** Username of who it acts as. */
  principal_display: string | null
  /** Username of who minted it. */
  created_by: string
  name: string
  /** Its first characters, to tell it from others. */
  token_prefix: string
  /** A `test` token reads and never writes. */
  kind: TokenKind
  grant_type: TokenGrantType
  /** The app it was given to. */
  client_id: string | null
  /** As granted; the role of who it acts as still applies. */
  scopes: string[]
  /** The projects it is limited to; null = all its principal can see. */
  project_ids: string[] | null
  status: TokenStatus
  expires_at: string | null
  /** Up to 30 seconds behind. */
  last_used_at: string | null
  /** Requests it made; up to 30 seconds behind. */
  use_count: number
  /** In the future for a minute after a rotation: it works until then. */
  revoked_at: string | null
  /** Username of who revoked or rotated it. */
  revoked_by: string | null
  /** `revoked_by_user`, `revoked_by_admin`, `rotated`, … */
  revoke_reason: string | null
  /** The token it took the place of. */
  rotated_from: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** The token itself. Shown this once: it is not stored. */
  token: string
}

export type TokenGrantType = "personal" | "service_account" | "authorization_code"

export type TokenKind = "live" | "test"

export interface TokenPage {
  data: Token[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type TokenStatus = "active" | "revoked" | "expired"

export interface TokenUpdate {
  /** Display name; need not be unique. */
  name: string
}

export type TokensListSort = "name" | "created_at" | "last_used_at" | "expires_at"

export interface UnreadCount {
  /** How many are unread; 1,000 when there are more. */
  unread: number
  /** Whether there are more than 1,000, of which the newest are counted. */
  more: boolean
  /** The same number by kind, without kinds of which none is unread. */
  by_kind: UnreadOfKind[]
}

export interface UnreadOfKind {
  kind: NotificationKind
  unread: number
}

export interface View {
  view_id: string
  org_id: string
  /** Whose: a project’s or a team’s, seen by those who see these, or your own. */
  scope_type: ScopeType
  /** The project, the team, or the username. */
  scope_id: string
  /** The list it queries: tasks or projects. */
  resource: ViewResource
  name: string
  /** Parameters of the list; filters are written as `filter[…]`. */
  query: Record<string, unknown>
  display: Record<string, unknown>
  created_by: string | null
  updated_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  is_active: boolean
  /** Whether you may change and delete it. */
  can_edit: boolean
  /** Whether you have pinned it. */
  pinned: boolean
}

export interface ViewCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Whose it is; your own unless told. */
  scope_type?: ScopeType
  /** The list it queries; tasks unless told. */
  resource?: ViewResource
  /** Unique among the views of the scope that query the same list, in any case. */
  name: string
  /** What to ask the list, by the names of its parameters: `filter[…]`, `sort_by`, `sort_order`, for tasks also `project_id`, `section_scope` and `include_inaccessible`, for projects `show_all`. A filter may be written without `filter[]`. `me` is whoever looks. Merged on a change (RFC 7396): null removes a parameter. */
  query?: Record<string, string | string[] | null>
  /** How a client shows it: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed`, and what else it needs. Merged on a change (RFC 7396). */
  display?: Record<string, unknown>
  /** The project or team; not needed for a view of your own. */
  scope_id?: string | null
}

export interface ViewDeleted {
  /** Always true. */
  ok: boolean
  view_id: string
}

export interface ViewDuplicate {
  /** Whose the copy is; your own unless told. */
  scope_type?: ScopeType
  /** The project or team; not needed for a view of your own. */
  scope_id?: string | null
  /** Default: `<name> (copy)`. */
  name?: string | null
}

export interface ViewPage {
  data: View[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ViewPin {
  pin_type: PinType
  /** The view or project. */
  pin_id: string
  org_id: string
  position: number
  /** What the view or project is called now. */
  label: string
  /** Whose view it is; null for a project. */
  scope_type: ScopeType | null
  /** What the view queries; null for a project. */
  resource: ViewResource | null
  created_at: string | null
}

export interface ViewPinOrder {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Pins in their new order; those left out keep theirs, after these. */
  pins: ({
    pin_type: PinType
    pin_id: string
  })[]
}

export interface ViewPinPage {
  data: ViewPin[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type ViewPinsListSort = "position"

export type ViewResource = "task" | "project"

export type ViewRow = TaskSummary | RestrictedTask | ProjectSummary

export interface ViewRowPage {
  data: ViewRow[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ViewUpdate {
  /** The present one: a view keeps its list. */
  resource?: ViewResource
  /** Unique among the views of the scope that query the same list, in any case. */
  name?: string
  /** What to ask the list, by the names of its parameters: `filter[…]`, `sort_by`, `sort_order`, for tasks also `project_id`, `section_scope` and `include_inaccessible`, for projects `show_all`. A filter may be written without `filter[]`. `me` is whoever looks. Merged on a change (RFC 7396): null removes a parameter. */
  query?: Record<string, string | string[] | null>
  /** How a client shows it: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed`, and what else it needs. Merged on a change (RFC 7396). */
  display?: Record<string, unknown>
}

export type ViewsListSort = "name" | "created_at"

export interface Watch {
  task_id: string
  /** Whether you are told of comments and of changes of its status. */
  watching: boolean
  /** `created` and `assigned` of its creator and assignee, else what made the person watch first: a comment (`commented`), a mention, or a choice of their own (`chosen`). */
  reason: WatchReason | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export type WatchReason = "created" | "assigned" | "commented" | "mentioned" | "chosen"

export interface Watcher {
  user_id: string
  username: string
  /** `created` and `assigned` of its creator and assignee, else what made the person watch first: a comment (`commented`), a mention, or a choice of their own (`chosen`). */
  reason: WatchReason
}

export interface WatcherPage {
  data: Watcher[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface Webhook {
  subscription_id: string
  org_id: string
  name: string
  /** As registered; its path is left out for a token that may not change webhooks. */
  url: string
  /** The date of the contract its payloads follow. */
  api_version: string
  events: string[]
  /** Null: the whole organization. */
  project_ids: string[] | null
  /** The first characters of the secret. */
  secret_prefix: string
  /** Which key of the service the secret is encrypted with. */
  key_version: number
  status: WebhookStatus
  /** `consecutive_failures`, `gone` (answered 410) or `owner_gone`. */
  disabled_reason: string | null
  /** Failed deliveries since the last success. From 10 on the webhook is disabled once the endpoint has failed for as long as a delivery is retried. */
  consecutive_failures: number
  /** Of the last attempt: `succeeded` or `failed`. */
  last_delivery_status: string | null
  last_delivery_at: string | null
  last_success_at: string | null
  secret_rotated_at: string | null
  /** Until then deliveries carry a signature with the previous secret too. */
  previous_secret_expires_at: string | null
  /** Username of who made it. */
  created_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
}

export interface WebhookCreate {
  /** The organization. May be left out when you use an access token. */
  org_id?: string
  /** Display name; need not be unique. */
  name: string
  /** Where events are sent: https, without credentials, and not an address inside a network. */
  url: string
  /** Event types, such as `task.updated`, and everything of a resource, such as `task.*`. */
  events: string[]
  /** Only what happens in these projects. Empty or null: in the whole organization. */
  project_ids?: string[] | null
}

export interface WebhookCreated {
  subscription_id: string
  org_id: string
  name: string
  /** As registered; its path is left out for a token that may not change webhooks. */
  url: string
  /** The date of the contract its payloads follow. */
  api_version: string
  events: string[]
  /** Null: the whole organization. */
  project_ids: string[] | null
  /** The first characters of the secret. */
  secret_prefix: string
  /** Which key of the service the secret is encrypted with. */
  key_version: number
  status: WebhookStatus
  /** `consecutive_failures`, `gone` (answered 410) or `owner_gone`. */
  disabled_reason: string | null
  /** Failed deliveries since the last success. From 10 on the webhook is disabled once the endpoint has failed for as long as a delivery is retried. */
  consecutive_failures: number
  /** Of the last attempt: `succeeded` or `failed`. */
  last_delivery_status: string | null
  last_delivery_at: string | null
  last_success_at: string | null
  secret_rotated_at: string | null
  /** Until then deliveries carry a signature with the previous secret too. */
  previous_secret_expires_at: string | null
  /** Username of who made it. */
  created_by: string | null
  created_at: string | null
  updated_at: string | null
  /** Rises with every change. For `If-Match: "<version>-"`. */
  version: number
  /** Signs the deliveries. Shown this once. */
  secret: string
}

export interface WebhookDelivery {
  delivery_id: string
  subscription_id: string
  org_id: string
  /** The change it tells of; null for a test. */
  event_id: string | null
  event_type: string
  /** `pending`: not yet attempted. `in_flight`: being sent. `failed`: the last attempt failed; the next is at `next_attempt_at`, except of a test. `dead`: given up. */
  status: WebhookDeliveryStatus
  /** How many attempts there were. */
  attempt: number
  max_attempts: number
  next_attempt_at: string | null
  /** What the endpoint answered last. */
  response_status: number | null
  response_ms: number | null
  /** Why there was no answer, in coarse words. */
  error: string | null
  /** The address it was sent to. */
  resolved_ip: string | null
  /** The delivery that this one repeats. */
  replay_of: string | null
  created_at: string | null
  finished_at: string | null
  /** The body as sent. What you may not know yourself is left out. */
  payload: Record<string, unknown>
  /** Of the last attempt, the signature masked. */
  request_headers: Record<string, unknown>
  /** The beginning of the last answer, 512 characters at most, secrets removed. */
  response_excerpt: string | null
  attempt_log: ({
    attempt: number
    at: string
    status: number | null
    ms: number | null
    /** `succeeded`, `failed`, `gone` (answered 410) or `rate_limited` (answered 429). */
    outcome: string
    error: string | null
    resolved_ip: string | null
    next_attempt_at: string | null
  })[]
}

export interface WebhookDeliveryPage {
  data: WebhookDeliverySummary[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type WebhookDeliveryStatus = "pending" | "in_flight" | "succeeded" | "failed" | "dead"

export interface WebhookDeliverySummary {
  delivery_id: string
  subscription_id: string
  org_id: string
  /** The change it tells of; null for a test. */
  event_id: string | null
  event_type: string
  /** `pending`: not yet attempted. `in_flight`: being sent. `failed`: the last attempt failed; the next is at `next_attempt_at`, except of a test. `dead`: given up. */
  status: WebhookDeliveryStatus
  /** How many attempts there were. */
  attempt: number
  max_attempts: number
  next_attempt_at: string | null
  /** What the endpoint answered last. */
  response_status: number | null
  response_ms: number | null
  /** Why there was no answer, in coarse words. */
  error: string | null
  /** The address it was sent to. */
  resolved_ip: string | null
  /** The delivery that this one repeats. */
  replay_of: string | null
  created_at: string | null
  finished_at: string | null
}

export interface WebhookEventType {
  /** An event type, or `<resource>.*` for all of a resource. */
  type: string
  resource: string
  description: string
  wildcard: boolean
}

export interface WebhookEventTypePage {
  data: WebhookEventType[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WebhookPage {
  data: Webhook[]
  /** Send it back as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export type WebhookStatus = "active" | "paused" | "disabled"

export type WebhookSwitch = "active" | "paused"

export interface WebhookUpdate {
  /** Display name; need not be unique. */
  name?: string
  /** Where events are sent: https, without credentials, and not an address inside a network. */
  url?: string
  /** Event types, such as `task.updated`, and everything of a resource, such as `task.*`. */
  events?: string[]
  /** Only what happens in these projects. Empty or null: in the whole organization. */
  project_ids?: string[] | null
  /** `active` resumes a paused webhook, and enables a disabled one again. */
  status?: WebhookSwitch
}

export type WebhooksDeliveriesSort = "created_at"

export type WebhooksEventsSort = "type"

export type WebhooksListSort = "name" | "created_at"

export interface WhatsNew {
  /** The newest first, at most 1000. */
  latest_releases: Release[]
  /** `releases_count`, and the totals of `features_count`, `fixes_count`, `breaking_changes_count` and `total_commits` over `latest_releases`. */
  summary: Record<string, unknown>
  /** The beginning of the first day (UTC) that was looked at. */
  since_date: string
}
