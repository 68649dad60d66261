// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

import type { Call, ListCall } from '../core/call.ts'
import type { CustomFilter } from '../core/query.ts'
import type { CallOptions, UploadOptions } from '../core/options.ts'
import type { EditOptions, EventPage, EventStream, InOrg, Ref, StreamOptions } from '../core/types.ts'
import type {
  AccessReview,
  AccessReviewSign,
  Account,
  AccountUpdate,
  Acknowledgement,
  AnyProjectRole,
  AuditEvent,
  AuditEventPage,
  AvailabilityCreate,
  AvailabilityDeleted,
  AvailabilityEntry,
  AvailabilityRange,
  AvailabilityUpdate,
  ConnectedApp,
  ConnectedAppPage,
  ConnectedAppRevoked,
  ConnectedAppsListSort,
  Designation,
  DesignationCreate,
  DesignationDeleted,
  DesignationPageOrCatalog,
  DesignationUpdate,
  DesignationVisibility,
  DesignationVisibilityUpdate,
  DesignationsListSort,
  DomainsListSort,
  EventResource,
  Export,
  ExternalComment,
  Field,
  FieldCreate,
  FieldOptionCreate,
  FieldOptionUpdate,
  FieldOptions,
  FieldPage,
  FieldUpdate,
  FieldValuesOnDelete,
  FieldsListSort,
  Goal,
  GoalCreate,
  GoalDeleted,
  GoalFromTask,
  GoalMove,
  GoalMoved,
  GoalOrder,
  GoalPage,
  GoalTaskUnfiled,
  GoalTasksFile,
  GoalTasksFiled,
  GoalUpdate,
  GoalsListSort,
  GoalsReordered,
  Health,
  Import,
  ImportAgain,
  ImportCreate,
  ImportPage,
  ImportReportEntry,
  ImportReportEntryPage,
  ImportsListPlaceholdersSort,
  ImportsListSort,
  ImportsReportSort,
  Installation,
  JoinRequest,
  JoinRequestPage,
  JoinRequestsListSort,
  JoinRequestsOrganizationsSort,
  JoinableOrganization,
  JoinableOrganizationPage,
  Journey,
  JourneyCreate,
  JourneyOrder,
  JourneyUpdate,
  JourneysReordered,
  MarkedRead,
  Me,
  Milestone,
  MilestoneCreate,
  MilestoneDeleted,
  MilestonePage,
  MilestoneUpdate,
  MilestonesListSort,
  Notification,
  NotificationKind,
  NotificationPage,
  NotificationUpdate,
  OAuthClient,
  OAuthClientCreate,
  OAuthClientCreated,
  OAuthClientPage,
  OAuthClientUpdate,
  OauthClientsListSort,
  Organization,
  OrganizationCreate,
  OrganizationDomain,
  OrganizationDomainCreate,
  OrganizationDomainPage,
  OrganizationDomainVerify,
  OrganizationGoals,
  OrganizationInvite,
  OrganizationInviteCreate,
  OrganizationInvitePage,
  OrganizationInviteUpdate,
  OrganizationInvitesListSort,
  OrganizationInvitesMineSort,
  OrganizationMember,
  OrganizationMemberPage,
  OrganizationMemberUpdate,
  OrganizationMembersListSort,
  OrganizationPage,
  OrganizationRole,
  OrganizationSettings,
  OrganizationSettingsUpdate,
  OrganizationSummary,
  OrganizationUpdate,
  OrganizationsListSort,
  OwnExportCreate,
  Passkey,
  PasskeyPage,
  PasskeySetup,
  PasskeySetupResult,
  PasskeyUpdate,
  PasswordChange,
  Placeholder,
  PlaceholderMatch,
  PlaceholderPage,
  Preferences,
  PreferencesUpdate,
  Priority,
  Project,
  ProjectCreate,
  ProjectMember,
  ProjectMemberCreate,
  ProjectMemberPage,
  ProjectMemberUpdate,
  ProjectMembersListSort,
  ProjectOrder,
  ProjectPage,
  ProjectResource,
  ProjectResourceCreate,
  ProjectResourcePage,
  ProjectResourceUpdate,
  ProjectResourceUpload,
  ProjectResourcesListSort,
  ProjectStats,
  ProjectSummary,
  ProjectUpdate,
  ProjectsListSort,
  ProjectsReordered,
  ReadUpTo,
  ReleaseEnvironment,
  Reminder,
  ReminderCreate,
  ReminderPage,
  ReminderStatus,
  ReminderUpdate,
  RemindersListOfTaskSort,
  RemindersListSort,
  Roadmap,
  RoadmapTaskStopsSort,
  ScopeType,
  Section,
  SectionCreate,
  SectionPage,
  SectionReorder,
  SectionUpdate,
  SectionsForScopes,
  SectionsListSort,
  SectionsMineSort,
  SentOrganizationInvite,
  ServiceAccount,
  ServiceAccountCreate,
  ServiceAccountPage,
  ServiceAccountUpdate,
  ServiceAccountsListSort,
  Session,
  SessionEnded,
  SessionPage,
  SignedAccessReview,
  SortOrder,
  Sprint,
  SprintBurndown,
  SprintComplete,
  SprintCreate,
  SprintDeleted,
  SprintPage,
  SprintUpdate,
  SprintsListSort,
  Stop,
  StopCreate,
  StopOrder,
  StopTaskUnfiled,
  StopTasksFile,
  StopTasksFiled,
  StopUpdate,
  StopsReordered,
  Task,
  TaskAttachment,
  TaskAttachmentCreate,
  TaskAttachmentPage,
  TaskAttachmentUpdate,
  TaskAttachmentsListSort,
  TaskBulkUpdate,
  TaskClaimCreate,
  TaskClaimFilter,
  TaskClaimNext,
  TaskClaimRelease,
  TaskClaimRenew,
  TaskComment,
  TaskCommentCreate,
  TaskCommentPage,
  TaskCommentReplyCreate,
  TaskCommentUpdate,
  TaskCommentsListSort,
  TaskCount,
  TaskCreate,
  TaskDuplicate,
  TaskField,
  TaskFields,
  TaskGrouping,
  TaskHistoryEntry,
  TaskHistoryEntryPage,
  TaskHistoryListSort,
  TaskMilestoneSet,
  TaskPage,
  TaskProjectSet,
  TaskRestored,
  TaskRoadmapStop,
  TaskRoadmapStopPage,
  TaskRow,
  TaskSearchField,
  TaskSection,
  TaskSectionSet,
  TaskSprintSet,
  TaskStatus,
  TaskSummary,
  TaskType,
  TaskUpdate,
  TaskWatchersListSort,
  TasksListSort,
  Team,
  TeamCreate,
  TeamDeleted,
  TeamMember,
  TeamMemberCreate,
  TeamMemberPage,
  TeamMemberUpdate,
  TeamPage,
  TeamSummary,
  TeamUpdate,
  TeamsListMembersSort,
  TeamsListSort,
  TeamsListTasksSort,
  TestEmail,
  Token,
  TokenCreate,
  TokenCreated,
  TokenPage,
  TokenUpdate,
  TokensListSort,
  TotpSetup,
  TotpSetupResult,
  UnreadCount,
  View,
  ViewCreate,
  ViewDeleted,
  ViewDuplicate,
  ViewPage,
  ViewPin,
  ViewPinOrder,
  ViewPinPage,
  ViewPinsListSort,
  ViewRow,
  ViewRowPage,
  ViewUpdate,
  ViewsListSort,
  Watch,
  Watcher,
  WatcherPage,
  Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryStatus,
  WebhookDeliverySummary,
  WebhookEventType,
  WebhookEventTypePage,
  WebhookPage,
  WebhookUpdate,
  WebhooksDeliveriesSort,
  WebhooksEventsSort,
  WebhooksListSort,
  WhatsNew,
  WorkHandOver,
  WorkHandedOver,
} from './schemas.ts'

export interface ConnectedAppsListQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ConnectedAppsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface AccountListPasskeysQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
}

export interface SessionsListQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
}

export interface OrganizationsListQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: OrganizationsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface OrganizationMembersListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Returns only members whose username or email contains this text (case-insensitive). */
  search?: string
  /** Returns only the member with this exact username (case-insensitive). */
  username?: string
  /** Returns only members with this role. */
  role?: OrganizationRole
  /** `true`: returns only active members. `false`: only deactivated ones. */
  is_active?: boolean
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: OrganizationMembersListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface OrganizationMembersReadQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface OrganizationMembersUpdateQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface OrganizationMembersDeleteQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface OrganizationMembersHandOverQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface OrganizationInvitesListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Returns only invitations whose email address contains this text (case-insensitive). */
  search?: string
  /** Returns only the invitation to this exact email address (case-insensitive). */
  email?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: OrganizationInvitesListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface OrganizationInvitesMineQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: OrganizationInvitesMineSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface DomainsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: DomainsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface DomainsCreateQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DomainsReadQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DomainsDeleteQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DomainsVerifyQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface JoinRequestsOrganizationsQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: JoinRequestsOrganizationsSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface JoinRequestsCreateQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface JoinRequestsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: JoinRequestsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface JoinRequestsReadQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface JoinRequestsDeclineQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface JoinRequestsAcceptQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DesignationsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** `true`: returns a `DesignationCatalog` instead of a page. Default: `false`. */
  grouped?: boolean
  /** `true`: adds the number of members, pending invitations and project members that have each designation and that the caller can read. Requires `org_id`. */
  with_usage?: boolean
  /** `true`: includes designations that the organization hides. Default: `false`. */
  include_hidden?: boolean
  /** `true`: includes deactivated designations. Requires: organization admin. Default: `false`. */
  include_inactive?: boolean
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: DesignationsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface DesignationsReadQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DesignationsUpdateQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DesignationsDeleteQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface DesignationsSetVisibilityQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ProjectsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Include archived projects. */
  show_all?: boolean
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Only projects with these IDs, at most 200; IDs of projects that you cannot read are omitted. */
  ids?: string | readonly (string)[]
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ProjectsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ProjectMembersListQuery {
  /** Only members of this project. */
  project_id?: string
  /** Only members whose username contains this text (case-insensitive). */
  search?: string
  /** Only members with this role, by its current or its deprecated name. */
  role?: AnyProjectRole
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ProjectMembersListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ProjectResourcesListQuery {
  /** Project id. */
  project_id: string
  /** Only resources whose name contains this text (case-insensitive). */
  search?: string
  /** Only resources of this type. */
  resource_type?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ProjectResourcesListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ProjectResourcesCreateQuery {
  /** Project id. */
  project_id: string
}

export interface ProjectResourcesUploadQuery {
  /** Project id. */
  project_id: string
}

export interface GoalsOrgQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface GoalsListQuery {
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Includes the tasks of each goal as `tasks`. Default: `false`. */
  include_tasks?: boolean
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: GoalsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface GoalsDeleteQuery {
  /** Reason for the deletion, stored with the goal. */
  reason?: string
}

export interface FieldsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Returns only the fields of tasks in this project. */
  project_id?: string
  /** Includes archived fields. */
  include_archived?: boolean
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: FieldsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface FieldsDeleteQuery {
  /** `delete` deletes the values from all tasks; default: `keep`. */
  values?: FieldValuesOnDelete
}

export interface FieldsDeleteOptionQuery {
  /** Key of the active option that tasks get instead. */
  replace_by?: string
}

export interface TasksListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** ID of a project: return only its tasks. */
  project_id?: string
  /** Includes restricted tasks as masked rows with `has_access` false, sorted as if they had no values. Ignored with filters other than `project` and `team`. */
  include_inaccessible?: boolean
  /** Sections returned in `section_id` and `section_position`, and used by `sort_by=section_position` (default `own`): `user:me` for personal sections, `project:<id>`, `team:<id>`, or `own` for the sections of each task’s project, else of its team, else personal sections. */
  section_scope?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TasksListSort | `custom.${string}`
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
  filter?: {
    /** Task ids, 100 at most. */
    id?: string | readonly (string)[]
    /** Task keys, present or former, in any case; 100 at most. */
    key?: string | readonly (string)[]
    /** IDs in other systems, `source:id`; 100 at most. */
    external?: string | readonly (string)[]
    /** Statuses. */
    status?: TaskStatus | readonly (TaskStatus)[]
    /** Priorities. */
    priority?: Priority | readonly (Priority)[]
    /** Usernames of assignees; `me` for the caller, `__none__` for unassigned tasks. */
    assignee?: string | readonly (string)[]
    /** Project ids; `__unfiled__` for tasks without a project. */
    project?: string | readonly (string)[]
    /** Tags, case-sensitive; tasks with any of them match. `__none__` for tasks without tags. */
    tags?: string | readonly (string)[]
    /** Due on or after this date. */
    due_after?: string
    /** Due on or before this date. */
    due_before?: string
    /** `true`: without a due date. */
    undated?: boolean | "true"
    /** Starts on or after this date. */
    start_after?: string
    /** Starts on or before this date. */
    start_before?: string
    /** Created on or after this date (UTC). */
    created_after?: string
    /** Created on or before this date (UTC). */
    created_before?: string
    /** Changed at or after this date or date-time. */
    updated_after?: string
    /** `true`: due before today, in the `time_zone` of the caller (see `/v1/me`), and not completed. Includes archived tasks; add `filter[status]` to exclude them. */
    overdue?: boolean | "true"
    /** Case-insensitive substring of the title, description, id or a tag. Every character is literal, including commas. Repeat the parameter, up to 10 times, to find tasks with any of the texts. */
    search?: string
    /** Fields searched by `filter[search]` (default `all`). */
    search_fields?: TaskSearchField | readonly (TaskSearchField)[]
    /** Team ids, of the task or of its project; `__none__` for tasks without a team. */
    team?: string | readonly (string)[]
    /** Task types. */
    task_type?: TaskType | readonly (TaskType)[]
    /** Goal ids; `__none__` for tasks without a goal. */
    goal?: string | readonly (string)[]
    /** Milestone ids; `__none__` for tasks without a milestone. */
    milestone?: string | readonly (string)[]
    /** Sprint ids; `__none__` for tasks without a sprint. */
    sprint?: string | readonly (string)[]
    /** IDs of roadmap stops: tasks that were added to them or belong to milestones pinned to them. */
    stop?: string | readonly (string)[]
    /** Section ids; `__none__` for tasks in no section of `section_scope`, or, without it, in no readable section. */
    section?: string | readonly (string)[]
    /** IDs of parent tasks; `__none__` for tasks without a readable parent. */
    parent?: string | readonly (string)[]
    /** IDs of tasks on which the tasks depend, completed or not. */
    blocked_by?: string | readonly (string)[]
    /** Usernames of assignees, of users in custom fields, or of holders of claims; `me` for the caller. */
    involves?: string | readonly (string)[]
    /** Values of the custom field `KEY`; `__none__` for tasks without one. Texts and URLs match any part, or with the prefix `=` all of it; usernames include `me`. Numbers and dates also accept `filter[custom.KEY.from]` and `filter[custom.KEY.to]`. At most 5 fields per request. */
    custom?: Record<string, CustomFilter>
    /** `me`: claimed by the caller; `true`: by any user; `false`: not claimed. */
    claimed?: TaskClaimFilter | readonly (TaskClaimFilter)[]
    /** `true`: only deleted tasks that the caller can restore, with `deleted_at`, instead of live tasks. Cannot be combined with `filter[search]`. */
    deleted?: boolean | "true"
  }
}

export interface TasksCountQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** ID of a project: return only its tasks. */
  project_id?: string
  /** Attribute by which the tasks are also counted in groups: one of the names, or `custom.KEY` for a custom field with options, users or a checkbox. A task counts in the group of each of its values, such as each tag. Its teams are its own and that of its project. */
  group_by?: TaskGrouping | `custom.${string}`
  /** Second attribute, by which the tasks of each group are counted in groups: any value of `group_by` but its own. */
  then_by?: TaskGrouping | `custom.${string}`
  /** Sections used by groups by `section` (default `own`) and `filter[section]=__none__`: `user:me` for personal sections, `project:<id>`, `team:<id>`, or `own` for the sections of each task’s project, else of its team, else personal sections. */
  section_scope?: string
  filter?: {
    /** Task ids, 100 at most. */
    id?: string | readonly (string)[]
    /** Task keys, present or former, in any case; 100 at most. */
    key?: string | readonly (string)[]
    /** IDs in other systems, `source:id`; 100 at most. */
    external?: string | readonly (string)[]
    /** Statuses. */
    status?: TaskStatus | readonly (TaskStatus)[]
    /** Priorities. */
    priority?: Priority | readonly (Priority)[]
    /** Usernames of assignees; `me` for the caller, `__none__` for unassigned tasks. */
    assignee?: string | readonly (string)[]
    /** Project ids; `__unfiled__` for tasks without a project. */
    project?: string | readonly (string)[]
    /** Tags, case-sensitive; tasks with any of them match. `__none__` for tasks without tags. */
    tags?: string | readonly (string)[]
    /** Due on or after this date. */
    due_after?: string
    /** Due on or before this date. */
    due_before?: string
    /** `true`: without a due date. */
    undated?: boolean | "true"
    /** Starts on or after this date. */
    start_after?: string
    /** Starts on or before this date. */
    start_before?: string
    /** Created on or after this date (UTC). */
    created_after?: string
    /** Created on or before this date (UTC). */
    created_before?: string
    /** Changed at or after this date or date-time. */
    updated_after?: string
    /** `true`: due before today, in the `time_zone` of the caller (see `/v1/me`), and not completed. Includes archived tasks; add `filter[status]` to exclude them. */
    overdue?: boolean | "true"
    /** Case-insensitive substring of the title, description, id or a tag. Every character is literal, including commas. Repeat the parameter, up to 10 times, to find tasks with any of the texts. */
    search?: string
    /** Fields searched by `filter[search]` (default `all`). */
    search_fields?: TaskSearchField | readonly (TaskSearchField)[]
    /** Team ids, of the task or of its project; `__none__` for tasks without a team. */
    team?: string | readonly (string)[]
    /** Task types. */
    task_type?: TaskType | readonly (TaskType)[]
    /** Goal ids; `__none__` for tasks without a goal. */
    goal?: string | readonly (string)[]
    /** Milestone ids; `__none__` for tasks without a milestone. */
    milestone?: string | readonly (string)[]
    /** Sprint ids; `__none__` for tasks without a sprint. */
    sprint?: string | readonly (string)[]
    /** IDs of roadmap stops: tasks that were added to them or belong to milestones pinned to them. */
    stop?: string | readonly (string)[]
    /** Section ids; `__none__` for tasks in no section of `section_scope`, or, without it, in no readable section. */
    section?: string | readonly (string)[]
    /** IDs of parent tasks; `__none__` for tasks without a readable parent. */
    parent?: string | readonly (string)[]
    /** IDs of tasks on which the tasks depend, completed or not. */
    blocked_by?: string | readonly (string)[]
    /** Usernames of assignees, of users in custom fields, or of holders of claims; `me` for the caller. */
    involves?: string | readonly (string)[]
    /** Values of the custom field `KEY`; `__none__` for tasks without one. Texts and URLs match any part, or with the prefix `=` all of it; usernames include `me`. Numbers and dates also accept `filter[custom.KEY.from]` and `filter[custom.KEY.to]`. At most 5 fields per request. */
    custom?: Record<string, CustomFilter>
    /** `me`: claimed by the caller; `true`: by any user; `false`: not claimed. */
    claimed?: TaskClaimFilter | readonly (TaskClaimFilter)[]
    /** `true`: only deleted tasks that the caller can restore, with `deleted_at`, instead of live tasks. Cannot be combined with `filter[search]`. */
    deleted?: boolean | "true"
  }
}

export interface TasksByKeyQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface TaskCommentsListQuery {
  /** ID of the task. */
  task_id: string
  /** Only threads with a comment or reply that contains this text (case-insensitive). */
  search?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TaskCommentsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface TaskAttachmentsListQuery {
  /** Task id. */
  task_id: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TaskAttachmentsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface TaskHistoryListQuery {
  /** ID of the task. */
  task_id: string
  /** Text that the title of the task must contain, case-insensitive; otherwise the list is empty. */
  title?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TaskHistoryListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface TaskWatchersListQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TaskWatchersListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface RemindersListOfTaskQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: RemindersListOfTaskSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
  filter?: {
    /** Status of the reminder. */
    status?: ReminderStatus | readonly (ReminderStatus)[]
  }
}

export interface RemindersListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: RemindersListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
  filter?: {
    /** Status of the reminder. */
    status?: ReminderStatus | readonly (ReminderStatus)[]
  }
}

export interface RoadmapOrgQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface RoadmapTaskStopsQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: RoadmapTaskStopsSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface TeamsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TeamsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface TeamsDeleteQuery {
  /** Removes projects and tasks from the team instead of returning 409. Default: `false`. */
  detach?: boolean
  /** Reason for the deletion, stored with the team. */
  reason?: string
}

export interface TeamsListMembersQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TeamsListMembersSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface TeamsListTasksQuery {
  /** Includes restricted tasks as masked rows with `has_access` false. */
  include_inaccessible?: boolean
  /** Sections returned in `section_id` and `section_position`: `user:me`, `project:<id>` or `team:<id>`. The default is this team when sorted by `section_position`. */
  section_scope?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TeamsListTasksSort | `custom.${string}`
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface SprintsListQuery {
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: SprintsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface SprintsDeleteQuery {
  /** Reason for the deletion, stored with the sprint. */
  reason?: string
}

export interface MilestonesListQuery {
  /** Returns only the milestone with this exact title (case-insensitive). */
  title?: string
  /** Returns only milestones whose title contains this text (case-insensitive). */
  search?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: MilestonesListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface MilestonesDeleteQuery {
  /** Reason for the deletion, stored with the milestone. */
  reason?: string
}

export interface AvailabilityRangeQuery {
  /** First day of the range (YYYY-MM-DD). Required. */
  from?: string
  /** Last day of the range (YYYY-MM-DD), at most 93 days after `from`. Required. */
  to?: string
}

export interface SectionsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Kind of owner: `project`, `team` or `user` (personal sections). */
  scope_type: ScopeType
  /** ID of the project or team, or your own username. */
  scope_id?: string
  /** IDs of several projects or teams, repeated or comma-separated, instead of `scope_id`. */
  scope_ids?: string | readonly (string)[]
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: SectionsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface SectionsMineQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: SectionsMineSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ViewsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Only views of projects, of teams, or personal views (`user`). */
  scope?: ScopeType
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ViewsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ViewsRowsQuery {
  /** Same as in the task list; by default as set in the view. */
  include_inaccessible?: boolean
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
}

export interface ViewPinsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ViewPinsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ViewPinsPinProjectQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ExportsCreateForOrganizationQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface NotificationsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Limits the result to resources that are now in this project. */
  project_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  filter?: {
    /** Returns only unread notifications. */
    unread?: boolean | "true"
    /** Returns only notifications marked as done. */
    done?: boolean | "true"
    /** Returns only notifications of these kinds. */
    kind?: NotificationKind | readonly (NotificationKind)[]
  }
}

export interface NotificationsCountQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Limits the result to resources that are now in this project. */
  project_id?: string
}

export interface TokensListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: TokensListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ServiceAccountsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ServiceAccountsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ServiceAccountsCreateQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ServiceAccountsReadQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ServiceAccountsUpdateQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ServiceAccountsDeleteQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface WebhooksEventsQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: WebhooksEventsSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
  filter?: {
    /** Returns only event types of these resources. */
    resource?: EventResource | readonly (EventResource)[]
  }
}

export interface EventsStreamQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Returns only events of these types, separated by commas; `task.*` means all types of tasks. See `GET /v1/webhooks/events`. */
  types?: string | readonly (string)[]
  /** Returns only events in this project, including moves out of it. */
  project_id?: string
  /** Returns only events of this task. */
  task_id?: string
  /** Returns only events about you and of tasks that you created, watch, or are or were assigned to. */
  mine?: boolean
}

export interface WebhooksListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: WebhooksListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface WebhooksDeliveriesQuery {
  /** Returns only deliveries with this status. */
  status?: WebhookDeliveryStatus
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: WebhooksDeliveriesSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface OauthClientsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: OauthClientsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ExternalTasksPutQuery {
  /** Restores a deleted task before it is updated, instead of 409. */
  restore?: boolean
}

export interface ExternalTasksDeleteQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ExternalCommentsDeleteQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface ImportsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ImportsListSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ImportsReportQuery {
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ImportsReportSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ImportsListPlaceholdersQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
  /** Sort key. Without it, the list has its default order. */
  sort_by?: ImportsListPlaceholdersSort
  /** `asc` (default) or `desc`, which reverses the order. Rows without a value come last in both. */
  sort_order?: SortOrder
}

export interface ImportsMatchPlaceholderQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface AuditListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Filters by resource type, such as `task`, `project` or `token`. */
  resource_type?: string
  /** Filters by the ID of a resource. */
  resource_id?: string
  /** Filters by project ID, including tasks moved into or out of the project. */
  project_id?: string
  /** Filters by event name; a value that ends with a dot is a prefix, such as `task.`. */
  action?: string
  /** Filters by username or user ID of the actor. */
  actor?: string
  /** Start of the time range. Date-time, or a date (YYYY-MM-DD) for that whole day in UTC. Inclusive. */
  from?: string
  /** End of the time range. Date-time, or a date (YYYY-MM-DD) for that whole day in UTC. Inclusive. */
  to?: string
  /** Maximum number of rows per page; values above 1000 are capped at 1000. */
  limit?: number
  /** `next_cursor` of the previous page, sent unchanged with the same query. */
  cursor?: string
  /** Number of rows to skip; ignored with a cursor. */
  offset?: number
}

export interface AuditExportQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Filters by resource type, such as `task`, `project` or `token`. */
  resource_type?: string
  /** Filters by the ID of a resource. */
  resource_id?: string
  /** Filters by project ID, including tasks moved into or out of the project. */
  project_id?: string
  /** Filters by event name; a value that ends with a dot is a prefix, such as `task.`. */
  action?: string
  /** Filters by username or user ID of the actor. */
  actor?: string
  /** Start of the time range. Date-time, or a date (YYYY-MM-DD) for that whole day in UTC. Inclusive. */
  from?: string
  /** End of the time range. Date-time, or a date (YYYY-MM-DD) for that whole day in UTC. Inclusive. */
  to?: string
}

export interface ReleasesWhatsNewQuery {
  /** Environment that the releases were deployed to. */
  environment?: ReleaseEnvironment
  /** Number of days, 1 to 365, in addition to today. */
  since_days?: number
  /** Filters by the exact name of a repository. */
  repository?: string
}

/** Readiness of the service. */
export interface HealthApi {
  /**
   * Get the health status
   *
   * Returns 200 when the server accepts requests and the database responds, and 503 when the database does not respond or the server is shutting down. Requires no authentication.
   *
   * Requires no authentication.
   */
  read(options?: CallOptions): Call<Health>
}

/** State of the server, for its operators. */
export interface InstallationApi {
  /**
   * Get the state of the installation
   *
   * Returns the version, database, files, numbers of users, email, queues and backups of the server, without secrets. Requires: operator of the server (`OPERATORS`); returns 404 for all other users. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  read(options?: CallOptions): Call<Installation>

  /**
   * Send a test email
   *
   * Sends an email to the verified address of the caller immediately, and returns once the mail server has accepted it, within 20 seconds. At most 5 per minute. Requires: operator of the server (`OPERATORS`); returns 404 for all other users. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  sendTestEmail(options?: CallOptions): Call<TestEmail>
}

/** The authenticated user. */
export interface MeApi {
  /**
   * Get the authenticated user
   *
   * Returns the authenticated user or service account and their organizations. For an access token, `auth` describes what it may do, and only its own organization is listed.
   *
   * Available to any token.
   */
  read(options?: CallOptions): Call<Me>
}

/** OAuth apps that have access to your account. */
export interface ConnectedAppsApi {
  /**
   * List connected apps
   *
   * Returns the caller's connections to OAuth apps, in all organizations. A connection ends when its app does not use it for 30 days. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  list(query?: ConnectedAppsListQuery, options?: CallOptions): ListCall<ConnectedApp, ConnectedAppPage>

  /**
   * Disconnect an OAuth app
   *
   * Ends a connection and revokes its tokens with immediate effect. What the app created remains, as if the caller had created it: webhooks keep sending, invitations can be accepted, and apps that it registered can be connected, until these are deleted, canceled or revoked. Disconnecting again changes nothing. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `oauth_grant.revoked`.
   */
  delete(grant: Ref<'grant_id'>, options?: CallOptions): Call<ConnectedAppRevoked>
}

/** Your account of this server: password and authenticator app. */
export interface AccountApi {
  /**
   * Get the account
   *
   * Returns how the caller can sign in to their account on this server, without secrets. Returns 404 for users of an identity provider. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  read(options?: CallOptions): Call<Account>

  /**
   * Update the account
   *
   * Changes the display name of the caller. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  update(body: AccountUpdate, options?: CallOptions): Call<Account>

  /**
   * Set the password
   *
   * Stores a new password. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`, `session.ended`, `oauth_grant.revoked`.
   */
  setPassword(body: PasswordChange, options?: CallOptions): Call<Account>

  /**
   * Remove the password
   *
   * Removes the password. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`, `session.ended`, `oauth_grant.revoked`.
   */
  removePassword(options?: CallOptions): Call<Account>

  /**
   * Set up an authenticator app
   *
   * Without `code`, returns a new secret for an authenticator app (TOTP, RFC 6238). With the code that the app shows for it, requires such codes after the password from now on, and returns recovery codes once. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`, `session.ended`, `oauth_grant.revoked`.
   */
  setUpTotp(body?: TotpSetup, options?: CallOptions): Call<TotpSetupResult>

  /**
   * Remove the authenticator app
   *
   * Turns off the second factor, and deletes the recovery codes. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`, `session.ended`, `oauth_grant.revoked`.
   */
  removeTotp(options?: CallOptions): Call<Account>

  /**
   * Disconnect an identity
   *
   * Removes the connection with an identity at an identity provider. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`, `session.ended`, `oauth_grant.revoked`.
   */
  disconnectIdentity(identity: Ref<'identity_id'>, options?: CallOptions): Call<Account>

  /**
   * List passkeys
   *
   * Returns the passkeys of the caller's account, oldest first. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  listPasskeys(query?: AccountListPasskeysQuery, options?: CallOptions): ListCall<Passkey, PasskeyPage>

  /**
   * Add a passkey
   *
   * Without `credential`, returns options with which the browser creates a passkey (WebAuthn). With the `credential` that it created, stores the passkey, with which the caller can sign in from then on. Requires https, or a loopback host name. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`.
   */
  addPasskey(body?: PasskeySetup, options?: CallOptions): Call<PasskeySetupResult>

  /**
   * Get a passkey
   *
   * Returns a passkey of the caller's account. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  readPasskey(passkey: Ref<'passkey_id'>, options?: CallOptions): Call<Passkey>

  /**
   * Rename a passkey
   *
   * Renames a passkey. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  updatePasskey(passkey: Ref<'passkey_id'>, body: PasskeyUpdate, options?: CallOptions): Call<Passkey>

  /**
   * Delete a passkey
   *
   * Deletes a passkey. Ends all other sessions and connected apps of the user; access tokens stay valid. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `account.sign_in_changed`, `session.ended`, `oauth_grant.revoked`.
   */
  deletePasskey(passkey: Ref<'passkey_id'>, options?: CallOptions): Call<Passkey>
}

/** Your browser sessions. */
export interface SessionsApi {
  /**
   * List sessions
   *
   * Returns the caller's active browser sessions, newest first. Requests with session tokens or access tokens have no browser session. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   */
  list(query?: SessionsListQuery, options?: CallOptions): ListCall<Session, SessionPage>

  /**
   * End a session
   *
   * Signs the caller out in a browser, this one or another; further requests of that session return 401. The session at the identity provider remains, so the provider may sign in the same browser again without a prompt. Apps that were connected in the session stay connected. Not available to access tokens.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `session.ended`.
   */
  delete(session: Ref<'session_id'>, options?: CallOptions): Call<SessionEnded>
}

/** Organizations and their settings. */
export interface OrganizationsApi {
  /**
   * List organizations
   *
   * Returns the organizations that the caller is an active member of, by name unless sorted otherwise. An access token returns only its own organization.
   *
   * Requires the scope `org:read`.
   */
  list(query?: OrganizationsListQuery, options?: CallOptions): ListCall<OrganizationSummary, OrganizationPage>

  /**
   * Create an organization
   *
   * Creates an organization with the caller as its owner. Requires: a signed-in user, not an access token.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `org.created`.
   */
  create(body: OrganizationCreate, options?: CallOptions): Call<Organization>

  /**
   * Get an organization
   *
   * Returns an organization. Requires: member of the organization.
   *
   * Requires the scope `org:read`.
   */
  read(org: Ref<'org_id'>, options?: CallOptions): Call<Organization>

  /**
   * Update an organization
   *
   * Updates the fields in the body; omitted fields keep their value. `metadata` is merged into the stored value. `null` clears `description`, `logo`, `email` and `metadata`. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `org.updated`.
   */
  update(org: string | Organization | OrganizationSummary, body: OrganizationUpdate, options?: CallOptions): Call<Organization>

  /**
   * Delete an organization
   *
   * Deletes an organization. Its access tokens, its webhooks, and all apps that it registered (also in other organizations) stop working immediately. Requires: owner of the organization with a recent sign-in, not an access token.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `org.deleted`.
   */
  delete(org: string | Organization | OrganizationSummary, options?: CallOptions): Call<Acknowledgement>

  /**
   * Get the access review
   *
   * Returns all active members with their valid tokens: not expired, not revoked, and not rejected by the token policy of the organization. Unattached tokens are neither expired nor revoked, but belong to a removed or deactivated member; they are rejected, and become valid again if that member is reactivated. With `Accept: text/csv`, returns CSV with a byte order mark, one line for each token and each member without tokens; cells that a spreadsheet would run as a formula are prefixed with `'`. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  accessReview(org: Ref<'org_id'>, options?: CallOptions): Call<AccessReview>

  /**
   * Sign the access review
   *
   * Records that the caller reviewed the access, as an `access_review.signed` event in the audit log with the hash and the numbers of members and tokens. `If-Match` refers to the organization. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `access_review.signed`.
   */
  signAccessReview(org: Ref<'org_id'>, body: AccessReviewSign, options?: CallOptions): Call<SignedAccessReview>

  /**
   * Get organization settings
   *
   * Returns the settings of an organization. Requires: member of the organization.
   *
   * Requires the scope `org:read`.
   */
  settings(org: Ref<'org_id'>, options?: CallOptions): Call<OrganizationSettings>

  /**
   * Update organization settings
   *
   * Updates the fields in the body; omitted fields keep their value. `null` removes the limit of `audit_retention_days` or `max_token_ttl_days`. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `org.settings_changed`.
   */
  updateSettings(org: Ref<'org_id'>, body: OrganizationSettingsUpdate, options?: CallOptions): Call<OrganizationSettings>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(org: string | Organization | OrganizationSummary, change: (current: Organization) => OrganizationUpdate | undefined | Promise<OrganizationUpdate | undefined>, options?: EditOptions): Promise<Organization>
}

/** Members of an organization and their roles. */
export interface OrganizationMembersApi {
  /**
   * List organization members
   *
   * Returns the active and deactivated members of an organization, by username unless sorted otherwise. Sorting by `role` puts owners first. Guests see only themselves and users with whom they share a project or team.
   *
   * Requires the scope `org:read`.
   */
  list(query?: OrganizationMembersListQuery, options?: CallOptions): ListCall<OrganizationMember, OrganizationMemberPage>

  /**
   * Get an organization member
   *
   * Returns a member of an organization. For guests, returns 404 for users with whom they share no project or team.
   *
   * Requires the scope `org:read`.
   */
  read(user: Ref<'user_id'>, query?: OrganizationMembersReadQuery, options?: CallOptions): Call<OrganizationMember>

  /**
   * Update an organization member
   *
   * Updates role, designation or activation of a member; omitted fields keep their value, and `null` clears the designation. `is_active: false` deactivates a member: their tokens return 401 and their app connections are revoked, but they stay in their projects and teams; `true` reactivates the member and their tokens. Requires: organization admin; to change an owner or grant the owner role, owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `member.role_changed`, `member.designation_changed`.
   */
  update(user: string | OrganizationMember, body: OrganizationMemberUpdate, query?: OrganizationMembersUpdateQuery, options?: CallOptions): Call<OrganizationMember>

  /**
   * Remove an organization member
   *
   * Removes a member from the organization, its projects, teams, milestones and task restrictions. Projects and teams without another owner, and tasks restricted to no other user, pass to the caller or, when members remove themselves, to the longest-standing owner of the organization. The user stays recorded as assignee and creator. Their app connections are revoked; their access tokens return 401 but stay listed until an admin revokes them. A later invitation restores none of this. Members may remove themselves. Otherwise requires: organization admin; to remove an owner, owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `member.removed`, `task.restricted`.
   */
  delete(user: string | OrganizationMember, query?: OrganizationMembersDeleteQuery, options?: CallOptions): Call<Acknowledgement>

  /**
   * Hand over the work of a member
   *
   * Hands over to another member, as far as the caller may change them: open tasks assigned to a member, if the other member can read them; projects whose primary owner they are; open milestones that they own, in teams that the other member is in. The member may be deactivated. One request changes at most 500 tasks, 500 milestones and 50 projects: send it again while `has_more` is true. Requires: organization admin, or the member themselves.
   *
   * Requires the scope `org:write`.
   *
   * Emits `member.work_handed_over`, `task.updated`, `project.owner_transferred`, `project.member_added`, `milestone.updated`.
   */
  handOver(user: Ref<'user_id'>, body: WorkHandOver, query?: OrganizationMembersHandOverQuery, options?: CallOptions): Call<WorkHandedOver>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(user: string | OrganizationMember, change: (current: OrganizationMember) => OrganizationMemberUpdate | undefined | Promise<OrganizationMemberUpdate | undefined>, query: OrganizationMembersUpdateQuery | undefined, options?: EditOptions): Promise<OrganizationMember>
}

/** Invitations to an organization. */
export interface OrganizationInvitesApi {
  /**
   * Create an invitation
   *
   * Invites a user by email to an organization, as `member` unless `role` is sent. The user finds the invitation at `GET /v1/organization-invites/user` after signing in with this verified email address. By default, an organization can send 50 emails per day and 10 more for each accepted invitation, and 3 per day to an address; more return 429. Requires: organization admin; to invite an owner, owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `invite.created`, `invite.expired`.
   */
  create(body: InOrg<OrganizationInviteCreate>, options?: CallOptions): Call<SentOrganizationInvite>

  /**
   * List pending invitations
   *
   * Returns the pending invitations of an organization, by creation time unless sorted otherwise. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  list(query?: OrganizationInvitesListQuery, options?: CallOptions): ListCall<OrganizationInvite, OrganizationInvitePage>

  /**
   * List invitations to the caller
   *
   * Returns the pending invitations to the caller's verified email address from all organizations, by creation time unless sorted otherwise, or none if the address is not verified. An access token returns only invitations from its organization.
   *
   * Requires the scope `org:read`.
   */
  mine(query?: OrganizationInvitesMineQuery, options?: CallOptions): ListCall<OrganizationInvite, OrganizationInvitePage>

  /**
   * Get an invitation
   *
   * Returns an invitation of any status. Requires: organization admin, or the invited user with a verified email address.
   *
   * Requires the scope `org:read`.
   */
  read(invite: string, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Update an invitation
   *
   * Updates a pending invitation; omitted fields keep their value, and `null` clears the designation. `invite_status: cancelled` or `is_cancelled: true` cancels it. Requires: organization admin; if the current or new role is `owner`, owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `invite.updated`, `invite.revoked`.
   */
  update(invite: string, body: OrganizationInviteUpdate, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Cancel an invitation
   *
   * Cancels a pending invitation, which is kept with the status `cancelled`. Requires: organization admin; if the role is `owner`, owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `invite.revoked`.
   */
  delete(invite: string, options?: CallOptions): Call<Acknowledgement>

  /**
   * Resend an invitation
   *
   * Sends a pending or expired invitation again and sets `expires_at` to 7 days from now. More than 3 emails per hour for an invitation return 429. Requires: organization admin; if the role is `owner`, owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `invite.resent`, `invite.expired`.
   */
  resend(invite: string, options?: CallOptions): Call<SentOrganizationInvite>

  /**
   * Accept an invitation
   *
   * Makes the caller a member of the organization with the role and designation of the invitation. A former member starts without their earlier projects, teams and tokens. Requires: signed-in user whose verified email address is the invited one; returns 404 for others.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `invite.accepted`, `member.added`, `task.restricted`.
   */
  accept(invite: string, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Reject an invitation
   *
   * Declines an invitation, which is kept with the status `cancelled`. Requires: signed-in user whose verified email address is the invited one; returns 404 for others.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `invite.rejected`.
   */
  reject(invite: string, options?: CallOptions): Call<Acknowledgement>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(invite: string, change: (current: OrganizationInvite) => OrganizationInviteUpdate | undefined | Promise<OrganizationInviteUpdate | undefined>, options?: EditOptions): Promise<OrganizationInvite>
}

/** Domains of email addresses whose users can join an organization. */
export interface DomainsApi {
  /**
   * List domains
   *
   * Returns the domains of an organization, proved or not. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  list(query?: DomainsListQuery, options?: CallOptions): ListCall<OrganizationDomain, OrganizationDomainPage>

  /**
   * Add a domain
   *
   * Adds a domain and emails a code, valid for 24 hours, to a mailbox of its administrators. Once it is verified, users with a verified address of the domain can join as `domain_join_mode` allows. Several organizations can prove a domain. More than 10 codes per day return 429. Requires: owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `domain.added`.
   */
  create(body: OrganizationDomainCreate, query?: DomainsCreateQuery, options?: CallOptions): Call<OrganizationDomain>

  /**
   * Get a domain
   *
   * Returns a domain of an organization. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  read(domain: Ref<'domain'>, query?: DomainsReadQuery, options?: CallOptions): Call<OrganizationDomain>

  /**
   * Delete a domain
   *
   * Deletes a domain, so that its users can no longer join by it. Members who joined stay. Requires: owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `domain.deleted`.
   */
  delete(domain: string | OrganizationDomain, query?: DomainsDeleteQuery, options?: CallOptions): Call<Acknowledgement>

  /**
   * Verify a domain
   *
   * Proves a domain with the emailed code. A proved domain stays as it is. Requires: owner of the organization.
   *
   * Requires the scope `org:write`.
   *
   * Emits `domain.verified`.
   */
  verify(domain: Ref<'domain'>, body: OrganizationDomainVerify, query?: DomainsVerifyQuery, options?: CallOptions): Call<OrganizationDomain>
}

/** Requests of users to join an organization by their domain. */
export interface JoinRequestsApi {
  /**
   * List organizations to join
   *
   * Returns the organizations that proved the domain of the caller's verified email address, except those that the caller is or was a member of. Requires: signed-in user.
   *
   * Requires a session; not available to access tokens.
   */
  organizations(query?: JoinRequestsOrganizationsQuery, options?: CallOptions): ListCall<JoinableOrganization, JoinableOrganizationPage>

  /**
   * Join an organization by domain
   *
   * Makes the caller a member if `domain_join_mode` of the organization is `instant`; otherwise asks its admins, who are notified. A pending request stays as it is. Requires: signed-in user whose verified email address has a domain that the organization proved, and who was never a member; returns 403 for others.
   *
   * Requires a session; not available to access tokens.
   *
   * Emits `join_request.created`, `member.added`.
   */
  create(query?: JoinRequestsCreateQuery, options?: CallOptions): Call<JoinableOrganization>

  /**
   * List join requests
   *
   * Returns the users who ask to join an organization, oldest first. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  list(query?: JoinRequestsListQuery, options?: CallOptions): ListCall<JoinRequest, JoinRequestPage>

  /**
   * Get a join request
   *
   * Returns the request of a user on which no admin has decided. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  read(user: Ref<'user_id'>, query?: JoinRequestsReadQuery, options?: CallOptions): Call<JoinRequest>

  /**
   * Decline a join request
   *
   * Declines the request of a user, who cannot ask again but can be invited. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `join_request.declined`.
   */
  decline(user: string | JoinRequest, query?: JoinRequestsDeclineQuery, options?: CallOptions): Call<Acknowledgement>

  /**
   * Accept a join request
   *
   * Makes the user who asks to join a member. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `join_request.accepted`, `member.added`.
   */
  accept(user: Ref<'user_id'>, query?: JoinRequestsAcceptQuery, options?: CallOptions): Call<Acknowledgement>
}

/** Job titles of members: a built-in catalog and those of the organization. */
export interface DesignationsApi {
  /**
   * List designations
   *
   * Returns the global designations and those of an organization. By default, pinned ones come first, then by `sort_order` and label. With `grouped`, returns all of them by category, without pagination.
   *
   * Requires the scope `org:read`.
   */
  list(query?: DesignationsListQuery, options?: CallOptions): ListCall<Designation, DesignationPageOrCatalog>

  /**
   * Create a designation
   *
   * Creates a designation in an organization. With the label of a global designation, it takes precedence when a designation is assigned by name. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `designation.created`.
   */
  create(body: DesignationCreate, options?: CallOptions): Call<Designation>

  /**
   * Get a designation
   *
   * Returns a global designation or one of the caller's organizations, also when it is deactivated.
   *
   * Requires the scope `org:read`.
   */
  read(designation: Ref<'designation_id'>, query?: DesignationsReadQuery, options?: CallOptions): Call<Designation>

  /**
   * Update a designation
   *
   * Updates a designation of the organization; omitted fields keep their value. `null` clears `aliases`, `sort_order` and `metadata`, and sets `category` to `Custom`. Members who have it get the new label. Requires: organization admin. Global designations cannot be updated.
   *
   * Requires the scope `org:write`.
   *
   * Emits `designation.updated`.
   */
  update(designation: string | Designation, body: DesignationUpdate, query?: DesignationsUpdateQuery, options?: CallOptions): Call<Designation>

  /**
   * Deactivate a designation
   *
   * Deactivates a designation of the organization. Members who have it keep it, but it can no longer be assigned, and its label can be used again. Updating it with `is_active: true` reactivates it. Does nothing if it is already deactivated. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `designation.deleted`.
   */
  delete(designation: string | Designation, query?: DesignationsDeleteQuery, options?: CallOptions): Call<DesignationDeleted>

  /**
   * Update the visibility of a designation
   *
   * Hides or pins a global or custom designation in an organization. Members keep a hidden designation, and it can still be assigned by name or ID. Omitted fields and `null` keep the current value. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `designation.visibility_changed`.
   */
  setVisibility(designation: Ref<'designation_id'>, body: DesignationVisibilityUpdate, query?: DesignationsSetVisibilityQuery, options?: CallOptions): Call<DesignationVisibility>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(designation: string | Designation, change: (current: Designation) => DesignationUpdate | undefined | Promise<DesignationUpdate | undefined>, options?: EditOptions): Promise<Designation>
}

/** Projects, which contain tasks and control their visibility. */
export interface ProjectsApi {
  /**
   * List projects
   *
   * Returns the projects of an organization that you can read, ordered by `position`. Archived projects are included only with `show_all`. The ID in the path is that of the organization. Task counts include only tasks that you can read.
   *
   * Requires the scope `projects:read`.
   */
  list(query?: ProjectsListQuery, options?: CallOptions): ListCall<ProjectSummary, ProjectPage>

  /**
   * Update a project
   *
   * Updates the fields in the body; omitted fields keep their value, `null` clears optional fields, and `metadata` is merged. Requires: owner or editor of the project, or organization admin. Only owners and organization admins can change `prefix`, `owner`, `team_members`, `team_member_designations`, `editors_can_add_members`, `visibility`, `team_id` and `is_active`, and archive or unarchive the project. A new `owner` is added as an owner; the previous primary owner becomes an editor. Changing or clearing `team_id` removes the tasks of the project from the sprints, milestones and sections of the previous team, except tasks that belong to that team themselves, and unpins the milestones of that team from the stops of the project. `is_active: false` deletes the project.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.updated`, `task.updated`, `project.owner_transferred`, `project.member_added`, `project.member_removed`, `project.deleted`.
   */
  update(project: string | Project | ProjectSummary, body: ProjectUpdate, options?: CallOptions): Call<Project>

  /**
   * Delete a project
   *
   * Deletes a project. The project and everything in it return 404 afterwards. Requires: owner of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.deleted`.
   */
  delete(project: string | Project | ProjectSummary, options?: CallOptions): Call<Acknowledgement>

  /**
   * Create a project
   *
   * Creates a project at the end of the list. The caller becomes an owner; `owner` may name another user as the primary owner. `visibility` defaults to the setting of the organization. `preset` creates sections. Requires: organization member; guests cannot create projects.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.created`, `section.created`.
   */
  create(body: ProjectCreate, options?: CallOptions): Call<ProjectSummary>

  /**
   * Get a project
   *
   * Returns a project with its members. Task counts are returned by the list and by project statistics.
   *
   * Requires the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, options?: CallOptions): Call<Project>

  /**
   * Reorder projects
   *
   * Rearranges the listed projects among the positions that they occupy now; other projects keep their position. A client can therefore reorder a filtered list. Requires: organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.reordered`.
   */
  reorder(body: InOrg<ProjectOrder>, options?: CallOptions): Call<ProjectsReordered>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(project: string | Project | ProjectSummary, change: (current: Project) => ProjectUpdate | undefined | Promise<ProjectUpdate | undefined>, options?: EditOptions): Promise<Project>
}

/** Statistics of a project. */
export interface ProjectStatsApi {
  /**
   * Get project statistics
   *
   * Returns task counts, the number of members and the remaining days of a project. Counts include only tasks that you can read, so they differ between users.
   *
   * Requires the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, options?: CallOptions): Call<ProjectStats>
}

/** Members of a project and their roles. */
export interface ProjectMembersApi {
  /**
   * List project members
   *
   * Returns the members of a project or, without `project_id`, of every project that you can read. Includes deactivated members (`is_active` is `false`).
   *
   * Requires the scope `projects:read`.
   */
  list(query?: ProjectMembersListQuery, options?: CallOptions): ListCall<ProjectMember, ProjectMemberPage>

  /**
   * Add a member to a project
   *
   * Adds an active member of the organization to a project, as a viewer unless a role is set. Requires: owner of the project, or organization admin. If `editors_can_add_members` is set on the project, editors can also add members, but not owners.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.member_added`.
   */
  create(body: ProjectMemberCreate, options?: CallOptions): Call<ProjectMember>

  /**
   * Get a project member
   *
   * Returns a member of a project that you can read, including a deactivated one.
   *
   * Requires the scope `projects:read`.
   */
  read(user: Ref<'user_id'>, project: Ref<'project_id'>, options?: CallOptions): Call<ProjectMember>

  /**
   * Update a project member
   *
   * Updates the fields in the body; `null` clears the designation. `is_active: false` deactivates the membership. If the primary owner loses the owner role, the owner with the oldest assignment becomes the primary owner. Requires: owner of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.member_role_changed`, `project.member_updated`, `project.member_added`, `project.member_removed`, `project.owner_transferred`.
   */
  update(user: string | ProjectMember, project: Ref<'project_id'>, body: ProjectMemberUpdate, options?: CallOptions): Call<ProjectMember>

  /**
   * Remove a project member
   *
   * Removes a member from a project. If the primary owner is removed, the owner with the oldest assignment becomes the primary owner. Requires: owner of the project, or organization admin; every member can remove themselves.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project.member_removed`, `project.owner_transferred`.
   */
  delete(user: string | ProjectMember, project: Ref<'project_id'>, options?: CallOptions): Call<Acknowledgement>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(user: string | ProjectMember, project: Ref<'project_id'>, change: (current: ProjectMember) => ProjectMemberUpdate | undefined | Promise<ProjectMemberUpdate | undefined>, options?: EditOptions): Promise<ProjectMember>
}

/** Links and files of a project. */
export interface ProjectResourcesApi {
  /**
   * List project resources
   *
   * Returns the links and files of a project, oldest first.
   *
   * Requires the scope `projects:read`.
   */
  list(query: ProjectResourcesListQuery, options?: CallOptions): ListCall<ProjectResource, ProjectResourcePage>

  /**
   * Add a link to a project
   *
   * Adds a link to a project. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project_resource.created`.
   */
  create(body: ProjectResourceCreate, query: ProjectResourcesCreateQuery, options?: CallOptions): Call<ProjectResource>

  /**
   * Add a file to a project
   *
   * Uploads a file to a project as `multipart/form-data` with a part named `file` that has a file name; unknown parts are ignored. The maximum size is 25 MB unless the server is configured otherwise. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project_resource.created`.
   */
  upload(body: ProjectResourceUpload, query: ProjectResourcesUploadQuery, options?: UploadOptions): Call<ProjectResource>

  /**
   * Get a project resource
   *
   * Returns the metadata of a link or file. The content of a file is at `resource_url`.
   *
   * Requires the scope `projects:read`.
   */
  read(resource: Ref<'resource_id'>, options?: CallOptions): Call<ProjectResource>

  /**
   * Update a project resource
   *
   * Updates the fields in the body; `null` clears the type and the URL of a link. The URL of a file cannot be changed. `is_active: false` deletes the resource. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project_resource.updated`, `project_resource.deleted`.
   */
  update(resource: string | ProjectResource, body: ProjectResourceUpdate, options?: CallOptions): Call<ProjectResource>

  /**
   * Delete a project resource
   *
   * Deletes a link or file from a project; the content of a file is deleted too. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `project_resource.deleted`.
   */
  delete(resource: string | ProjectResource, options?: CallOptions): Call<Acknowledgement>

  /**
   * Download a project file
   *
   * Returns the content of an uploaded file as an attachment with its file name. Types that a browser could execute (HTML, SVG, scripts) are sent as `application/octet-stream`. Returns 404 for a link.
   *
   * Requires the scope `projects:read`.
   */
  download(resource: Ref<'resource_id'>, options?: CallOptions): Call<Response>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(resource: string | ProjectResource, change: (current: ProjectResource) => ProjectResourceUpdate | undefined | Promise<ProjectResourceUpdate | undefined>, options?: EditOptions): Promise<ProjectResource>
}

/** Goals of a project and the tasks that lead to them. */
export interface GoalsApi {
  /**
   * List goals of an organization
   *
   * Returns all goals of all projects that the caller can read, grouped by project, without pagination. Projects without goals are omitted. Counts include only tasks that the caller can read.
   *
   * Requires the scope `projects:read`.
   */
  org(query?: GoalsOrgQuery, options?: CallOptions): Call<OrganizationGoals>

  /**
   * List goals
   *
   * Returns the goals of a project, by position unless sorted otherwise. Counts include only tasks that the caller can read; `goals_tasks_total` and `goals_tasks_completed` cover all pages. With `include_tasks`, a page may have fewer than `limit` goals to limit its size: follow `next_cursor`.
   *
   * Requires the scope `projects:read`.
   */
  list(project: Ref<'project_id'>, query?: GoalsListQuery, options?: CallOptions): ListCall<Goal, GoalPage>

  /**
   * Create a goal
   *
   * Creates an open goal after the other goals of the project. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `goal.created`.
   */
  create(project: Ref<'project_id'>, body: GoalCreate, options?: CallOptions): Call<Goal>

  /**
   * Get a goal
   *
   * Returns a goal with its tasks. Tasks and counts include only tasks that the caller can read.
   *
   * Requires the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, goal: Ref<'goal_id'>, options?: CallOptions): Call<Goal>

  /**
   * Update a goal
   *
   * Updates the fields in the body; omitted fields keep their value. `null` clears `target_date` and `description`. Setting `status` to `closed` records who closed the goal and when, `open` reopens it; its tasks do not change. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `goal.updated`, `goal.closed`, `goal.reopened`.
   */
  update(project: Ref<'project_id'>, goal: string | Goal, body: GoalUpdate, options?: CallOptions): Call<Goal>

  /**
   * Delete a goal
   *
   * Deletes a goal. Its tasks are kept and no longer belong to a goal. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `goal.deleted`, `task.updated`.
   */
  delete(project: Ref<'project_id'>, goal: string | Goal, query?: GoalsDeleteQuery, options?: CallOptions): Call<GoalDeleted>

  /**
   * Reorder goals
   *
   * Stores a new order of all goals of a project. `If-Match` refers to the project. The ETags of goals change with their positions, but earlier ETags still match in `If-Match`. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `goal.reordered`.
   */
  reorder(project: Ref<'project_id'>, body: GoalOrder, options?: CallOptions): Call<GoalsReordered>

  /**
   * Move a goal to another project
   *
   * Moves a goal and all its tasks to another project, after the other goals there. Tasks leave sprints and milestones of teams that they no longer belong to. Requires: owner or editor of both projects or organization admin, and permission to edit every task.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `goal.moved`, `task.moved`.
   */
  move(project: Ref<'project_id'>, goal: Ref<'goal_id'>, body: GoalMove, options?: CallOptions): Call<GoalMoved>

  /**
   * Convert a task to a goal
   *
   * Creates a goal from the title, description and due date of a task, after the other goals of the project, and deletes the task. Subtasks lose their parent; those in the project that the caller may edit are added to the goal. Requires: owner or editor of the project or organization admin, and permission to delete the task.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `goal.created`, `task.deleted`, `task.subtask_removed`, `task.dependency_removed`, `task.updated`.
   */
  convertTask(project: Ref<'project_id'>, body: GoalFromTask, options?: CallOptions): Call<Goal>

  /**
   * Add tasks to a goal
   *
   * Adds tasks of the same project to a goal, all or none of them. A task of another goal is removed from that goal. Requires: permission to read the project and to edit every task.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `task.updated`.
   */
  fileTasks(project: Ref<'project_id'>, goal: Ref<'goal_id'>, body: GoalTasksFile, options?: CallOptions): Call<GoalTasksFiled>

  /**
   * Remove a task from a goal
   *
   * Removes a task from a goal; the task is otherwise unchanged. Does nothing when the task is not in the goal. `If-Match` refers to the task. Requires: permission to edit the task.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `task.updated`.
   */
  unfileTask(project: Ref<'project_id'>, goal: Ref<'goal_id'>, task: Ref<'task_id'>, options?: CallOptions): Call<GoalTaskUnfiled>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(project: Ref<'project_id'>, goal: string | Goal, change: (current: Goal) => GoalUpdate | undefined | Promise<GoalUpdate | undefined>, options?: EditOptions): Promise<Goal>
}

/** Custom fields of tasks: their definitions and options. */
export interface FieldsApi {
  /**
   * List custom fields
   *
   * Returns the custom fields of an organization that the caller can read: those of the whole organization and those of readable projects, by position.
   *
   * Requires the scope `projects:read`.
   */
  list(query?: FieldsListQuery, options?: CallOptions): ListCall<Field, FieldPage>

  /**
   * Create a custom field
   *
   * Creates a custom field of tasks, at most 200 in an organization and 50 in a project. Requires: organization admin, or owner of all projects that the field is limited to.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `field.created`.
   */
  create(body: FieldCreate, options?: CallOptions): Call<Field>

  /**
   * Get a custom field
   *
   * Returns a custom field, active or archived.
   *
   * Requires the scope `projects:read`.
   */
  read(field: Ref<'field_id'>, options?: CallOptions): Call<Field>

  /**
   * Update a custom field
   *
   * Updates the attributes in the body; omitted ones keep their value. Key and type never change. A change of `project_ids` keeps the values of other projects' tasks, hidden, and does not raise the version. Requires: organization admin, or owner of all projects that the field is limited to.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `field.updated`, `field.archived`, `field.restored`.
   */
  update(field: string | Field, body: FieldUpdate, options?: CallOptions): Call<Field>

  /**
   * Archive a custom field
   *
   * Archives a custom field: it can no longer be set, and lists omit its values. A PATCH with `is_active` true restores it with its values. With `values=delete`, the values are deleted from all tasks within minutes, for good. Requires: organization admin, or owner of all projects that the field is limited to.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `field.archived`.
   */
  delete(field: string | Field, query?: FieldsDeleteQuery, options?: CallOptions): Call<Field>

  /**
   * Create an option
   *
   * Adds an option to a field of the type `select` or `multi_select`, at most 100. Requires: organization admin, or owner of all projects that the field is limited to.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `field.updated`.
   */
  createOption(field: Ref<'field_id'>, body: FieldOptionCreate, options?: CallOptions): Call<FieldOptions>

  /**
   * Update an option
   *
   * Updates an option; omitted attributes keep their value. Requires: organization admin, or owner of all projects that the field is limited to.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `field.updated`.
   */
  updateOption(field: Ref<'field_id'>, option: Ref<'option'>, body: FieldOptionUpdate, options?: CallOptions): Call<FieldOptions>

  /**
   * Archive an option
   *
   * Archives an option: tasks keep it, and it can no longer be chosen. Restore it with PATCH. With `replace_by`, tasks get another option instead, within minutes. Requires: organization admin, or owner of all projects that the field is limited to.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `field.updated`.
   */
  deleteOption(field: Ref<'field_id'>, option: Ref<'option'>, query?: FieldsDeleteOptionQuery, options?: CallOptions): Call<FieldOptions>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(field: string | Field, change: (current: Field) => FieldUpdate | undefined | Promise<FieldUpdate | undefined>, options?: EditOptions): Promise<Field>
}

/** Tasks: create, search, update, move and link. */
export interface TasksApi {
  /**
   * List and search tasks
   *
   * Returns tasks of an organization or a project that the caller can read, sorted by title by default. Values of one `filter[…]`, comma-separated or repeated, are combined with OR; different filters with AND.
   *
   * Requires the scope `tasks:read`.
   */
  list<F extends TaskField>(query: TasksListQuery & { include_inaccessible?: false; fields: F | readonly F[] }, options?: CallOptions): ListCall<Pick<TaskSummary, F | 'task_id' | 'version'>>
  list(query: TasksListQuery & { fields: TaskField | readonly TaskField[] }, options?: CallOptions): ListCall<TaskFields>
  list(query?: TasksListQuery & { include_inaccessible?: false }, options?: CallOptions): ListCall<TaskSummary>
  list(query?: TasksListQuery, options?: CallOptions): ListCall<TaskRow, TaskPage>

  /**
   * Create a task
   *
   * Creates a task in a project, or without one. A task with `team_id` and without `project_id` is in the intake of the team. Send an `Idempotency-Key` to retry safely. Requires: edit access to the project, or, without a project, membership of the organization other than as a guest.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.created`, `task.subtask_added`, `task.dependency_added`.
   */
  create(body: TaskCreate, options?: CallOptions): Call<Task>

  /**
   * Count tasks
   *
   * Returns the number of tasks that the caller can read and that match the filters, in total and, with `group_by`, in groups, which `then_by` divides by a second attribute. Accepts the same filters as `GET /v1/tasks`. Takes longer the more tasks are counted.
   *
   * Requires the scope `tasks:read`.
   */
  count(query?: TasksCountQuery, options?: CallOptions): Call<TaskCount>

  /**
   * Get a task
   *
   * Returns a task. Its links include only tasks that the caller can read.
   *
   * Requires the scope `tasks:read`.
   */
  read(task: Ref<'task_id'>, options?: CallOptions): Call<Task>

  /**
   * Update a task
   *
   * Updates the fields in the body; omitted fields keep their value. A new `project_id` moves the task, which clears its goal, and the sprint and milestone if they belong to a team that the task leaves. Send `If-Match` with the ETag to avoid overwriting concurrent changes. Requires: edit access to the task, and to the new project.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.updated`, `task.moved`, `task.restricted`, `task.subtask_added`, `task.subtask_removed`, `task.dependency_added`, `task.dependency_removed`.
   */
  update(task: string | Task | TaskSummary, body: TaskUpdate, options?: CallOptions): Call<Task>

  /**
   * Delete a task
   *
   * Deletes a task and those of its subtasks, at all levels, that the caller may delete; other subtasks lose their parent. Dependencies on deleted tasks are removed. A deleted task can be restored, by default for 30 days. Requires: creator of the task, owner or editor of its project, or organization admin.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.deleted`, `task.subtask_removed`, `task.dependency_removed`.
   */
  delete(task: string | Task | TaskSummary, options?: CallOptions): Call<Acknowledgement>

  /**
   * Get a task by key
   *
   * Returns the task that has or had a key such as `QUAY-12`, also after it was moved or its project got another prefix. A key of a task that the caller cannot read returns the same 404 as an unknown one.
   *
   * Requires the scope `tasks:read`.
   */
  byKey(key: Ref<'key'>, query?: TasksByKeyQuery, options?: CallOptions): Call<Task>

  /**
   * Duplicate a task
   *
   * Creates a task with the attributes, tags, custom fields, restriction and section of the project of another one, in the same project or team. A completed or archived task becomes `not_started`. Not copied: parent, dependencies, comments, attachments, claims, history, reminders, watchers, roadmap stops, sections of teams and users, IDs in other systems, former members as assignees, completed sprints and archived fields. Requires: read access to the task, and permission to create tasks in its project.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.created`, `task.subtask_added`.
   */
  duplicate(task: Ref<'task_id'>, body?: TaskDuplicate, options?: CallOptions): Call<Task>

  /**
   * Update several tasks
   *
   * Applies the same changes to up to 200 tasks of one organization, in one transaction: if one task cannot be updated, none is. Send `versions` to avoid overwriting concurrent changes. The changes, counted once per task, and the tasks are limited to 2 MB each. On the embedded database, changes of titles, descriptions and tags are limited to 250 KB of text in total, counting the longer of the old and new text of each task. Requires: edit access to every task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.updated`, `task.moved`, `task.restricted`, `task.subtask_added`, `task.subtask_removed`, `task.dependency_added`, `task.dependency_removed`.
   */
  bulkUpdate(body: TaskBulkUpdate, options?: CallOptions): Call<{
    /** Always `true`. */
    ok: boolean
    /** Number of tasks that changed. */
    updated: number
    /** All tasks after the update, in the order of `task_ids`. */
    tasks: Task[]
  }>

  /**
   * Restore a task
   *
   * Restores a deleted task, together with descendants deleted with it that the caller may delete, its place in containers and the dependencies of other tasks, as far as they still exist; `restored` lists the result. A task that is not deleted does not change. Find deleted tasks with `filter[deleted]=true`; they can be restored for a limited time, by default 30 days. `If-Match` accepts the ETag of the deletion. Requires: permission to delete the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.restored`, `task.subtask_added`, `task.dependency_added`.
   */
  restore(task: Ref<'task_id'>, options?: CallOptions): Call<TaskRestored>

  /**
   * Set a task's project
   *
   * Moves a task to another project, or out of its project with `null`. Without `project_id`, nothing changes. Clears the goal, and the sprint and milestone if they belong to a team that the task leaves. Removes the task from sections of the old project and team. Requires: edit access to the task and to the new project.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.moved`, `task.updated`.
   */
  setProject(task: Ref<'task_id'>, body: TaskProjectSet, options?: CallOptions): Call<Task>

  /**
   * Set a task's sprint
   *
   * Adds a task to a sprint, or removes it from its sprint with `null`. Without `sprint_id`, nothing changes. The sprint must belong to the task's team or to the team of its project. Tasks cannot be added to a completed sprint (409). Requires: edit access to the task and read access to the team of the sprint.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.updated`.
   */
  setSprint(task: Ref<'task_id'>, body: TaskSprintSet, options?: CallOptions): Call<Task>

  /**
   * Set a task's milestone
   *
   * Adds a task to a milestone, or removes it from its milestone with `null`. Without `milestone_id`, nothing changes. The milestone must belong to the task's team or to the team of its project. Requires: edit access to the task and read access to the team of the milestone.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.updated`.
   */
  setMilestone(task: Ref<'task_id'>, body: TaskMilestoneSet, options?: CallOptions): Call<Task>

  /**
   * Set a task's section
   *
   * Moves a task to a section of its project, of its team or its project’s team, or to a personal section of the caller. A task is in at most one section of each scope; `section_id: null` removes it, and without `section_id` it stays in its section. Without `position`, `before` and `after` it moves to the end. If no number is left between two tasks, `before` and `after` renumber the section in the same order. Requires: owner or editor of the project, owner of the team, or organization admin; for personal sections, read access to the task. A section of a project that means a status gives the task this status in the same change.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.updated`, `section.updated`.
   */
  setSection(task: Ref<'task_id'>, body: TaskSectionSet, options?: CallOptions): Call<TaskSection>

  /**
   * Add a subtask
   *
   * Adds an existing task as the last subtask of another. Adding a subtask again changes nothing. A task can have only one parent, and cycles are rejected (409). Requires: edit access to both tasks.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.subtask_added`.
   */
  addSubtask(task: Ref<'task_id'>, body: {
    /** ID of the task that becomes the subtask. */
    subtask_id: string
  }, options?: CallOptions): Call<Task>

  /**
   * Remove a subtask
   *
   * Removes a subtask from its parent; the subtask itself is not deleted. Does nothing if the task is not a subtask of this one. Requires: edit access to the parent.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.subtask_removed`.
   */
  removeSubtask(task: Ref<'task_id'>, subtask: string, options?: CallOptions): Call<Task>

  /**
   * Add a dependency
   *
   * Makes a task depend on another task of the organization. Adding a dependency again changes nothing. Cycles are rejected (409). Requires: edit access to the task and read access to the other.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.dependency_added`.
   */
  addDependency(task: Ref<'task_id'>, body: {
    /** ID of the task that it depends on. */
    dependency_id: string
  }, options?: CallOptions): Call<Task>

  /**
   * Remove a dependency
   *
   * Removes a dependency of a task. Does nothing if the task does not depend on the other. Requires: edit access to the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.dependency_removed`.
   */
  removeDependency(task: Ref<'task_id'>, dependency: string, options?: CallOptions): Call<Task>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(task: string | Task | TaskSummary, change: (current: Task) => TaskUpdate | undefined | Promise<TaskUpdate | undefined>, options?: EditOptions): Promise<Task>
}

/** Claims: tasks that workers hold for a limited time. */
export interface ClaimsApi {
  /**
   * Claim the next task
   *
   * Claims the first task of a list that is neither completed, archived nor claimed, whose readable dependencies are completed or archived, and that the caller can edit. Returns 204 if there is none. Concurrent workers get different tasks. A claim keeps other workers from claiming the task, and ends by itself; it does not keep users from editing. Write under it with `If-Claim`. Send an `Idempotency-Key`, so that a retry returns the same task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.claimed`, `task.updated`.
   */
  next(body: TaskClaimNext, options?: CallOptions): Call<Task>

  /**
   * Claim a task
   *
   * Claims a task for a limited time. Claiming it again with the same access token renews the claim. Open dependencies do not matter here. Requires: edit access to the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.claimed`, `task.claim_expired`, `task.updated`.
   */
  create(task: Ref<'task_id'>, body?: TaskClaimCreate, options?: CallOptions): Call<Task>

  /**
   * Renew a claim
   *
   * Extends a claim, counted from now. Emits no event. Returns 412 once the claim has ended, even if the task is free. Requires: holder of the claim, with edit access to the task.
   *
   * Requires the scope `tasks:write`.
   */
  renew(task: Ref<'task_id'>, body: TaskClaimRenew, options?: CallOptions): Call<Task>

  /**
   * Release a claim
   *
   * Ends a claim, together with an update of the task: `{"set": {"status": "completed"}}` finishes it. A forced release of a task without a claim changes nothing else. Requires: holder of the claim; with `force`, owner of the task's project or organization admin; with `set`, edit access to the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.claim_released`, `task.updated`, `task.moved`, `task.restricted`, `task.subtask_added`, `task.subtask_removed`, `task.dependency_added`, `task.dependency_removed`.
   */
  release(task: Ref<'task_id'>, body: TaskClaimRelease, options?: CallOptions): Call<Task>
}

/** Comments on a task. */
export interface TaskCommentsApi {
  /**
   * List task comments
   *
   * Returns the comments of a task as threads, oldest first, each with its nested replies. A page counts threads.
   *
   * Requires the scope `tasks:read`.
   */
  list(query: TaskCommentsListQuery, options?: CallOptions): ListCall<TaskComment, TaskCommentPage>

  /**
   * Create a comment
   *
   * Adds a comment to a task. Users in `mentions` are mentioned and notified, as are users who appear in the text as `@username` (case-insensitive, outside of code, links and email addresses) and can read the task. `content` takes precedence over the deprecated `comment`; one of them is required. `If-Match` refers to the task. Requires: read access to the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.comment_added`.
   */
  create(body: TaskCommentCreate, options?: CallOptions): Call<TaskComment>

  /**
   * Reply to a comment
   *
   * Adds a reply to a comment. Replies can be nested 20 levels deep; a thread has at most 500 replies. Mentions work as for a comment. `If-Match` refers to the comment. Requires: read access to the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.comment_added`.
   */
  reply(body: TaskCommentReplyCreate, options?: CallOptions): Call<TaskComment>

  /**
   * Get a comment
   *
   * Returns a comment or reply with all replies below it.
   *
   * Requires the scope `tasks:read`.
   */
  read(comment: Ref<'comment_id'>, options?: CallOptions): Call<TaskComment>

  /**
   * Update a comment
   *
   * Updates the text of a comment; without `content` or `comment` nothing changes. Users that the new text adds as `@username` are mentioned and notified; users that it no longer names are no longer mentioned. Requires: author of the comment.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.comment_updated`.
   */
  update(comment: string | TaskComment, body: TaskCommentUpdate, options?: CallOptions): Call<TaskComment>

  /**
   * Delete a comment
   *
   * Deletes a comment. If it has replies, it remains in the thread without author and text. Requires: author of the comment, owner of the project, or organization admin.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.comment_removed`.
   */
  delete(comment: string | TaskComment, options?: CallOptions): Call<Acknowledgement>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(comment: string | TaskComment, change: (current: TaskComment) => TaskCommentUpdate | undefined | Promise<TaskCommentUpdate | undefined>, options?: EditOptions): Promise<TaskComment>
}

/** Files attached to a task. */
export interface TaskAttachmentsApi {
  /**
   * List task attachments
   *
   * Returns the attachments of a task, oldest first.
   *
   * Requires the scope `tasks:read`.
   */
  list(query: TaskAttachmentsListQuery, options?: CallOptions): ListCall<TaskAttachment, TaskAttachmentPage>

  /**
   * Create an attachment
   *
   * Uploads a file to a task as `multipart/form-data` with a part named `file` that has a file name; unknown parts are ignored. Unless the server is configured otherwise, a file has at most 25 MB and a task at most 50 attachments. Send `task_id` before the file, so that the server can reject the request before reading it. `If-Match` refers to the task. Requires: read access to the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.attachment_added`.
   */
  create(body: TaskAttachmentCreate, options?: UploadOptions): Call<TaskAttachment>

  /**
   * Get an attachment
   *
   * Returns the metadata of an attachment. Its content is at `url`.
   *
   * Requires the scope `tasks:read`.
   */
  read(attachment: Ref<'attachment_id'>, options?: CallOptions): Call<TaskAttachment>

  /**
   * Update an attachment
   *
   * Updates `title`, `name` and `is_inline`; `null` clears the title. Other fields are ignored, except that `task_id` must be the task of the attachment. Requires: uploader, owner or editor of the project, or organization admin.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.attachment_updated`.
   */
  update(attachment: string | TaskAttachment, body: TaskAttachmentUpdate, options?: CallOptions): Call<TaskAttachment>

  /**
   * Delete an attachment
   *
   * Deletes an attachment and its file. Requires: uploader, owner or editor of the project, or organization admin.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.attachment_removed`.
   */
  delete(attachment: string | TaskAttachment, options?: CallOptions): Call<undefined>

  /**
   * Download an attachment
   *
   * Returns the content of the file as an attachment with its name. Types that a browser could execute (HTML, SVG, scripts) are sent as `application/octet-stream`.
   *
   * Requires the scope `tasks:read`.
   */
  download(attachment: Ref<'attachment_id'>, options?: CallOptions): Call<Response>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(attachment: string | TaskAttachment, change: (current: TaskAttachment) => TaskAttachmentUpdate | undefined | Promise<TaskAttachmentUpdate | undefined>, options?: EditOptions): Promise<TaskAttachment>
}

/** Change history of a task. */
export interface TaskHistoryApi {
  /**
   * List task history
   *
   * Returns the changes of a task, newest first by default. Entries about links to tasks that the caller cannot read are omitted. The history is retained as long as the task. Requires: read access to the task.
   *
   * Requires the scope `tasks:read`.
   */
  list(query: TaskHistoryListQuery, options?: CallOptions): ListCall<TaskHistoryEntry, TaskHistoryEntryPage>

  /**
   * Get a task history entry
   *
   * Returns an entry of the history of a task. Requires: read access to the task.
   *
   * Requires the scope `tasks:read`.
   */
  read(history: Ref<'history_id'>, options?: CallOptions): Call<TaskHistoryEntry>
}

/** Users who are notified of changes to a task. */
export interface TaskWatchersApi {
  /**
   * List watchers
   *
   * Returns the watchers of a task by username: its creator and assignee, users who commented or were mentioned, and users who chose to watch it. Includes only active members who can read the task and did not unwatch it. Requires: read access to the task.
   *
   * Requires the scope `tasks:read`.
   */
  list(task: Ref<'task_id'>, query?: TaskWatchersListQuery, options?: CallOptions): ListCall<Watcher, WatcherPage>

  /**
   * Get the watch of a task
   *
   * Returns whether the caller watches a task, and why. Requires: read access to the task.
   *
   * Requires the scope `tasks:read`.
   */
  read(task: Ref<'task_id'>, options?: CallOptions): Call<Watch>

  /**
   * Watch a task
   *
   * Notifies the caller of comments and status changes of a task, as configured in their notification preferences. The task itself does not change. Requires: read access to the task.
   *
   * Requires the scope `tasks:write`.
   */
  watch(task: Ref<'task_id'>, options?: CallOptions): Call<Watch>

  /**
   * Unwatch a task
   *
   * Stops notifications of comments and status changes of a task, even for its creator or assignee. Comments and mentions do not start the watch again; only watching the task does. Personal notifications, such as mentions, are still sent. Requires: read access to the task.
   *
   * Requires the scope `tasks:write`.
   */
  unwatch(task: Ref<'task_id'>, options?: CallOptions): Call<undefined>
}

/** Reminders of a task, at a time or before it is due. */
export interface RemindersApi {
  /**
   * Create a reminder
   *
   * Creates a reminder of a task, either at a time (`at`) or before the due date (`before_due`). It is sent once, within 30 seconds of its time, as a notification of kind `reminder` and an event `task.reminder_due`. A reminder with `before_due` follows changes of the due date and waits while there is none; if a change moves it into the past, it is sent immediately, or lapses if that time is more than 24 hours ago. A reminder also lapses if, when due, the task is completed, archived or deleted or the recipient cannot read it. A user has at most 20 pending reminders per task. Ended reminders are deleted after 90 days. Requires: read access to the task; for `for: assignee`, permission to edit the task.
   *
   * Requires the scope `tasks:write`.
   */
  create(task: Ref<'task_id'>, body: ReminderCreate, options?: CallOptions): Call<Reminder>

  /**
   * List task reminders
   *
   * Returns your reminders of a task and those for its assignee, by time; reminders without a time come last.
   *
   * Requires the scope `tasks:read`.
   */
  listOfTask(task: Ref<'task_id'>, query?: RemindersListOfTaskQuery, options?: CallOptions): ListCall<Reminder, ReminderPage>

  /**
   * List reminders
   *
   * Returns the reminders that you created in an organization for tasks that you can read, by time; reminders without a time come last.
   *
   * Requires the scope `tasks:read`.
   */
  list(query?: RemindersListQuery, options?: CallOptions): ListCall<Reminder, ReminderPage>

  /**
   * Get a reminder
   *
   * Returns one of your reminders, or a reminder for the assignee of a task that you can read.
   *
   * Requires the scope `tasks:read`.
   */
  read(reminder: Ref<'reminder_id'>, options?: CallOptions): Call<Reminder>

  /**
   * Update a reminder
   *
   * Updates the fields in the body; omitted fields keep their value. `at` replaces `before_due`, and vice versa. A new time makes a sent or lapsed reminder pending again. Requires: creator of the reminder or, for a reminder of the assignee, permission to edit the task.
   *
   * Requires the scope `tasks:write`.
   */
  update(reminder: string | Reminder, body: ReminderUpdate, options?: CallOptions): Call<Reminder>

  /**
   * Delete a reminder
   *
   * Deletes a reminder. Requires: creator of the reminder or, for a reminder of the assignee, permission to edit the task.
   *
   * Requires the scope `tasks:write`.
   */
  delete(reminder: string | Reminder, options?: CallOptions): Call<undefined>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(reminder: string | Reminder, change: (current: Reminder) => ReminderUpdate | undefined | Promise<ReminderUpdate | undefined>, options?: EditOptions): Promise<Reminder>
}

/** Roadmaps: projects shown as lines with stops. */
export interface RoadmapApi {
  /**
   * Get an organization's roadmap
   *
   * Returns the journeys and stops of all projects of an organization. Includes only projects that the caller can read. Counts include only tasks that the caller can read, and count a task once that was added to a stop and also belongs to a milestone pinned to it.
   *
   * Requires the scope `projects:read`.
   */
  org(query?: RoadmapOrgQuery, options?: CallOptions): Call<Roadmap>

  /**
   * Get a team's roadmap
   *
   * Returns the journeys and stops of all projects of a team. Includes only projects that the caller can read. Counts include only tasks that the caller can read, and count a task once that was added to a stop and also belongs to a milestone pinned to it.
   *
   * Requires the scope `projects:read`.
   */
  team(team: Ref<'team_id'>, options?: CallOptions): Call<Roadmap>

  /**
   * Get a project's roadmap
   *
   * Returns the journeys and stops of a project. Includes only projects that the caller can read. Counts include only tasks that the caller can read, and count a task once that was added to a stop and also belongs to a milestone pinned to it.
   *
   * Requires the scope `projects:read`.
   */
  project(project: Ref<'project_id'>, options?: CallOptions): Call<Roadmap>

  /**
   * List roadmap stops of a task
   *
   * Returns the stops that a task was added to and the stop that its milestone is pinned to, each once, by title unless sorted otherwise. Includes only projects that the caller can read.
   *
   * Requires the scope `projects:read`.
   */
  taskStops(task: Ref<'task_id'>, query?: RoadmapTaskStopsQuery, options?: CallOptions): ListCall<TaskRoadmapStop, TaskRoadmapStopPage>
}

/** Lines of a roadmap. */
export interface JourneysApi {
  /**
   * Create a journey
   *
   * Adds a journey to the roadmap of a project, at the end without `position`. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_journey.created`.
   */
  create(project: Ref<'project_id'>, body: JourneyCreate, options?: CallOptions): Call<Journey>

  /**
   * Update a journey
   *
   * Updates the fields in the body; omitted fields keep their value. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_journey.updated`.
   */
  update(project: Ref<'project_id'>, journey: string | Journey, body: JourneyUpdate, options?: CallOptions): Call<Journey>

  /**
   * Delete a journey
   *
   * Deletes a journey, and its stops that are on no other journey. Tasks and milestones of deleted stops are kept. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_journey.deleted`.
   */
  delete(project: Ref<'project_id'>, journey: string | Journey, options?: CallOptions): Call<Acknowledgement>

  /**
   * Reorder journeys
   *
   * Changes the order of journeys of a project. The listed journeys exchange their positions; others keep theirs. `If-Match` takes the ETag of the project. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_journey.reordered`.
   */
  reorder(project: Ref<'project_id'>, body: JourneyOrder, options?: CallOptions): Call<JourneysReordered>

  /**
   * Reorder stops
   *
   * Changes the order of stops on a journey. The listed stops exchange their positions; others keep theirs. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_journey.updated`.
   */
  reorderStops(project: Ref<'project_id'>, journey: Ref<'journey_id'>, body: StopOrder, options?: CallOptions): Call<StopsReordered>
}

/** Stops on the lines of a roadmap. */
export interface StopsApi {
  /**
   * Create a stop
   *
   * Creates a stop on one or more journeys of a project. A stop on several journeys is a junction. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_stop.created`.
   */
  create(project: Ref<'project_id'>, body: StopCreate, options?: CallOptions): Call<Stop>

  /**
   * Get a stop
   *
   * Returns a stop of a project. Counts include only tasks that the caller can read. Requires: reader of the project.
   *
   * Requires the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, stop: Ref<'stop_id'>, options?: CallOptions): Call<Stop>

  /**
   * Update a stop
   *
   * Updates the fields in the body; omitted fields keep their value. `null` clears `target_date` and `description`. `journey_ids` replaces all journeys of the stop. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_stop.updated`.
   */
  update(project: Ref<'project_id'>, stop: string | Stop, body: StopUpdate, options?: CallOptions): Call<Stop>

  /**
   * Delete a stop
   *
   * Deletes a stop and removes it from all its journeys. Its tasks and milestones are kept. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_stop.deleted`.
   */
  delete(project: Ref<'project_id'>, stop: string | Stop, options?: CallOptions): Call<Acknowledgement>

  /**
   * Add tasks to a stop
   *
   * Adds tasks of the same project to a stop, all or none of them. A task can be in several stops. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_stop.updated`.
   */
  fileTasks(project: Ref<'project_id'>, stop: Ref<'stop_id'>, body: StopTasksFile, options?: CallOptions): Call<StopTasksFiled>

  /**
   * Remove a task from a stop
   *
   * Removes a task from a stop; the task itself does not change. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `roadmap_stop.updated`.
   */
  unfileTask(project: Ref<'project_id'>, stop: Ref<'stop_id'>, task: Ref<'task_id'>, options?: CallOptions): Call<StopTaskUnfiled>

  /**
   * Pin a milestone to a stop
   *
   * Pins a milestone of the project's team to a stop, which then also counts the tasks of the milestone. A milestone can be pinned to one stop only. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `milestone.updated`.
   */
  pinMilestone(project: Ref<'project_id'>, stop: Ref<'stop_id'>, milestone: Ref<'milestone_id'>, options?: CallOptions): Call<Milestone>

  /**
   * Unpin a milestone from a stop
   *
   * Unpins a milestone from a stop, which then no longer counts its tasks. Requires: owner or editor of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `milestone.updated`.
   */
  unpinMilestone(project: Ref<'project_id'>, stop: Ref<'stop_id'>, milestone: Ref<'milestone_id'>, options?: CallOptions): Call<Milestone>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(project: Ref<'project_id'>, stop: string | Stop, change: (current: Stop) => StopUpdate | undefined | Promise<StopUpdate | undefined>, options?: EditOptions): Promise<Stop>
}

/** Teams with members, sprints, milestones and an intake. */
export interface TeamsApi {
  /**
   * List teams
   *
   * Returns the teams of an organization, by name unless sorted otherwise. Guests see only the teams they are in.
   *
   * Requires the scope `teams:read`.
   */
  list(query?: TeamsListQuery, options?: CallOptions): ListCall<TeamSummary, TeamPage>

  /**
   * Create a team
   *
   * Creates a team and adds the caller as its owner. Requires: member of the organization, not a guest.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `team.created`.
   */
  create(body: TeamCreate, options?: CallOptions): Call<Team>

  /**
   * Get a team
   *
   * Returns a team with its members. Guests can read only the teams they are in.
   *
   * Requires the scope `teams:read`.
   */
  read(team: Ref<'team_id'>, options?: CallOptions): Call<Team>

  /**
   * Update a team
   *
   * Updates the fields in the body; omitted fields keep their value. `null` clears `description`. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `team.updated`.
   */
  update(team: string | Team | TeamSummary, body: TeamUpdate, options?: CallOptions): Call<Team>

  /**
   * Delete a team
   *
   * Deletes a team. When projects or tasks belong to it, `detach=true` is required: they are kept, belong to no team afterwards, and tasks leave the sprints, milestones and sections of the team. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `team.deleted`, `project.updated`, `task.updated`.
   */
  delete(team: string | Team | TeamSummary, query?: TeamsDeleteQuery, options?: CallOptions): Call<TeamDeleted>

  /**
   * List team members
   *
   * Returns the members of a team who are active in the organization, by username unless sorted otherwise.
   *
   * Requires the scope `teams:read`.
   */
  listMembers(team: Ref<'team_id'>, query?: TeamsListMembersQuery, options?: CallOptions): ListCall<TeamMember, TeamMemberPage>

  /**
   * Add a member to a team
   *
   * Adds a member of the organization to a team. This changes the version of the team. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `team.member_added`.
   */
  addMember(team: Ref<'team_id'>, body: TeamMemberCreate, options?: CallOptions): Call<TeamMember>

  /**
   * Update a team member
   *
   * Sets the role of a team member. The last owner cannot become a member. This changes the version of the team. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `team.member_role_changed`.
   */
  updateMember(team: Ref<'team_id'>, user: Ref<'user_id'>, body: TeamMemberUpdate, options?: CallOptions): Call<TeamMember>

  /**
   * Remove a team member
   *
   * Removes a member from a team. The last owner cannot be removed. This changes the version of the team. Members may remove themselves. Otherwise requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `team.member_removed`.
   */
  removeMember(team: Ref<'team_id'>, user: Ref<'user_id'>, options?: CallOptions): Call<Acknowledgement>

  /**
   * List a team's intake
   *
   * Returns tasks of the team that are not in a project and that the caller can read, sorted by title by default.
   *
   * Requires the scope `teams:read`.
   */
  listTasks(team: Ref<'team_id'>, query?: TeamsListTasksQuery & { include_inaccessible?: false }, options?: CallOptions): ListCall<TaskSummary>
  listTasks(team: Ref<'team_id'>, query?: TeamsListTasksQuery, options?: CallOptions): ListCall<TaskRow, TaskPage>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(team: string | Team | TeamSummary, change: (current: Team) => TeamUpdate | undefined | Promise<TeamUpdate | undefined>, options?: EditOptions): Promise<Team>
}

/** Time-boxed iterations of a team with their tasks. */
export interface SprintsApi {
  /**
   * List sprints
   *
   * Returns the active and completed sprints of a team, by default the latest start date first. Counts include only tasks that the caller can read.
   *
   * Requires the scope `teams:read`.
   */
  list(team: Ref<'team_id'>, query?: SprintsListQuery, options?: CallOptions): ListCall<Sprint, SprintPage>

  /**
   * Create a sprint
   *
   * Creates a sprint in a team. Send either `end_date` or `duration_weeks`. Sprints of a team may overlap. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `sprint.created`.
   */
  create(team: Ref<'team_id'>, body: SprintCreate, options?: CallOptions): Call<Sprint>

  /**
   * Get the current sprint
   *
   * Returns the active sprint of a team that includes today in the caller's `time_zone` (see `/v1/me`). When several do, returns the one that started last, then the one created last.
   *
   * Requires the scope `teams:read`.
   */
  current(team: Ref<'team_id'>, options?: CallOptions): Call<Sprint>

  /**
   * Get a sprint
   *
   * Returns a sprint. Counts include only tasks that the caller can read.
   *
   * Requires the scope `teams:read`.
   */
  read(team: Ref<'team_id'>, sprint: Ref<'sprint_id'>, options?: CallOptions): Call<Sprint>

  /**
   * Update a sprint
   *
   * Updates the fields in the body; omitted fields keep their value. `null` clears `description` and `goal`. Setting `status` to `completed` records who completed the sprint and when, `active` reopens it; its tasks stay in it. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `sprint.updated`.
   */
  update(team: Ref<'team_id'>, sprint: string | Sprint, body: SprintUpdate, options?: CallOptions): Call<Sprint>

  /**
   * Delete a sprint
   *
   * Deletes a sprint. Its tasks are kept and no longer belong to a sprint. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `sprint.deleted`, `task.updated`.
   */
  delete(team: Ref<'team_id'>, sprint: string | Sprint, query?: SprintsDeleteQuery, options?: CallOptions): Call<SprintDeleted>

  /**
   * Get the burndown of a sprint
   *
   * Returns how many tasks were open and completed at the end of each day of a sprint, and how many were added and removed, in the caller's `time_zone` (see `/v1/me`). Archived tasks count as removed, deleted tasks not at all. The last day of a completed sprint ends before its completion, so that tasks moved by it count. Counts include only tasks that the caller can read, with the history that they have.
   *
   * Requires the scope `teams:read`.
   */
  burndown(team: Ref<'team_id'>, sprint: Ref<'sprint_id'>, options?: CallOptions): Call<SprintBurndown>

  /**
   * Complete a sprint
   *
   * Completes a sprint. It stays in the list, is no longer the current sprint, and accepts no more tasks. With `move_open_to`, its open tasks (neither completed nor archived) move to another sprint of the team or to no sprint, including tasks that the caller cannot read; otherwise all tasks stay. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `sprint.completed`, `task.updated`.
   */
  complete(team: Ref<'team_id'>, sprint: Ref<'sprint_id'>, body?: SprintComplete, options?: CallOptions): Call<Sprint>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(team: Ref<'team_id'>, sprint: string | Sprint, change: (current: Sprint) => SprintUpdate | undefined | Promise<SprintUpdate | undefined>, options?: EditOptions): Promise<Sprint>
}

/** Target dates of a team and the tasks that lead to them. */
export interface MilestonesApi {
  /**
   * List milestones
   *
   * Returns the milestones of a team. By default, open milestones come first, ordered by target date, followed by closed milestones, most recently closed first. `task_count` and `completed_count` include only tasks that the caller can read.
   *
   * Requires the scope `teams:read`.
   */
  list(team: Ref<'team_id'>, query?: MilestonesListQuery, options?: CallOptions): ListCall<Milestone, MilestonePage>

  /**
   * Create a milestone
   *
   * Creates an open milestone in a team. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `milestone.created`.
   */
  create(team: Ref<'team_id'>, body: MilestoneCreate, options?: CallOptions): Call<Milestone>

  /**
   * Get a milestone
   *
   * Returns a milestone. Counts include only tasks that the caller can read.
   *
   * Requires the scope `teams:read`.
   */
  read(team: Ref<'team_id'>, milestone: Ref<'milestone_id'>, options?: CallOptions): Call<Milestone>

  /**
   * Update a milestone
   *
   * Updates the fields in the body; omitted fields keep their value. `null` clears `description` and `owner_user_id`. Setting `status` to `closed` records who closed the milestone and when, `open` reopens it; its tasks do not change. Requires: owner of the team or organization admin. The owner of the milestone, while a member of the team, may update `status` only.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `milestone.updated`, `milestone.closed`, `milestone.reopened`.
   */
  update(team: Ref<'team_id'>, milestone: string | Milestone, body: MilestoneUpdate, options?: CallOptions): Call<Milestone>

  /**
   * Delete a milestone
   *
   * Deletes a milestone and removes it from the roadmap. Its tasks are kept and no longer belong to a milestone. Requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `milestone.deleted`, `task.updated`.
   */
  delete(team: Ref<'team_id'>, milestone: string | Milestone, query?: MilestonesDeleteQuery, options?: CallOptions): Call<MilestoneDeleted>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(team: Ref<'team_id'>, milestone: string | Milestone, change: (current: Milestone) => MilestoneUpdate | undefined | Promise<MilestoneUpdate | undefined>, options?: EditOptions): Promise<Milestone>
}

/** Absences of team members. */
export interface AvailabilityApi {
  /**
   * List availability entries
   *
   * Returns the members of a team and all their entries that overlap the days from `from` to `to`, both included. An entry applies to all teams of its user.
   *
   * Requires the scope `teams:read`.
   */
  range(team: Ref<'team_id'>, query?: AvailabilityRangeQuery, options?: CallOptions): Call<AvailabilityRange>

  /**
   * Create an availability entry
   *
   * Records the days on which a user is away, in all teams of the user. Members of the team may do this for themselves. For other users, requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `availability.created`.
   */
  create(team: Ref<'team_id'>, body: AvailabilityCreate, options?: CallOptions): Call<AvailabilityEntry>

  /**
   * Update an availability entry
   *
   * Updates the fields in the body; omitted fields keep their value. `null` clears `note`. Members of the team may do this for themselves. For other users, requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `availability.updated`.
   */
  update(team: Ref<'team_id'>, entry: string | AvailabilityEntry, body: AvailabilityUpdate, options?: CallOptions): Call<AvailabilityEntry>

  /**
   * Delete an availability entry
   *
   * Deletes an entry from all teams of its user. Members of the team may do this for themselves. For other users, requires: owner of the team or organization admin.
   *
   * Requires the scope `teams:write`.
   *
   * Emits `availability.deleted`.
   */
  delete(team: Ref<'team_id'>, entry: string | AvailabilityEntry, options?: CallOptions): Call<AvailabilityDeleted>
}

/** Sections that group the tasks of a project, of a team or your own. */
export interface SectionsApi {
  /**
   * List sections
   *
   * Returns the sections of a project, a team or yourself (`scope_id`), or of several projects or teams (`scope_ids`), grouped by scope in the order of the request. Scopes that you cannot read are omitted; with `scope_ids`, the response lists the included scopes in `scopes`. Unlike `GET /v1/sections/mine`, this operation does not create your default personal sections.
   *
   * Requires the scope `tasks:read`.
   */
  list(query: SectionsListQuery, options?: CallOptions): ListCall<Section, SectionsForScopes>

  /**
   * Create a section
   *
   * Creates a section for the tasks of a project or team, or a personal section. A section of a project can mean a status: its tasks have this status, whichever of the two is changed, and new tasks with this status are put into the first such section. Requires: owner or editor of the project, owner of the team, or organization admin; for personal sections, the user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `section.created`.
   */
  create(body: SectionCreate, options?: CallOptions): Call<Section>

  /**
   * List personal sections
   *
   * Returns your personal sections, which are visible only to you. The default sections Assigned, Doing and Later are created when you first call this operation or move a task to a personal section. A test token does not create them.
   *
   * Requires the scope `tasks:read`.
   */
  mine(query?: SectionsMineQuery, options?: CallOptions): ListCall<Section, SectionPage>

  /**
   * Reorder sections
   *
   * Reorders the sections of a scope. The body lists every section exactly once; their positions become 1, 2, 3 and so on. Requires: owner or editor of the project, owner of the team, or organization admin; for personal sections, the user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `section.reordered`.
   */
  reorder(body: SectionReorder, options?: CallOptions): Call<Section[]>

  /**
   * Get a section
   *
   * Returns a section of a project or team that you can read, or one of your personal sections.
   *
   * Requires the scope `tasks:read`.
   */
  read(section: Ref<'section_id'>, options?: CallOptions): Call<Section>

  /**
   * Update a section
   *
   * Updates the fields in the body; omitted fields keep their value. A new `status` is set on all tasks of the section, each with a new version and an event. Requires: owner or editor of the project, owner of the team, or organization admin; for personal sections, the user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `section.updated`, `task.updated`.
   */
  update(section: string | Section, body: SectionUpdate, options?: CallOptions): Call<Section>

  /**
   * Delete a section
   *
   * Deletes a section. Its tasks keep their status and are in no section of the scope afterwards. Requires: owner or editor of the project, owner of the team, or organization admin; for personal sections, the user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `section.deleted`, `task.updated`.
   */
  delete(section: string | Section, options?: CallOptions): Call<Acknowledgement>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(section: string | Section, change: (current: Section) => SectionUpdate | undefined | Promise<SectionUpdate | undefined>, options?: EditOptions): Promise<Section>
}

/** Saved queries of the task or project list. */
export interface ViewsApi {
  /**
   * List saved views
   *
   * Returns your personal views and the views of projects and teams that you can read.
   *
   * Requires the scope `tasks:read`.
   */
  list(query?: ViewsListQuery, options?: CallOptions): ListCall<View, ViewPage>

  /**
   * Create a saved view
   *
   * Saves a query of the task list or the project list under a name, as a personal view or as a view of a project or team, visible to everyone who can read it. The query is validated like a request to the list. Requires: owner or editor of the project (view of a project), owner of the team (view of a team), or organization admin; a personal view requires its user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `view.created`.
   */
  create(body: ViewCreate, options?: CallOptions): Call<View>

  /**
   * Get a saved view
   *
   * Returns one of your personal views, or a view of a project or team that you can read.
   *
   * Requires the scope `tasks:read`.
   */
  read(view: Ref<'view_id'>, options?: CallOptions): Call<View>

  /**
   * Update a saved view
   *
   * Updates the fields in the body; omitted fields keep their value, and `query` and `display` are merged. Requires: owner or editor of the project (view of a project), owner of the team (view of a team), or organization admin; a personal view requires its user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `view.updated`.
   */
  update(view: string | View, body: ViewUpdate, options?: CallOptions): Call<View>

  /**
   * Delete a saved view
   *
   * Deletes a view for all users, including their pins of it. Requires: owner or editor of the project (view of a project), owner of the team (view of a team), or organization admin; a personal view requires its user.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `view.deleted`.
   */
  delete(view: string | View, options?: CallOptions): Call<ViewDeleted>

  /**
   * Duplicate a saved view
   *
   * Copies a view that you can read, by default as a personal view. Without `name`, the copy is named `<name> (copy)`, `<name> (copy 2)` and so on, whichever is free. Requires: permission to create views in the target project or team.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `view.created`.
   */
  duplicate(view: Ref<'view_id'>, body?: ViewDuplicate, options?: CallOptions): Call<View>

  /**
   * List the rows of a saved view
   *
   * Runs the query of a view and returns the task rows or project rows that you can read, in the sort order of the view. A view of projects also requires the scope `projects:read`. Updating the query of the view invalidates cursors.
   *
   * Requires the scope `tasks:read`.
   */
  rows(view: Ref<'view_id'>, query?: ViewsRowsQuery & { include_inaccessible?: false }, options?: CallOptions): ListCall<TaskSummary | ProjectSummary>
  rows(view: Ref<'view_id'>, query?: ViewsRowsQuery, options?: CallOptions): ListCall<ViewRow, ViewRowPage>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(view: string | View, change: (current: View) => ViewUpdate | undefined | Promise<ViewUpdate | undefined>, options?: EditOptions): Promise<View>
}

/** Your pinned views and projects. */
export interface ViewPinsApi {
  /**
   * List pins
   *
   * Returns your pinned views and projects in their order. Pins of views and projects that you can no longer read are hidden, and are shown again when you regain access.
   *
   * Requires the scope `tasks:read`.
   */
  list(query?: ViewPinsListQuery, options?: CallOptions): ListCall<ViewPin, ViewPinPage>

  /**
   * Pin a saved view
   *
   * Adds a view to the end of your pins. A view that is already pinned keeps its position.
   *
   * Requires the scope `tasks:write`.
   */
  pinView(view: Ref<'view_id'>, options?: CallOptions): Call<ViewPin>

  /**
   * Unpin a saved view
   *
   * Removes a view from your pins. Succeeds even if the view is not pinned.
   *
   * Requires the scope `tasks:write`.
   */
  unpinView(view: Ref<'view_id'>, options?: CallOptions): Call<Acknowledgement>

  /**
   * Pin a project
   *
   * Adds a project to the end of your pins. A project that is already pinned keeps its position.
   *
   * Requires the scope `tasks:write`.
   */
  pinProject(project: Ref<'project_id'>, query?: ViewPinsPinProjectQuery, options?: CallOptions): Call<ViewPin>

  /**
   * Unpin a project
   *
   * Removes a project from your pins. Succeeds even if the project is not pinned.
   *
   * Requires the scope `tasks:write`.
   */
  unpinProject(project: Ref<'project_id'>, options?: CallOptions): Call<Acknowledgement>

  /**
   * Reorder pins
   *
   * Moves the listed pins to the front in this order; all other pins follow in their current order. Returns all your pins.
   *
   * Requires the scope `tasks:write`.
   */
  reorder(body: ViewPinOrder, options?: CallOptions): Call<ViewPinPage>
}

/** Archives of the data of an organization, a project or a user. */
export interface ExportsApi {
  /**
   * Export an organization
   *
   * Exports everything in the organization, private projects and restricted tasks included. The server writes the archive in the background, in the data format of svc: read the state at `GET /v1/exports/{export_id}` until `phase` is `finished`, then the file at its `url`, for 7 days. It contains no tokens and no secrets of webhooks. Requires: organization owner.
   *
   * Requires the scope `admin`.
   *
   * Emits `export.created`, `export.finished`, `export.failed`.
   */
  createForOrganization(query?: ExportsCreateForOrganizationQuery, options?: CallOptions): Call<Export>

  /**
   * Export a project
   *
   * Exports a project with its sections, goals, roadmap, tasks, comments and files. People are in it by their names, without addresses. The server writes the archive in the background, in the data format of svc: read the state at `GET /v1/exports/{export_id}` until `phase` is `finished`, then the file at its `url`, for 7 days. It contains no tokens and no secrets of webhooks. Requires: owner of the project, or organization admin.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `export.created`, `export.finished`, `export.failed`.
   */
  createForProject(project: Ref<'project_id'>, options?: CallOptions): Call<Export>

  /**
   * Export your data
   *
   * Exports what is yours in an organization and you can read: tasks that you created, that are assigned to you or that you commented on, your comments, personal sections and views, and preferences of notifications. The server writes the archive in the background, in the data format of svc: read the state at `GET /v1/exports/{export_id}` until `phase` is `finished`, then the file at its `url`, for 7 days. It contains no tokens and no secrets of webhooks. Requires: member of the organization.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `export.created`, `export.finished`, `export.failed`.
   */
  createForMe(body: OwnExportCreate, options?: CallOptions): Call<Export>

  /**
   * Get an export
   *
   * Returns the state of an export that you started, with its progress. Tokens also need `projects:read` for a project's export, and `admin` for an organization's.
   *
   * Requires the scope `tasks:read`.
   */
  read(exportId: Ref<'export_id'>, options?: CallOptions): Call<Export>

  /**
   * Download an export
   *
   * Returns the archive of a finished export that you started. Tokens also need `projects:read` for a project's export, and `admin` for an organization's.
   *
   * Requires the scope `tasks:read`.
   */
  download(exportId: Ref<'export_id'>, options?: CallOptions): Call<Response>
}

/** Notifications of mentions, assignments, due dates and other changes. */
export interface NotificationsApi {
  /**
   * List notifications
   *
   * Returns your notifications, newest first, except those marked as done. Notifications of resources that you cannot read are hidden until you can read them again. After 10,000 hidden ones in a row, a page may be incomplete: follow `next_cursor`. Kinds, most important first:
   *
   * * `mentioned`: A comment mentions you.
   * * `replied`: A user replied to your comment.
   * * `assigned`: A task was assigned to you.
   * * `unassigned`: A task is no longer assigned to you.
   * * `reminder`: A reminder is due.
   * * `overdue`: A task that is assigned to you is past its due date and not completed.
   * * `due_today`: A task that is assigned to you is due today.
   * * `unblocked`: The last task that blocked one of your tasks is completed.
   * * `invited`: You were added to a project or a team.
   * * `join_requested`: A user asks to join the organization.
   * * `webhook_disabled`: Your webhook was disabled. It receives no deliveries until it is enabled again.
   * * `webhook_enabled`: Your disabled webhook was enabled again because its endpoint responds.
   * * `export_finished`: The export that you started is ready.
   * * `export_failed`: The export that you started failed.
   * * `sprint_closing`: Today is the last day of a sprint of your team.
   * * `milestone_closing`: Today is the target date of a milestone of your team.
   * * `commented`: A user commented on a task that you watch.
   * * `status_changed`: The status of a task that you watch changed.
   *
   * Requires the scope `tasks:read`.
   */
  list(query?: NotificationsListQuery, options?: CallOptions): ListCall<Notification, NotificationPage>

  /**
   * Count unread notifications
   *
   * Returns the number of unread notifications in the list, up to 1,000. Notifications after 10,000 hidden ones in a row are not counted.
   *
   * Requires the scope `tasks:read`.
   */
  count(query?: NotificationsCountQuery, options?: CallOptions): Call<UnreadCount>

  /**
   * Mark notifications as read
   *
   * Marks all listed notifications up to `until` as read, at most 10,000 per request. Later notifications stay unread, so that none is marked before it was displayed.
   *
   * Requires the scope `tasks:write`.
   */
  markRead(body: ReadUpTo, options?: CallOptions): Call<MarkedRead>

  /**
   * Get a notification
   *
   * Returns one of your notifications. Does not mark it as read.
   *
   * Requires the scope `tasks:read`.
   */
  read(notification: Ref<'notification_id'>, options?: CallOptions): Call<Notification>

  /**
   * Update a notification
   *
   * Marks one of your notifications as read, unread or done. Omitted fields keep their value.
   *
   * Requires the scope `tasks:write`.
   */
  update(notification: string | Notification, body: NotificationUpdate, options?: CallOptions): Call<Notification>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(notification: string | Notification, change: (current: Notification) => NotificationUpdate | undefined | Promise<NotificationUpdate | undefined>, options?: EditOptions): Promise<Notification>
}

/** Preferences of notifications and of the console. */
export interface PreferencesApi {
  /**
   * Get preferences
   *
   * Returns your preferences of notifications and of the console, which apply to all organizations. Unset preferences have default values.
   *
   * Requires a session; not available to access tokens.
   */
  read(options?: CallOptions): Call<Preferences>

  /**
   * Update preferences
   *
   * Updates the given preferences; omitted fields and kinds keep their value. `null` removes `quiet_hours`; for a kind, one channel of it, or `locale` and `theme`, it restores the default.
   *
   * Requires a session; not available to access tokens.
   */
  update(body: PreferencesUpdate, options?: CallOptions): Call<Preferences>
}

/** Access tokens for scripts and agents. */
export interface TokensApi {
  /**
   * List access tokens
   *
   * Returns the caller's tokens in an organization; organization owners and admins get the tokens of all members. Expired and revoked tokens are included.
   *
   * Requires the scope `org:read`.
   */
  list(query?: TokensListQuery, options?: CallOptions): ListCall<Token, TokenPage>

  /**
   * Create an access token
   *
   * Creates an access token for the caller or, as an organization admin, for a service account. The token itself is returned only in this response. A token created with another token cannot have more scopes or a later expiry than that token. Project-scoped tokens and tokens of OAuth apps cannot create tokens. Requires organization admin to grant the scope `admin`. Browser sessions need a sign-in within the last 10 minutes.
   *
   * Requires the scope `org:write`.
   *
   * Emits `token.created`.
   */
  create(body: TokenCreate, options?: CallOptions): Call<TokenCreated>

  /**
   * Get an access token
   *
   * Returns the metadata of a token, never the token itself. Requires: owner of the token, or organization admin.
   *
   * Requires the scope `org:read`.
   */
  read(token: Ref<'token_id'>, options?: CallOptions): Call<Token>

  /**
   * Update an access token
   *
   * Renames a token. No other property can be changed. Requires: owner of the token, or organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `token.renamed`.
   */
  update(token: string | Token, body: TokenUpdate, options?: CallOptions): Call<Token>

  /**
   * Revoke an access token
   *
   * Revokes a token with immediate effect, also during the 60 seconds after a rotation. Its record is retained; revoking a revoked token changes nothing. Revoking the token of an OAuth app also ends the connection that it belongs to, so the app cannot get another. Requires: owner of the token, or organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `token.revoked`.
   */
  delete(token: string | Token, options?: CallOptions): Call<Token>

  /**
   * Rotate an access token
   *
   * Creates a token with the same name, scopes, projects and expiry, and returns it only in this response. The old token keeps working for 60 seconds. Requires: owner of the token, or organization admin for tokens of service accounts. A token can rotate itself and tokens that grant no more than it does. If the token policy no longer allows such a token, the response is 422 `token-policy`: create a new one instead. Browser sessions need a sign-in within the last 10 minutes.
   *
   * Requires the scope `org:write`.
   *
   * Emits `token.rotated`.
   */
  rotate(token: Ref<'token_id'>, options?: CallOptions): Call<TokenCreated>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(token: string | Token, change: (current: Token) => TokenUpdate | undefined | Promise<TokenUpdate | undefined>, options?: EditOptions): Promise<Token>
}

/** Non-human members that use the API with tokens. */
export interface ServiceAccountsApi {
  /**
   * List service accounts
   *
   * Returns the service accounts of an organization, including deactivated ones. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  list(query?: ServiceAccountsListQuery, options?: CallOptions): ListCall<ServiceAccount, ServiceAccountPage>

  /**
   * Create a service account
   *
   * Creates a service account: a member with the role `member` that cannot sign in and acts through access tokens, which organization admins create with `principal_user_id`. Its username is derived from the name. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `service_account.created`.
   */
  create(body: ServiceAccountCreate, query?: ServiceAccountsCreateQuery, options?: CallOptions): Call<ServiceAccount>

  /**
   * Get a service account
   *
   * Returns a service account. Requires: organization admin.
   *
   * Requires the scope `org:read`.
   */
  read(user: Ref<'user_id'>, query?: ServiceAccountsReadQuery, options?: CallOptions): Call<ServiceAccount>

  /**
   * Update a service account
   *
   * Renames a service account. Its username and email stay the same. To change its designation, update the member; role and `is_active` cannot be changed. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `service_account.renamed`.
   */
  update(user: string | ServiceAccount, body: ServiceAccountUpdate, query?: ServiceAccountsUpdateQuery, options?: CallOptions): Call<ServiceAccount>

  /**
   * Deactivate a service account
   *
   * Deactivates a service account permanently and revokes its tokens with immediate effect. Its record is retained. It is removed from all projects and teams, from milestones that it owns and from tasks restricted to it. Whatever it alone owned, and tasks restricted to it alone, are transferred to the caller. Deactivating it again changes nothing. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `service_account.deactivated`, `task.restricted`.
   */
  delete(user: string | ServiceAccount, query?: ServiceAccountsDeleteQuery, options?: CallOptions): Call<ServiceAccount>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(user: string | ServiceAccount, change: (current: ServiceAccount) => ServiceAccountUpdate | undefined | Promise<ServiceAccountUpdate | undefined>, query: ServiceAccountsUpdateQuery | undefined, options?: EditOptions): Promise<ServiceAccount>
}

/** HTTP callbacks for changes. */
export interface WebhooksApi {
  /**
   * List event types
   *
   * Returns all event types, grouped by resource. Each group starts with its wildcard, such as `task.*`. The order is fixed.
   *
   * Available to any token.
   */
  events(query?: WebhooksEventsQuery, options?: CallOptions): ListCall<WebhookEventType, WebhookEventTypePage>

  /**
   * List webhooks
   *
   * Returns the webhooks of an organization. Requires: organization owner, admin or service account. A project-scoped token sees only webhooks that are limited to its projects.
   *
   * Requires the scope `webhooks:read`.
   */
  list(query?: WebhooksListQuery, options?: CallOptions): ListCall<Webhook, WebhookPage>

  /**
   * Create a webhook
   *
   * Creates a webhook that you own. Events from now on are sent to its URL, signed with the secret that only this response contains. A payload includes only what the owner can read at that time. Requires: organization owner, admin or service account; with a project-scoped token, `project_ids` is required. An organization has at most 200 webhooks.
   *
   * Requires the scope `webhooks:write`.
   *
   * Emits `webhook.created`.
   */
  create(body: WebhookCreate, options?: CallOptions): Call<WebhookCreated>

  /**
   * Get a webhook
   *
   * Returns the URL, the subscribed events and the delivery health of a webhook, without its secret.
   *
   * Requires the scope `webhooks:read`.
   */
  read(subscription: Ref<'subscription_id'>, options?: CallOptions): Call<Webhook>

  /**
   * Update a webhook
   *
   * Updates the given fields; omitted fields keep their value. While `status` is `paused`, no new events are queued and queued deliveries are not sent. `active` resumes a paused webhook, enables a disabled one and resets its failures; queued deliveries are then sent. Failures of the previous URL do not count for a new one. A caller who changes the URL, the events or the projects of a webhook of another user becomes its owner. So does a service account that changes these, or resumes or enables a webhook of another owner. If the owner has left or lost the right to have webhooks, any caller who does one of these becomes the owner.
   *
   * Requires the scope `webhooks:write`.
   *
   * Emits `webhook.updated`.
   */
  update(subscription: string | Webhook, body: WebhookUpdate, options?: CallOptions): Call<Webhook>

  /**
   * Delete a webhook
   *
   * Deletes a webhook and drops its queued deliveries.
   *
   * Requires the scope `webhooks:write`.
   *
   * Emits `webhook.deleted`.
   */
  delete(subscription: string | Webhook, options?: CallOptions): Call<Webhook>

  /**
   * Rotate a webhook secret
   *
   * Replaces the signing secret of a webhook. Only this response contains the new secret. For 24 hours, deliveries are signed with both secrets, so that receivers can switch without downtime. A second rotation within that time invalidates the older secret immediately.
   *
   * Requires the scope `webhooks:write`.
   *
   * Emits `webhook.secret_rotated`.
   */
  rotateSecret(subscription: Ref<'subscription_id'>, options?: CallOptions): Call<WebhookCreated>

  /**
   * Test a webhook
   *
   * Sends a `webhook.test` event immediately and returns the response of the endpoint, within 20 seconds. A test is not retried and does not count as a failure. Paused and disabled webhooks can be tested too. At most 6 tests per minute and webhook.
   *
   * Requires the scope `webhooks:write`.
   */
  test(subscription: Ref<'subscription_id'>, options?: CallOptions): Call<WebhookDelivery>

  /**
   * List webhook deliveries
   *
   * Returns the deliveries of a webhook, newest first. Deliveries are stored for 30 days unless the server is configured otherwise. A service account sees only those that were built for it, tests, and events in projects that it can read, except of links, whose other end may be hidden.
   *
   * Requires the scope `webhooks:read`.
   */
  deliveries(subscription: Ref<'subscription_id'>, query?: WebhooksDeliveriesQuery, options?: CallOptions): ListCall<WebhookDeliverySummary, WebhookDeliveryPage>

  /**
   * Get a webhook delivery
   *
   * Returns the payload, the response of the endpoint and every attempt of a delivery.
   *
   * Requires the scope `webhooks:read`.
   */
  delivery(subscription: Ref<'subscription_id'>, delivery: Ref<'delivery_id'>, options?: CallOptions): Call<WebhookDelivery>

  /**
   * Replay a webhook delivery
   *
   * Queues the event again as a new delivery with its own attempts, at most 6 times per minute and webhook. Body and `webhook-id` are those of the original delivery, so that a receiver can ignore a duplicate. While the webhook is paused or disabled, the delivery stays queued.
   *
   * Requires the scope `webhooks:write`.
   */
  replay(subscription: Ref<'subscription_id'>, delivery: Ref<'delivery_id'>, options?: CallOptions): Call<WebhookDeliverySummary>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(subscription: string | Webhook, change: (current: Webhook) => WebhookUpdate | undefined | Promise<WebhookUpdate | undefined>, options?: EditOptions): Promise<Webhook>
}

/** A live stream of changes. */
export interface EventsApi {
  /**
   * Stream or list events
   *
   * Returns all events of an organization that you can read, in a stable order and each once. Send `cursor` or `Last-Event-ID` (which takes precedence) to continue after an event; cursors are valid for 7 days. Without a cursor you receive only events from now on.
   *
   * With `Accept: text/event-stream`, the response is a stream of server-sent events. The `id` of each message is a cursor, its `event` the event type and its `data` the event. A `checkpoint` message with a cursor is sent at the start and every minute. The last message is `end`, with a `reason` in its data. Reconnect with your last cursor:
   *
   * * `age`: the stream has been open for an hour
   * * `stopping`: the server is shutting down
   * * `slow`: you read nothing for a minute, or fell more than 1 MB of events behind
   * * `expired`: your token has expired
   * * `revoked`: you lost access to the organization
   * * `reset`: the database was restored to an earlier time
   *
   * Otherwise the response is a page of events; set `wait` to wait for the first one.
   *
   * Access is checked when an event is sent, with your current rights; an access token receives only events that its scopes can read. A `gone` event says that you can no longer read a resource that you could read before. A user can have 10 open streams, including pages that wait.
   *
   * Available to any token.
   */
  stream(query?: EventsStreamQuery, options?: StreamOptions): EventStream

  /** Returns a page of events after the cursor; `wait` delays the response until there is an event. */
  poll(query?: EventsStreamQuery & {
    /** Position to continue after: the `id` of a message or `next_cursor`. Without it, you receive events from now on. */
    cursor?: string
    /** Seconds to wait for the first event of a page (0 to 30). Ignored for a stream. */
    wait?: number
    /** Maximum number of events in a page; values above 200 mean 200. */
    limit?: number
  }, options?: CallOptions): Call<EventPage>
}

/** OAuth apps of developers that users can connect. */
export interface OauthClientsApi {
  /**
   * List OAuth apps
   *
   * Returns the OAuth apps that an organization has registered, including revoked ones. Requires: organization admin.
   *
   * Requires the scope `admin`.
   */
  list(query?: OauthClientsListQuery, options?: CallOptions): ListCall<OAuthClient, OAuthClientPage>

  /**
   * Create an OAuth app
   *
   * Registers an app that acts for users who connect it, with the OAuth 2.0 authorization code flow and PKCE. The secret of a confidential app is returned only in this response; a public app has none. Requires: organization admin.
   *
   * Requires the scope `admin`.
   *
   * Emits `oauth_client.created`.
   */
  create(body: OAuthClientCreate, options?: CallOptions): Call<OAuthClientCreated>

  /**
   * Get an OAuth app
   *
   * Returns an OAuth app without its secret. Requires: admin of the organization that registered it.
   *
   * Requires the scope `admin`.
   */
  read(client: Ref<'client_id'>, options?: CallOptions): Call<OAuthClient>

  /**
   * Update an OAuth app
   *
   * Updates the given fields; omitted fields keep their value. `null` clears a URL. Changed `allowed_scopes` take effect when an app next refreshes its token, and never exceed what each user allowed. A listed app that gets another name, a new redirect URI or a further scope becomes private until it is reviewed again. Requires: admin of the organization that registered it.
   *
   * Requires the scope `admin`.
   *
   * Emits `oauth_client.updated`.
   */
  update(client: string | OAuthClient, body: OAuthClientUpdate, options?: CallOptions): Call<OAuthClient>

  /**
   * Revoke an OAuth app
   *
   * Revokes an app permanently. Users can no longer connect it, and all its connections and access tokens end immediately, in all organizations. Its record is retained; revoking a revoked app changes nothing. Requires: admin of the organization that registered it.
   *
   * Requires the scope `admin`.
   *
   * Emits `oauth_client.revoked`.
   */
  delete(client: string | OAuthClient, options?: CallOptions): Call<OAuthClient>

  /**
   * Rotate the client secret
   *
   * Creates a new secret and returns it only in this response. The previous secret keeps working for 24 hours; an older one stops working immediately. Requires: admin of the organization that registered the app.
   *
   * Requires the scope `admin`.
   *
   * Emits `oauth_client.secret_rotated`.
   */
  rotateSecret(client: Ref<'client_id'>, options?: CallOptions): Call<OAuthClientCreated>

  /** Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing. */
  edit(client: string | OAuthClient, change: (current: OAuthClient) => OAuthClientUpdate | undefined | Promise<OAuthClientUpdate | undefined>, options?: EditOptions): Promise<OAuthClient>
}

/** Tasks by their ids in other systems. */
export interface ExternalTasksApi {
  /**
   * Create or update a task by its id in another system
   *
   * Creates a task (201), or updates the fields in the body of the task that was created with this id (200); omitted fields keep their value. Concurrent requests create one task. Requires: the rights to create or update the task.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.created`, `task.updated`, `task.moved`, `task.restricted`, `task.subtask_added`, `task.subtask_removed`, `task.dependency_added`, `task.dependency_removed`, `task.restored`.
   */
  put(source: Ref<'source'>, external: Ref<'external_id'>, body: TaskCreate, query?: ExternalTasksPutQuery, options?: CallOptions): Call<Task>

  /**
   * Delete the id of a task in another system
   *
   * Deletes the external id alone; the task stays. Requires: edit access to the task.
   *
   * Requires the scope `tasks:write`.
   */
  delete(source: Ref<'source'>, external: Ref<'external_id'>, query?: ExternalTasksDeleteQuery, options?: CallOptions): Call<Acknowledgement>
}

/** Comments by their ids in other systems. */
export interface ExternalCommentsApi {
  /**
   * Create or update a comment by its id in another system
   *
   * Creates a comment on the task (201), or updates the text of the comment that was created with this id (200). Concurrent requests create one comment. Requires: read access to the task, and to update, to be the author.
   *
   * Requires the scope `tasks:write`.
   *
   * Emits `task.comment_added`, `task.comment_updated`.
   */
  put(source: Ref<'source'>, external: Ref<'external_id'>, body: ExternalComment, options?: CallOptions): Call<TaskComment>

  /**
   * Delete the id of a comment in another system
   *
   * Deletes the external id alone; the comment stays. Requires: author of the comment, owner of the project, or organization admin.
   *
   * Requires the scope `tasks:write`.
   */
  delete(source: Ref<'source'>, external: Ref<'external_id'>, query?: ExternalCommentsDeleteQuery, options?: CallOptions): Call<Acknowledgement>
}

/** Imports of data from other services. */
export interface ImportsApi {
  /**
   * Create an import
   *
   * Uploads an export of another service, at most 2048 MB, and imports it in the background. Send the part `import` (JSON) before the part `file`. A second import of the same source updates what changed only in the source. Imports are quiet: they emit `import.completed` instead of an event for each change. Requires: organization admin; for a `csv`, `neutral`, `planka`, `github` or `gitlab` file with `project_id`, owner of the project.
   *
   * Requires the scope `projects:write`.
   *
   * Emits `import.completed`, `import.undone`.
   */
  create(body: ImportCreate, options?: UploadOptions): Call<Import>

  /**
   * List imports
   *
   * Returns imports, newest first: admins see all of the organization, others their own.
   *
   * Requires the scope `projects:read`.
   */
  list(query?: ImportsListQuery, options?: CallOptions): ListCall<Import, ImportPage>

  /**
   * Get an import
   *
   * Returns an import with its phase, progress and counts. Requires: user who started the import, or organization admin.
   *
   * Requires the scope `projects:read`.
   */
  read(importId: Ref<'import_id'>, options?: CallOptions): Call<Import>

  /**
   * List the report of an import
   *
   * Returns what was left out, adapted or in conflict. With `Accept: text/csv` or `application/x-ndjson`, the response is the whole report, one entry a line; cells that a spreadsheet would run as a formula start with `'`. Requires: user who started the import, or organization admin.
   *
   * Requires the scope `projects:read`.
   */
  report(importId: Ref<'import_id'>, query?: ImportsReportQuery, options?: CallOptions): ListCall<ImportReportEntry, ImportReportEntryPage>

  /**
   * Download the data of an import
   *
   * Returns the file in the data format of svc, for 30 days. Requires: user who started the import, or organization admin.
   *
   * Requires the scope `projects:read`.
   */
  download(importId: Ref<'import_id'>, options?: CallOptions): Call<Response>

  /**
   * Undo an import
   *
   * Deletes in the background what the import created, except anything changed or commented on since; the report lists the rest. Possible for 30 days. Requires: user who started the import, or organization admin.
   *
   * Requires the scope `projects:write`.
   */
  undo(importId: Ref<'import_id'>, options?: CallOptions): Call<Import>

  /**
   * Repeat an import
   *
   * Imports the data of an import again, by default with its options and without `dry_run`. Possible for 30 days. Requires: the rights to create the import.
   *
   * Requires the scope `projects:write`.
   */
  again(importId: Ref<'import_id'>, body?: ImportAgain, options?: CallOptions): Call<Import>

  /**
   * List placeholders
   *
   * Returns the people of imports who match no member: authors and assignees who have no rights and cannot sign in. They are not members. Only admins see their addresses. Requires: member, but not guest.
   *
   * Requires the scope `org:read`.
   */
  listPlaceholders(query?: ImportsListPlaceholdersQuery, options?: CallOptions): ListCall<Placeholder, PlaceholderPage>

  /**
   * Match a placeholder
   *
   * Says which member a placeholder is. In the background, tasks, comments, files and history then name the member, who is also found by later imports of the same source; roles and restrictions of tasks stay as they are. This cannot be undone. Without it, a placeholder becomes the member who has verified its address. Requires: organization admin.
   *
   * Requires the scope `org:write`.
   *
   * Emits `member.placeholder_matched`, `member.placeholder_merged`.
   */
  matchPlaceholder(user: Ref<'user_id'>, body: PlaceholderMatch, query?: ImportsMatchPlaceholderQuery, options?: CallOptions): Call<Placeholder>
}

/** Audit log of an organization, for owners and admins. */
export interface AuditApi {
  /**
   * List audit events
   *
   * Returns the changes in an organization, newest first. Events older than `audit_retention_days` of the organization are left out. With `Accept: text/csv`, the response is the whole export of `GET /v1/audit.csv` instead of a page. Requires: organization admin.
   *
   * Requires the scope `admin`.
   */
  list(query?: AuditListQuery, options?: CallOptions): ListCall<AuditEvent, AuditEventPage>

  /**
   * Export audit events as CSV
   *
   * Returns at most 50,000 events, newest first, with the filters of `GET /v1/audit`; more are 422. `before` and `after` contain JSON. The file starts with a byte order mark, and a cell that a spreadsheet would run as a formula starts with `'`. Requires: organization admin.
   *
   * Requires the scope `admin`.
   */
  export(query?: AuditExportQuery, options?: CallOptions): Call<Response>
}

/** Release notes of the service. */
export interface ReleasesApi {
  /**
   * List new releases
   *
   * Returns the recent releases with their notes, newest first. Drafts are left out. The operator of the server imports releases with `svc-server releases import FILE`. Any authenticated caller.
   *
   * Available to any token.
   */
  whatsNew(query?: ReleasesWhatsNewQuery, options?: CallOptions): Call<WhatsNew>
}

/** All operations by resource. */
export interface Resources {
  health: HealthApi
  installation: InstallationApi
  me: MeApi
  connectedApps: ConnectedAppsApi
  sessions: SessionsApi
  organizations: OrganizationsApi
  organizationMembers: OrganizationMembersApi
  organizationInvites: OrganizationInvitesApi
  domains: DomainsApi
  joinRequests: JoinRequestsApi
  designations: DesignationsApi
  projects: ProjectsApi
  projectStats: ProjectStatsApi
  projectMembers: ProjectMembersApi
  projectResources: ProjectResourcesApi
  goals: GoalsApi
  fields: FieldsApi
  tasks: TasksApi
  claims: ClaimsApi
  taskComments: TaskCommentsApi
  taskAttachments: TaskAttachmentsApi
  taskHistory: TaskHistoryApi
  taskWatchers: TaskWatchersApi
  reminders: RemindersApi
  roadmap: RoadmapApi
  journeys: JourneysApi
  stops: StopsApi
  teams: TeamsApi
  sprints: SprintsApi
  milestones: MilestonesApi
  availability: AvailabilityApi
  sections: SectionsApi
  views: ViewsApi
  viewPins: ViewPinsApi
  notifications: NotificationsApi
  preferences: PreferencesApi
  tokens: TokensApi
  serviceAccounts: ServiceAccountsApi
  webhooks: WebhooksApi
  events: EventsApi
  oauthClients: OauthClientsApi
  externalComments: ExternalCommentsApi
  audit: AuditApi
  releases: ReleasesApi
}

/** The request of each operation, in the format of `operation`; `expandLines` adds the usual ones on one row. */
export const lines = `health
read GET /health

installation
read GET /installation
sendTestEmail POST /installation/test-email

me
read GET /me

connectedApps
list GET /me/connected-apps qp
delete DELETE /me/connected-apps/{grant_id}

sessions
list GET /me/sessions qp
delete DELETE /me/sessions/{session_id}

organizations
list GET /organizations qp
create POST /organizations b
* /organizations/{org_id} t
accessReview GET /organizations/{org_id}/access-review
signAccessReview POST /organizations/{org_id}/access-review/sign b
settings GET /organizations/{org_id}/settings
updateSettings PATCH /organizations/{org_id}/settings b

organizationMembers
list GET /organization-members/{:org_id} qp
read GET /organization-members/{user_id}/{:org_id} q
update PATCH /organization-members/{user_id}/{:org_id} bqt
delete DELETE /organization-members/{user_id}/{:org_id} qt
handOver POST /organization-members/{user_id}/{:org_id}/hand-over bq

organizationInvites
create POST /organization-invites bO
list GET /organization-invites/org/{:org_id} qp
mine GET /organization-invites/user qp
read GET /organization-invites/{invite_id}
update PATCH /organization-invites/{invite_id} bT
delete DELETE /organization-invites/{invite_id} T
resend POST /organization-invites/{invite_id}/resend
accept PUT /organization-invites/{invite_id}/accept
reject DELETE /organization-invites/{invite_id}/reject

domains
list GET /organizations/{:org_id}/domains qp
create POST /organizations/{:org_id}/domains bq
read GET /organizations/{:org_id}/domains/{domain} q
delete DELETE /organizations/{:org_id}/domains/{domain} qt
verify POST /organizations/{:org_id}/domains/{domain}/verify bq

joinRequests
organizations GET /me/joinable-organizations qp
create POST /organizations/{:org_id}/join-requests q
list GET /organizations/{:org_id}/join-requests qp
read GET /organizations/{:org_id}/join-requests/{user_id} q
decline DELETE /organizations/{:org_id}/join-requests/{user_id} qt
accept POST /organizations/{:org_id}/join-requests/{user_id}/accept q

designations
& /designations
read GET /designations/{designation_id} qo
update PATCH /designations/{designation_id} bqot
delete DELETE /designations/{designation_id} qot
setVisibility PUT /designations/{designation_id}/visibility buqo

projects
list GET /projects/{:org_id} qp
update PATCH /projects/{project_id} bt
delete DELETE /projects/{project_id} t
create POST /projects bO
read GET /projects/detail/{project_id}
reorder POST /projects/reorder bO

projectStats
read GET /project-stats/{project_id}/stats

projectMembers
list GET /project-members qp
create POST /project-members b
* /project-members/{user_id}/{project_id} t

projectResources
list GET /project-resources qp
create POST /project-resources bq
upload POST /project-resources/upload mq
* /project-resources/{resource_id} t
download GET /project-resources/{resource_id}/content f

goals
org GET /goals qo
list GET /projects/{project_id}/goals qp
create POST /projects/{project_id}/goals b
* /projects/{project_id}/goals/{goal_id} qt
reorder POST /projects/{project_id}/goals/reorder b
move POST /projects/{project_id}/goals/{goal_id}/move b
convertTask POST /projects/{project_id}/goals/from-task b
fileTasks POST /projects/{project_id}/goals/{goal_id}/tasks b
unfileTask DELETE /projects/{project_id}/goals/{goal_id}/tasks/{task_id}

fields
& /fields
* /fields/{field_id} qt
createOption POST /fields/{field_id}/options b
updateOption PATCH /fields/{field_id}/options/{option} b
deleteOption DELETE /fields/{field_id}/options/{option} q

tasks
& /tasks
count GET /tasks/count qo
* /tasks/{task_id} t
byKey GET /tasks/by-key/{key} qo
duplicate POST /tasks/{task_id}/duplicate b
bulkUpdate POST /tasks/bulk b
restore POST /tasks/{task_id}/restore
setProject POST /tasks/{task_id}/project b
setSprint PUT /tasks/{task_id}/sprint bu
setMilestone PUT /tasks/{task_id}/milestone bu
setSection PUT /tasks/{task_id}/section b
addSubtask POST /tasks/{task_id}/subtasks b
removeSubtask DELETE /tasks/{task_id}/subtasks/{subtask_id}
addDependency POST /tasks/{task_id}/dependencies b
removeDependency DELETE /tasks/{task_id}/dependencies/{dependency_id}

claims
next POST /tasks/claim-next bO
create POST /tasks/{task_id}/claim b
renew POST /tasks/{task_id}/claim/renew b
release POST /tasks/{task_id}/claim/release b

taskComments
list GET /task-comments qp
create POST /task-comments b
reply POST /task-comments/reply b
read GET /task-comments/{comment_id}
update PUT /task-comments/{comment_id} but
delete DELETE /task-comments/{comment_id} t

taskAttachments
list GET /task-attachments qp
create POST /task-attachments m
* /task-attachments/{attachment_id} t
download GET /task-attachments/{attachment_id}/content f

taskHistory
list GET /task-history qp
read GET /task-history/{history_id}

taskWatchers
list GET /tasks/{task_id}/watchers qp
read GET /tasks/{task_id}/watch
watch PUT /tasks/{task_id}/watch
unwatch DELETE /tasks/{task_id}/watch

reminders
create POST /tasks/{task_id}/reminders b
listOfTask GET /tasks/{task_id}/reminders qp
list GET /reminders qop
* /reminders/{reminder_id} t

roadmap
org GET /roadmap qo
team GET /teams/{team_id}/roadmap
project GET /projects/{project_id}/roadmap
taskStops GET /tasks/{task_id}/roadmap qp

journeys
create POST /projects/{project_id}/journeys b
update PATCH /projects/{project_id}/journeys/{journey_id} bt
delete DELETE /projects/{project_id}/journeys/{journey_id} t
reorder POST /projects/{project_id}/journeys/reorder b
reorderStops POST /projects/{project_id}/journeys/{journey_id}/stops/reorder b

stops
create POST /projects/{project_id}/stops b
* /projects/{project_id}/stops/{stop_id} t
fileTasks POST /projects/{project_id}/stops/{stop_id}/tasks b
unfileTask DELETE /projects/{project_id}/stops/{stop_id}/tasks/{task_id}
pinMilestone PUT /projects/{project_id}/stops/{stop_id}/milestones/{milestone_id}
unpinMilestone DELETE /projects/{project_id}/stops/{stop_id}/milestones/{milestone_id}

teams
& /teams
* /teams/{team_id} qt
listMembers GET /teams/{team_id}/members qp
addMember POST /teams/{team_id}/members b
updateMember PATCH /teams/{team_id}/members/{user_id} b
removeMember DELETE /teams/{team_id}/members/{user_id}
listTasks GET /teams/{team_id}/intake qp

sprints
list GET /teams/{team_id}/sprints qp
create POST /teams/{team_id}/sprints b
current GET /teams/{team_id}/sprints/current
* /teams/{team_id}/sprints/{sprint_id} qt
burndown GET /teams/{team_id}/sprints/{sprint_id}/burndown
complete POST /teams/{team_id}/sprints/{sprint_id}/complete b

milestones
list GET /teams/{team_id}/milestones qp
create POST /teams/{team_id}/milestones b
* /teams/{team_id}/milestones/{milestone_id} qt

availability
range GET /teams/{team_id}/availability q
create POST /teams/{team_id}/availability b
update PATCH /teams/{team_id}/availability/{entry_id} bT
delete DELETE /teams/{team_id}/availability/{entry_id} T

sections
& /sections
mine GET /sections/mine qop
reorder POST /sections/reorder b
* /sections/{section_id} t

views
& /views
* /views/{view_id} t
duplicate POST /views/{view_id}/duplicate b
rows GET /views/{view_id}/rows qp

viewPins
list GET /view-pins qop
pinView PUT /views/{view_id}/pin
unpinView DELETE /views/{view_id}/pin
pinProject PUT /view-pins/projects/{project_id} qo
unpinProject DELETE /view-pins/projects/{project_id}
reorder PUT /view-pins/order bO

notifications
list GET /notifications qop
count GET /notifications/count qo
markRead POST /notifications/read bO
read GET /notifications/{notification_id}
update PATCH /notifications/{notification_id} bt

preferences
read GET /me/preferences
update PATCH /me/preferences b

tokens
& /tokens
* /tokens/{token_id} t
rotate POST /tokens/{token_id}/rotate

serviceAccounts
list GET /organizations/{:org_id}/service-accounts qp
create POST /organizations/{:org_id}/service-accounts bq
read GET /organizations/{:org_id}/service-accounts/{user_id} q
update PATCH /organizations/{:org_id}/service-accounts/{user_id} bqt
delete DELETE /organizations/{:org_id}/service-accounts/{user_id} qt

webhooks
events GET /webhooks/events qp
& /webhooks
* /webhooks/{subscription_id} t
rotateSecret POST /webhooks/{subscription_id}/rotate-secret
test POST /webhooks/{subscription_id}/test
deliveries GET /webhooks/{subscription_id}/deliveries qp
delivery GET /webhooks/{subscription_id}/deliveries/{delivery_id}
replay POST /webhooks/{subscription_id}/deliveries/{delivery_id}/replay

events
stream GET /events qol

oauthClients
& /oauth/clients
* /oauth/clients/{client_id} t
rotateSecret POST /oauth/clients/{client_id}/rotate-secret

externalComments
put PUT /task-comments/external/{source}/{external_id} b
delete DELETE /task-comments/external/{source}/{external_id} qo

audit
list GET /audit qop
export GET /audit.csv qof

releases
whatsNew GET /releases/whats-new q`
