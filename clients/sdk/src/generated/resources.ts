// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

import type { Call, ListCall } from '../core/call.ts'
import type { CallOptions, UploadOptions } from '../core/options.ts'
import type { EditOptions, EventPage, EventStream, InOrg, Ref, StreamOptions } from '../core/types.ts'
import type {
  AccessReview,
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
  EventResource,
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
  ServiceAccount,
  ServiceAccountCreate,
  ServiceAccountPage,
  ServiceAccountUpdate,
  ServiceAccountsListSort,
  Session,
  SessionEnded,
  SessionPage,
  SortOrder,
  Sprint,
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
  TaskComment,
  TaskCommentCreate,
  TaskCommentPage,
  TaskCommentReplyCreate,
  TaskCommentUpdate,
  TaskCommentsListSort,
  TaskCount,
  TaskCreate,
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
  Token,
  TokenCreate,
  TokenCreated,
  TokenPage,
  TokenUpdate,
  TokensListSort,
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
} from './schemas.ts'

export interface ConnectedAppsListQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ConnectedAppsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface SessionsListQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
}

export interface OrganizationsListQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: OrganizationsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface OrganizationMembersListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Part of the username or e-mail address, in any case. */
  search?: string
  /** The whole username, in any case. */
  username?: string
  /** The role. */
  role?: OrganizationRole
  /** The is active. */
  is_active?: boolean
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: OrganizationMembersListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
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

export interface OrganizationInvitesListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Part of the e-mail address, in any case. */
  search?: string
  /** The whole e-mail address, in any case. */
  email?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: OrganizationInvitesListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface OrganizationInvitesMineQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: OrganizationInvitesMineSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface DesignationsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** true: a DesignationCatalog instead of a page. */
  grouped?: boolean
  /** Adds how many members, pending invitations and places in projects point at each, as far as you can read these. */
  with_usage?: boolean
  /** Those hidden in this organization too. */
  include_hidden?: boolean
  /** Deactivated ones too; owners and admins only. */
  include_inactive?: boolean
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: DesignationsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
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
  /** Archived projects too. */
  show_all?: boolean
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** At most 200 project ids; those that you cannot read are omitted. */
  ids?: string | readonly (string)[]
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ProjectsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ProjectMembersListQuery {
  /** The project. */
  project_id?: string
  /** Part of the username, in any case. */
  search?: string
  /** By its new or older name. */
  role?: AnyProjectRole
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ProjectMembersListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ProjectResourcesListQuery {
  /** The project. */
  project_id: string
  /** Only those whose name contains this text. */
  search?: string
  /** Only those of this type. */
  resource_type?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ProjectResourcesListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ProjectResourcesCreateQuery {
  /** The project. */
  project_id: string
}

export interface ProjectResourcesUploadQuery {
  /** The project. */
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
  /** Include the tasks of each goal. */
  include_tasks?: boolean
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: GoalsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface GoalsDeleteQuery {
  /** Kept with the deletion. */
  reason?: string
}

export interface TasksListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Only tasks of this project. */
  project_id?: string
  /** Keep restricted tasks as blank rows with `has_access` false, where no filter but project and team is set. They are sorted as if they had no values. */
  include_inaccessible?: boolean
  /** Fills `section_id` and `section_position`: `user:me` with your own lanes, `project:<id>` and `team:<id>` with theirs, `own` with those of each task’s project, else its team, else your own. `sort_by=section_position` sorts by places in these; without a scope in `own`. */
  section_scope?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TasksListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
  filter?: {
    /** Task ids, 100 at most: those of them that you can read. */
    id?: string | readonly (string)[]
    /** Statuses. */
    status?: TaskStatus | readonly (TaskStatus)[]
    /** Priorities. */
    priority?: Priority | readonly (Priority)[]
    /** Usernames, `me` for yourself, `__none__` for tasks without an assignee. */
    assignee?: string | readonly (string)[]
    /** Project ids, `__unfiled__` for tasks without a project. */
    project?: string | readonly (string)[]
    /** Tasks carrying any of these tags. */
    tags?: string | readonly (string)[]
    /** Due on or after this day. */
    due_after?: string
    /** Due on or before this day. */
    due_before?: string
    /** Created on or after this day (UTC). */
    created_after?: string
    /** Created on or before this day (UTC). */
    created_before?: string
    /** Changed at or after this date or date-time. */
    updated_after?: string
    /** `true`: due before today in your `time_zone` (see `/v1/me`) and not completed. Includes archived tasks: add the open statuses in `filter[status]` to exclude them. */
    overdue?: boolean | "true"
    /** Case-insensitive substring of title, description, task id or a tag. Every character is literal, commas too; sent again, up to 10 times in all, any of the texts is enough. */
    search?: string
    /** Where `filter[search]` looks. */
    search_fields?: TaskSearchField | readonly (TaskSearchField)[]
    /** Team ids (the task or its project belongs to it), `__none__` for tasks without a team. */
    team?: string | readonly (string)[]
    /** Task types. */
    task_type?: TaskType | readonly (TaskType)[]
    /** Goal ids, `__none__` for tasks under no goal. */
    goal?: string | readonly (string)[]
    /** Milestone ids, `__none__` for tasks under none. */
    milestone?: string | readonly (string)[]
    /** Sprint ids, `__none__` for tasks in none. */
    sprint?: string | readonly (string)[]
    /** Section ids, `__none__` for tasks in no section: of `section_scope`, or of any you can read. */
    section?: string | readonly (string)[]
    /** Ids of parent tasks, `__none__` for tasks that are nobody’s subtask. */
    parent?: string | readonly (string)[]
    /** `true`: in place of the others, the deleted tasks that you may restore, with `deleted_at`. Not together with `filter[search]`. */
    deleted?: boolean | "true"
  }
}

export interface TasksCountQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Only tasks of this project. */
  project_id?: string
  /** Counts the tasks apart by this as well. */
  group_by?: TaskGrouping
  /** Whose sections `group_by=section` and `filter[section]=__none__` are about: `user:me` for your own lanes, `project:<id>`, `team:<id>`, or `own` for those of each task’s project, else its team, else your own. Groups are by `own` without it. */
  section_scope?: string
  filter?: {
    /** Task ids, 100 at most: those of them that you can read. */
    id?: string | readonly (string)[]
    /** Statuses. */
    status?: TaskStatus | readonly (TaskStatus)[]
    /** Priorities. */
    priority?: Priority | readonly (Priority)[]
    /** Usernames, `me` for yourself, `__none__` for tasks without an assignee. */
    assignee?: string | readonly (string)[]
    /** Project ids, `__unfiled__` for tasks without a project. */
    project?: string | readonly (string)[]
    /** Tasks carrying any of these tags. */
    tags?: string | readonly (string)[]
    /** Due on or after this day. */
    due_after?: string
    /** Due on or before this day. */
    due_before?: string
    /** Created on or after this day (UTC). */
    created_after?: string
    /** Created on or before this day (UTC). */
    created_before?: string
    /** Changed at or after this date or date-time. */
    updated_after?: string
    /** `true`: due before today in your `time_zone` (see `/v1/me`) and not completed. Includes archived tasks: add the open statuses in `filter[status]` to exclude them. */
    overdue?: boolean | "true"
    /** Case-insensitive substring of title, description, task id or a tag. Every character is literal, commas too; sent again, up to 10 times in all, any of the texts is enough. */
    search?: string
    /** Where `filter[search]` looks. */
    search_fields?: TaskSearchField | readonly (TaskSearchField)[]
    /** Team ids (the task or its project belongs to it), `__none__` for tasks without a team. */
    team?: string | readonly (string)[]
    /** Task types. */
    task_type?: TaskType | readonly (TaskType)[]
    /** Goal ids, `__none__` for tasks under no goal. */
    goal?: string | readonly (string)[]
    /** Milestone ids, `__none__` for tasks under none. */
    milestone?: string | readonly (string)[]
    /** Sprint ids, `__none__` for tasks in none. */
    sprint?: string | readonly (string)[]
    /** Section ids, `__none__` for tasks in no section: of `section_scope`, or of any you can read. */
    section?: string | readonly (string)[]
    /** Ids of parent tasks, `__none__` for tasks that are nobody’s subtask. */
    parent?: string | readonly (string)[]
    /** `true`: in place of the others, the deleted tasks that you may restore, with `deleted_at`. Not together with `filter[search]`. */
    deleted?: boolean | "true"
  }
}

export interface TaskCommentsListQuery {
  /** The task. */
  task_id: string
  /** Only threads in which this is said somewhere, in any case. */
  search?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TaskCommentsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface TaskAttachmentsListQuery {
  /** The task. */
  task_id: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TaskAttachmentsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface TaskHistoryListQuery {
  /** The task. */
  task_id: string
  /** Only when the title of the task contains this text. */
  title?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TaskHistoryListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface TaskWatchersListQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TaskWatchersListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface RemindersListOfTaskQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: RemindersListOfTaskSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
  filter?: {
    /** What became of it. */
    status?: ReminderStatus | readonly (ReminderStatus)[]
  }
}

export interface RemindersListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: RemindersListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
  filter?: {
    /** What became of it. */
    status?: ReminderStatus | readonly (ReminderStatus)[]
  }
}

export interface RoadmapOrgQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface RoadmapTaskStopsQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: RoadmapTaskStopsSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface TeamsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TeamsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface TeamsDeleteQuery {
  /** Free the projects and tasks that belong to it. */
  detach?: boolean
  /** Kept with the deletion. */
  reason?: string
}

export interface TeamsListMembersQuery {
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TeamsListMembersSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface TeamsListTasksQuery {
  /** Keep restricted tasks as blank rows with `has_access` false. */
  include_inaccessible?: boolean
  /** Fills `section_id` and `section_position`: `user:me`, `project:<id>`, `team:<id>`; the team’s own when sorted by these. */
  section_scope?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TeamsListTasksSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface SprintsListQuery {
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: SprintsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface SprintsDeleteQuery {
  /** Kept with the deletion. */
  reason?: string
}

export interface MilestonesListQuery {
  /** The whole title, in any case. */
  title?: string
  /** Part of the title, in any case. */
  search?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: MilestonesListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface MilestonesDeleteQuery {
  /** Kept with the deletion. */
  reason?: string
}

export interface AvailabilityRangeQuery {
  /** The first day, YYYY-MM-DD; needed. */
  from?: string
  /** The last day; needed. */
  to?: string
}

export interface SectionsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Whose: a project’s, a team’s or a person’s. */
  scope_type: ScopeType
  /** The project or team, or your own username. */
  scope_id?: string
  /** Several projects or several teams, repeated or comma-separated, in place of scope_id. */
  scope_ids?: string | readonly (string)[]
  /** The whole name, in any case. */
  name?: string
  /** Part of the name, in any case. */
  search?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: SectionsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface SectionsMineQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: SectionsMineSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ViewsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Only those of projects, of teams, or your own. */
  scope?: ScopeType
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ViewsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ViewsRowsQuery {
  /** As for the task list; without it, as the view says. */
  include_inaccessible?: boolean
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
}

export interface ViewPinsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ViewPinsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ViewPinsPinProjectQuery {
  /** The organization; by default the client's own. */
  org_id?: string
}

export interface NotificationsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Only those of what lies in this project now. */
  project_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  filter?: {
    /** Only those that are unread. */
    unread?: boolean | "true"
    /** Those that are done with, in place of the others. */
    done?: boolean | "true"
    /** Only those of these kinds. */
    kind?: NotificationKind | readonly (NotificationKind)[]
  }
}

export interface NotificationsCountQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Only those of what lies in this project now. */
  project_id?: string
}

export interface TokensListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: TokensListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface ServiceAccountsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: ServiceAccountsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
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
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: WebhooksEventsSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
  filter?: {
    /** Event types of these resources. */
    resource?: EventResource | readonly (EventResource)[]
  }
}

export interface EventsStreamQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Events of these types alone, separated by commas; `task.*` stands for all of tasks. `GET /v1/webhooks/events` lists them. */
  types?: string | readonly (string)[]
  /** Events in this project, and of what moved out of it. */
  project_id?: string
  /** Events of this task. */
  task_id?: string
  /** Events of tasks that you made, are or were the assignee of, or watch; and those about you. */
  mine?: boolean
}

export interface WebhooksListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: WebhooksListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface WebhooksDeliveriesQuery {
  /** Only deliveries of this status. */
  status?: WebhookDeliveryStatus
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: WebhooksDeliveriesSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface OauthClientsListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
  /** What to sort by; without it the list has its natural order. */
  sort_by?: OauthClientsListSort
  /** `asc` unless told; `desc` turns the order round; rows without a value stay last. */
  sort_order?: SortOrder
}

export interface AuditListQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** `task`, `project`, `token`, … */
  resource_type?: string
  /** Everything that happened to one resource. */
  resource_id?: string
  /** What happened in a project, tasks moved into and out of it included. */
  project_id?: string
  /** An action by its full name, or all that begin so when it ends in a dot: `task.` */
  action?: string
  /** Who did it: a username or a user id. */
  actor?: string
  /** Not before. A date-time, or a date for that whole day (UTC). Inclusive. */
  from?: string
  /** Not after. A date-time, or a date for that whole day (UTC). Inclusive. */
  to?: string
  /** Rows a page; more than 1000 means 1000. */
  limit?: number
  /** `next_cursor` of the page before, sent back as it is with the same query. */
  cursor?: string
  /** Rows to skip; ignored with a cursor. */
  offset?: number
}

export interface AuditExportQuery {
  /** The organization; by default the client's own. */
  org_id?: string
  /** `task`, `project`, `token`, … */
  resource_type?: string
  /** Everything that happened to one resource. */
  resource_id?: string
  /** What happened in a project, tasks moved into and out of it included. */
  project_id?: string
  /** An action by its full name, or all that begin so when it ends in a dot: `task.` */
  action?: string
  /** Who did it: a username or a user id. */
  actor?: string
  /** Not before. A date-time, or a date for that whole day (UTC). Inclusive. */
  from?: string
  /** Not after. A date-time, or a date for that whole day (UTC). Inclusive. */
  to?: string
}

export interface ReleasesWhatsNewQuery {
  /** The environment. */
  environment?: ReleaseEnvironment
  /** Whole days back, and today so far. */
  since_days?: number
  /** The releases of one repository, by its exact name. */
  repository?: string
}

/** Whether the service is ready. */
export interface HealthApi {
  /**
   * Tell whether the service is ready
   *
   * Answers 200 only when the database answers and the server is not about to stop, 503 otherwise.
   *
   * Needs no authentication.
   */
  read(options?: CallOptions): Call<Health>
}

/** Who you are. */
export interface MeApi {
  /**
   * Read who you are
   *
   * Whom the credential stands for, the organizations it reaches, and what an access token may do.
   *
   * Open to any token.
   */
  read(options?: CallOptions): Call<Me>
}

/** The apps that act for you. */
export interface ConnectedAppsApi {
  /**
   * List the apps that act for you
   *
   * Your own connections, in all organizations. One that its app has not used for 30 days has ended.
   *
   * Needs a session: not available to access tokens.
   */
  list(query?: ConnectedAppsListQuery, options?: CallOptions): ListCall<ConnectedApp, ConnectedAppPage>

  /**
   * Disconnect an app
   *
   * Every token under the connection is refused from the next request on. What the app made stays, as if you had made it: webhooks go on sending, invitations can be accepted, and apps it registered can be connected until these are deleted, cancelled or revoked. Disconnecting again changes nothing.
   *
   * Needs a session: not available to access tokens.
   *
   * Emits `oauth_grant.revoked`.
   */
  delete(grant: Ref<'grant_id'>, options?: CallOptions): Call<ConnectedAppRevoked>
}

/** Where you are signed in, in browsers. */
export interface SessionsApi {
  /**
   * List where you are signed in
   *
   * Your sign-ins in browsers that have not ended, the newest first. Session tokens and access tokens are none.
   *
   * Needs a session: not available to access tokens.
   */
  list(query?: SessionsListQuery, options?: CallOptions): ListCall<Session, SessionPage>

  /**
   * Sign out in a browser
   *
   * Ends a sign-in of yours, in this browser or another: what it asks from now on gets 401. It goes on at the identity provider, which may sign the same browser in again without asking. Apps that were connected there stay connected.
   *
   * Needs a session: not available to access tokens.
   *
   * Emits `session.ended`.
   */
  delete(session: Ref<'session_id'>, options?: CallOptions): Call<SessionEnded>
}

/** Organizations and their settings. */
export interface OrganizationsApi {
  /**
   * List your organizations
   *
   * The organizations you are an active member of. With an access token: its own organization alone.
   *
   * Needs the scope `org:read`.
   */
  list(query?: OrganizationsListQuery, options?: CallOptions): ListCall<OrganizationSummary, OrganizationPage>

  /**
   * Create an organization
   *
   * Anybody who is signed in may; the creator becomes its owner.
   *
   * Needs a session: not available to access tokens.
   *
   * Emits `org.created`.
   */
  create(body: OrganizationCreate, options?: CallOptions): Call<Organization>

  /**
   * Read an organization
   *
   * Needs the scope `org:read`.
   */
  read(org: Ref<'org_id'>, options?: CallOptions): Call<Organization>

  /**
   * Change an organization
   *
   * Owners and admins. Absent fields stay as they are; `metadata` is merged.
   *
   * Needs the scope `org:write`.
   *
   * Emits `org.updated`.
   */
  update(org: string | Organization | OrganizationSummary, body: OrganizationUpdate, options?: CallOptions): Call<Organization>

  /**
   * Delete an organization
   *
   * Owners only, signed in. Every token and webhook of it stops at once, and every app that it registered, everywhere.
   *
   * Needs a session: not available to access tokens.
   *
   * Emits `org.deleted`.
   */
  delete(org: string | Organization | OrganizationSummary, options?: CallOptions): Call<Acknowledgement>

  /**
   * Review who has access
   *
   * Every active member with the tokens that give access right now: neither expired nor revoked, nor refused by the organization's token policy. Unattached tokens are those, neither expired nor revoked, whose principal has left or was deactivated; they are refused, and would work again should a deactivated principal be activated. Owners and admins. With `Accept: text/csv` as CSV, one line a token and one for a member without any; a cell that a spreadsheet would run as a formula begins with `'`. The CSV begins with a byte order mark.
   *
   * Needs the scope `org:read`.
   */
  accessReview(org: Ref<'org_id'>, options?: CallOptions): Call<AccessReview>

  /**
   * Read an organization's settings
   *
   * Needs the scope `org:read`.
   */
  settings(org: Ref<'org_id'>, options?: CallOptions): Call<OrganizationSettings>

  /**
   * Change an organization's settings
   *
   * Owners and admins. Absent fields stay; null lifts `audit_retention_days` and `max_token_ttl_days`.
   *
   * Needs the scope `org:write`.
   *
   * Emits `org.settings_changed`.
   */
  updateSettings(org: Ref<'org_id'>, body: OrganizationSettingsUpdate, options?: CallOptions): Call<OrganizationSettings>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(org: string | Organization | OrganizationSummary, change: (current: Organization) => OrganizationUpdate | undefined | Promise<OrganizationUpdate | undefined>, options?: EditOptions): Promise<Organization>
}

/** The people of an organization and their roles. */
export interface OrganizationMembersApi {
  /**
   * List the members of an organization
   *
   * Deactivated members too, unless `is_active=true`. A guest sees itself and the people it shares a project or team with. Sorted by `role`, owners come first.
   *
   * Needs the scope `org:read`.
   */
  list(query?: OrganizationMembersListQuery, options?: CallOptions): ListCall<OrganizationMember, OrganizationMemberPage>

  /**
   * Read a member of an organization
   *
   * A guest sees itself and the people it shares a project or team with; anybody else is 404.
   *
   * Needs the scope `org:read`.
   */
  read(user: Ref<'user_id'>, query?: OrganizationMembersReadQuery, options?: CallOptions): Call<OrganizationMember>

  /**
   * Change a member's role, designation or activity
   *
   * Owners and admins; only an owner makes an owner or changes one. `is_active: false` shuts a member out: its tokens answer 401 and its app connections end, while its projects and teams keep it; `true` lets it back in, tokens included. Absent fields stay as they are, `null` takes the designation away.
   *
   * Needs the scope `org:write`.
   *
   * Emits `member.role_changed`, `member.designation_changed`.
   */
  update(user: string | OrganizationMember, body: OrganizationMemberUpdate, query?: OrganizationMembersUpdateQuery, options?: CallOptions): Call<OrganizationMember>

  /**
   * Remove a member, or leave
   *
   * Owners and admins remove others, only an owner an owner; everybody may leave. The member leaves all projects and teams, owns no milestone any more, and no task is restricted to it. Projects and teams that nobody else owns, and tasks restricted to nobody else, pass to who removes it, or, when it leaves by itself, to the longest-standing owner of the organization. As assignee and creator it stays written. Its tokens answer 401 and stay on record until an admin revokes them, its app connections end. Invited again, it starts without any of it.
   *
   * Needs the scope `org:write`.
   *
   * Emits `member.removed`, `task.restricted`.
   */
  delete(user: string | OrganizationMember, query?: OrganizationMembersDeleteQuery, options?: CallOptions): Call<Acknowledgement>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(user: string | OrganizationMember, change: (current: OrganizationMember) => OrganizationMemberUpdate | undefined | Promise<OrganizationMemberUpdate | undefined>, query: OrganizationMembersUpdateQuery | undefined, options?: EditOptions): Promise<OrganizationMember>
}

/** Invitations to an organization. */
export interface OrganizationInvitesApi {
  /**
   * Invite somebody to an organization
   *
   * Owners and admins; only an owner invites an owner. The invited person finds the invitation under `/v1/organization-invites/user` once signed in with that address, verified. The role is `member` unless given. A new organization may send 50 emails per day, and 10 more for each accepted invitation; an address gets 3 per day (429).
   *
   * Needs the scope `org:write`.
   *
   * Emits `invite.created`, `invite.expired`.
   */
  create(body: InOrg<OrganizationInviteCreate>, options?: CallOptions): Call<OrganizationInvite>

  /**
   * List an organization's pending invitations
   *
   * Owners and admins.
   *
   * Needs the scope `org:read`.
   */
  list(query?: OrganizationInvitesListQuery, options?: CallOptions): ListCall<OrganizationInvite, OrganizationInvitePage>

  /**
   * List the invitations to you
   *
   * The pending ones to your verified e-mail address, from any organization; none while it is not verified. With an access token: from its organization alone.
   *
   * Needs the scope `org:read`.
   */
  mine(query?: OrganizationInvitesMineQuery, options?: CallOptions): ListCall<OrganizationInvite, OrganizationInvitePage>

  /**
   * Read an invitation
   *
   * Owners and admins of its organization, and the invited person; whatever has become of it.
   *
   * Needs the scope `org:read`.
   */
  read(invite: string, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Change or cancel a pending invitation
   *
   * Owners and admins; only an owner where an owner is invited. Absent fields stay as they are, `null` takes the designation away. `invite_status: cancelled` or `is_cancelled: true` cancels.
   *
   * Needs the scope `org:write`.
   *
   * Emits `invite.updated`, `invite.revoked`.
   */
  update(invite: string, body: OrganizationInviteUpdate, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Cancel a pending invitation
   *
   * Owners and admins; only an owner where an owner is invited. It stays on record as cancelled.
   *
   * Needs the scope `org:write`.
   *
   * Emits `invite.revoked`.
   */
  delete(invite: string, options?: CallOptions): Call<Acknowledgement>

  /**
   * Send an invitation again
   *
   * Owners and admins; only an owner where an owner is invited. Resends a pending or expired invitation, which then can be accepted for 7 days from now. At most 3 emails per hour for one invitation (429).
   *
   * Needs the scope `org:write`.
   *
   * Emits `invite.resent`, `invite.expired`.
   */
  resend(invite: string, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Accept an invitation
   *
   * The invited person, signed in with that e-mail address, verified; for anybody else there is no such invitation. Makes you a member with its role and designation. Coming back after a removal, you start without projects, teams and tokens.
   *
   * Needs a session: not available to access tokens.
   *
   * Emits `invite.accepted`, `member.added`, `task.restricted`.
   */
  accept(invite: string, options?: CallOptions): Call<OrganizationInvite>

  /**
   * Reject an invitation
   *
   * The invited person, signed in with that e-mail address, verified. It stays on record as cancelled.
   *
   * Needs a session: not available to access tokens.
   *
   * Emits `invite.rejected`.
   */
  reject(invite: string, options?: CallOptions): Call<Acknowledgement>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(invite: string, change: (current: OrganizationInvite) => OrganizationInviteUpdate | undefined | Promise<OrganizationInviteUpdate | undefined>, options?: EditOptions): Promise<OrganizationInvite>
}

/** What people are in an organization: a shipped catalogue, and its own. */
export interface DesignationsApi {
  /**
   * List designations
   *
   * What people can be in an organization: the global designations and the organization's own. Pinned ones come first, then by `sort_order` and label. With `grouped` they come by category and all at once.
   *
   * Needs the scope `org:read`.
   */
  list(query?: DesignationsListQuery, options?: CallOptions): ListCall<Designation, DesignationPageOrCatalog>

  /**
   * Create a designation
   *
   * One of the organization's own, by its owners and admins. It may be called like a global one, and is then the one that is meant by the name.
   *
   * Needs the scope `org:write`.
   *
   * Emits `designation.created`.
   */
  create(body: DesignationCreate, options?: CallOptions): Call<Designation>

  /**
   * Read a designation
   *
   * A global one, or one of your organizations. Deactivated ones too.
   *
   * Needs the scope `org:read`.
   */
  read(designation: Ref<'designation_id'>, query?: DesignationsReadQuery, options?: CallOptions): Call<Designation>

  /**
   * Change a designation
   *
   * One of the organization's own, by its owners and admins. Who has it is shown with its new label. Absent fields stay; `null` empties `aliases`, `sort_order` and `metadata` and makes `category` `Custom`.
   *
   * Needs the scope `org:write`.
   *
   * Emits `designation.updated`.
   */
  update(designation: string | Designation, body: DesignationUpdate, query?: DesignationsUpdateQuery, options?: CallOptions): Call<Designation>

  /**
   * Deactivate a designation
   *
   * One of the organization's own, by its owners and admins. Nobody is given it any more; who has it keeps it. Its label is free again. `is_active: true` brings it back. Deactivating it twice changes nothing.
   *
   * Needs the scope `org:write`.
   *
   * Emits `designation.deleted`.
   */
  delete(designation: string | Designation, query?: DesignationsDeleteQuery, options?: CallOptions): Call<DesignationDeleted>

  /**
   * Hide or pin a designation in an organization
   *
   * By its owners and admins, global designations and its own alike. Who has a hidden one keeps it, and it can still be given by name or id. Absent fields and `null` leave things as they are.
   *
   * Needs the scope `org:write`.
   *
   * Emits `designation.visibility_changed`.
   */
  setVisibility(designation: Ref<'designation_id'>, body: DesignationVisibilityUpdate, query?: DesignationsSetVisibilityQuery, options?: CallOptions): Call<DesignationVisibility>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(designation: string | Designation, change: (current: Designation) => DesignationUpdate | undefined | Promise<DesignationUpdate | undefined>, options?: EditOptions): Promise<Designation>
}

/** Projects: what tasks lie in, and who sees them. */
export interface ProjectsApi {
  /**
   * List an organization's projects
   *
   * The projects you can read, in their order; archived ones only with `show_all`. The id in the path is the organization's. Counts cover the tasks you can read.
   *
   * Needs the scope `projects:read`.
   */
  list(query?: ProjectsListQuery, options?: CallOptions): ListCall<ProjectSummary, ProjectPage>

  /**
   * Change a project
   *
   * Owners and editors of the project, and org admins. Absent fields stay as they are, null clears what may be empty, `metadata` is merged. Only owners and org admins change `owner`, `team_members`, `team_member_designations`, `editors_can_add_members`, `visibility`, `team_id` and `is_active`, and archive or unarchive. A new `owner` joins as an owner, the one before stays as an editor. With another `team_id`, or none, its tasks leave the sprints, milestones and sections of the team before, but for tasks that are of that team themselves, and milestones of that team are pinned to none of its stops. `is_active: false` deletes the project.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.updated`, `task.updated`, `project.owner_transferred`, `project.member_added`, `project.member_removed`, `project.deleted`.
   */
  update(project: string | Project | ProjectSummary, body: ProjectUpdate, options?: CallOptions): Call<Project>

  /**
   * Delete a project
   *
   * Owners of the project and org admins. The project and everything in it is not found from then on.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.deleted`.
   */
  delete(project: string | Project | ProjectSummary, options?: CallOptions): Call<Acknowledgement>

  /**
   * Create a project
   *
   * Any member of the organization but a guest may, and owns the project; an `owner` named beside becomes its primary owner. Without `visibility` the default of the organization applies. The project goes to the end of the order.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.created`.
   */
  create(body: ProjectCreate, options?: CallOptions): Call<ProjectSummary>

  /**
   * Read a project
   *
   * Needs the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, options?: CallOptions): Call<Project>

  /**
   * Put projects in another order
   *
   * Owners and admins of the organization. The projects listed share out the places they hold now, the others keep theirs: so a filtered view can order what it shows.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.reordered`.
   */
  reorder(body: InOrg<ProjectOrder>, options?: CallOptions): Call<ProjectsReordered>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(project: string | Project | ProjectSummary, change: (current: Project) => ProjectUpdate | undefined | Promise<ProjectUpdate | undefined>, options?: EditOptions): Promise<Project>
}

/** Numbers of a project. */
export interface ProjectStatsApi {
  /**
   * Read a project's statistics
   *
   * Counts cover the tasks you can read: two people may get different numbers.
   *
   * Needs the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, options?: CallOptions): Call<ProjectStats>
}

/** The people of a project and their roles. */
export interface ProjectMembersApi {
  /**
   * List the members of a project, or of all your projects
   *
   * Without `project_id`: of every project you can read. Deactivated members too; see `is_active`.
   *
   * Needs the scope `projects:read`.
   */
  list(query?: ProjectMembersListQuery, options?: CallOptions): ListCall<ProjectMember, ProjectMemberPage>

  /**
   * Add a member to a project
   *
   * Owners of the project and org admins; editors too when `editors_can_add_members` is on, but they make no owners. Without a role the new member is a viewer.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.member_added`.
   */
  create(body: ProjectMemberCreate, options?: CallOptions): Call<ProjectMember>

  /**
   * Read a member of a project
   *
   * Needs the scope `projects:read`.
   */
  read(user: Ref<'user_id'>, project: Ref<'project_id'>, options?: CallOptions): Call<ProjectMember>

  /**
   * Change a member of a project
   *
   * Owners of the project and org admins. The last owner stays one. When the primary owner stops being an owner, the longest-standing other owner follows.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.member_role_changed`, `project.member_updated`, `project.member_added`, `project.member_removed`, `project.owner_transferred`.
   */
  update(user: string | ProjectMember, project: Ref<'project_id'>, body: ProjectMemberUpdate, options?: CallOptions): Call<ProjectMember>

  /**
   * Remove a member from a project, or leave it
   *
   * Owners of the project and org admins remove anybody, everybody itself. The last owner stays.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project.member_removed`, `project.owner_transferred`.
   */
  delete(user: string | ProjectMember, project: Ref<'project_id'>, options?: CallOptions): Call<Acknowledgement>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(user: string | ProjectMember, project: Ref<'project_id'>, change: (current: ProjectMember) => ProjectMemberUpdate | undefined | Promise<ProjectMemberUpdate | undefined>, options?: EditOptions): Promise<ProjectMember>
}

/** Links and files of a project. */
export interface ProjectResourcesApi {
  /**
   * List a project's resources
   *
   * Links and files, oldest first.
   *
   * Needs the scope `projects:read`.
   */
  list(query: ProjectResourcesListQuery, options?: CallOptions): ListCall<ProjectResource, ProjectResourcePage>

  /**
   * Add a link to a project
   *
   * The project's owners and editors, and org admins.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project_resource.created`.
   */
  create(body: ProjectResourceCreate, query: ProjectResourcesCreateQuery, options?: CallOptions): Call<ProjectResource>

  /**
   * Add a file to a project
   *
   * The project's owners and editors, and org admins. Send a form (`multipart/form-data`) with a part named `file` that has a file name; other parts that are not named here are skipped. A file is 25 MB at most, unless the server is set up otherwise.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project_resource.created`.
   */
  upload(body: ProjectResourceUpload, query: ProjectResourcesUploadQuery, options?: UploadOptions): Call<ProjectResource>

  /**
   * Read a resource of a project
   *
   * Needs the scope `projects:read`.
   */
  read(resource: Ref<'resource_id'>, options?: CallOptions): Call<ProjectResource>

  /**
   * Change a resource of a project
   *
   * The project's owners and editors, and org admins. Absent fields stay as they are; null clears the address of a link and the type. `is_active: false` deletes it.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project_resource.updated`, `project_resource.deleted`.
   */
  update(resource: string | ProjectResource, body: ProjectResourceUpdate, options?: CallOptions): Call<ProjectResource>

  /**
   * Delete a resource of a project
   *
   * The project's owners and editors, and org admins. The file of an uploaded one is deleted too.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `project_resource.deleted`.
   */
  delete(resource: string | ProjectResource, options?: CallOptions): Call<Acknowledgement>

  /**
   * Download a file of a project
   *
   * Its bytes as they were uploaded, to be saved under their name. Types that a browser could run something of (HTML, SVG, scripts) come as `application/octet-stream`. A link has no bytes: 404.
   *
   * Needs the scope `projects:read`.
   */
  download(resource: Ref<'resource_id'>, options?: CallOptions): Call<Response>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(resource: string | ProjectResource, change: (current: ProjectResource) => ProjectResourceUpdate | undefined | Promise<ProjectResourceUpdate | undefined>, options?: EditOptions): Promise<ProjectResource>
}

/** What a project is to reach, and the tasks that lead there. */
export interface GoalsApi {
  /**
   * Read all goals of an organization
   *
   * The goals of all projects that you can read, by project, in one answer; a guest gets those of its projects. A project without goals is left out. Counts cover the tasks that you can read.
   *
   * Needs the scope `projects:read`.
   */
  org(query?: GoalsOrgQuery, options?: CallOptions): Call<OrganizationGoals>

  /**
   * List a project's goals
   *
   * By position unless told otherwise. Counts cover the tasks that you can read; the sums are of all pages together. With `include_tasks` a page may end early, so that it does not grow too large: `next_cursor` tells.
   *
   * Needs the scope `projects:read`.
   */
  list(project: Ref<'project_id'>, query?: GoalsListQuery, options?: CallOptions): ListCall<Goal, GoalPage>

  /**
   * Create a goal
   *
   * Owners and editors of the project, and org admins. It comes after the other goals.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `goal.created`.
   */
  create(project: Ref<'project_id'>, body: GoalCreate, options?: CallOptions): Call<Goal>

  /**
   * Read a goal with its tasks
   *
   * Tasks and counts are those that you can read.
   *
   * Needs the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, goal: Ref<'goal_id'>, options?: CallOptions): Call<Goal>

  /**
   * Change a goal
   *
   * Owners and editors of the project, and org admins. Absent fields stay as they are; null clears `target_date` and `description`. `status: closed` closes the goal and notes who did and when, `open` takes that back; its tasks stay as they are.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `goal.updated`, `goal.closed`, `goal.reopened`.
   */
  update(project: Ref<'project_id'>, goal: string | Goal, body: GoalUpdate, options?: CallOptions): Call<Goal>

  /**
   * Delete a goal
   *
   * Owners and editors of the project, and org admins. Its tasks stay, under no goal.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `goal.deleted`, `task.updated`.
   */
  delete(project: Ref<'project_id'>, goal: string | Goal, query?: GoalsDeleteQuery, options?: CallOptions): Call<GoalDeleted>

  /**
   * Put goals in another order
   *
   * Owners and editors of the project, and org admins. `If-Match` is about the project; the goals' own ETags change with their positions, and stay good for `If-Match`.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `goal.reordered`.
   */
  reorder(project: Ref<'project_id'>, body: GoalOrder, options?: CallOptions): Call<GoalsReordered>

  /**
   * Move a goal to another project
   *
   * Its tasks move with it, and it comes after the other goals there. You need the right to edit both projects and each task; all or nothing. A task leaves a sprint or milestone of a team that it does not belong to any more.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `goal.moved`, `task.moved`.
   */
  move(project: Ref<'project_id'>, goal: Ref<'goal_id'>, body: GoalMove, options?: CallOptions): Call<GoalMoved>

  /**
   * Make a goal of a task
   *
   * The goal takes over title, description and due date, and comes after the other goals. The task is deleted, for which you need the right; its subtasks that lie in the project and that you may edit become the goal's tasks, others only lose their parent.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `goal.created`, `task.deleted`, `task.subtask_removed`, `task.dependency_removed`, `task.updated`.
   */
  convertTask(project: Ref<'project_id'>, body: GoalFromTask, options?: CallOptions): Call<Goal>

  /**
   * File tasks under a goal
   *
   * Tasks of the same project, each of which you need the right to edit. All or nothing: one that is not of the project, or that you may not change, and none is filed. A task under another goal leaves that one.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `task.updated`.
   */
  fileTasks(project: Ref<'project_id'>, goal: Ref<'goal_id'>, body: GoalTasksFile, options?: CallOptions): Call<GoalTasksFiled>

  /**
   * Take a task out of a goal
   *
   * You need the right to edit the task, which stays where it is otherwise. Taking out one that is not under the goal changes nothing. `If-Match` is about the task.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `task.updated`.
   */
  unfileTask(project: Ref<'project_id'>, goal: Ref<'goal_id'>, task: Ref<'task_id'>, options?: CallOptions): Call<GoalTaskUnfiled>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(project: Ref<'project_id'>, goal: string | Goal, change: (current: Goal) => GoalUpdate | undefined | Promise<GoalUpdate | undefined>, options?: EditOptions): Promise<Goal>
}

/** Tasks: create, find, change, move, link. */
export interface TasksApi {
  /**
   * List and search tasks
   *
   * Tasks of an organization that you can read. Values of one `filter[…]` are OR-ed (comma-separated or repeated), different filters are AND-ed. `filter[search]` finds any literal text.
   *
   * Needs the scope `tasks:read`.
   */
  list<F extends TaskField>(query: TasksListQuery & { include_inaccessible?: false; fields: F | readonly F[] }, options?: CallOptions): ListCall<Pick<TaskSummary, F | 'task_id' | 'version'>>
  list(query: TasksListQuery & { fields: TaskField | readonly TaskField[] }, options?: CallOptions): ListCall<TaskFields>
  list(query?: TasksListQuery & { include_inaccessible?: false }, options?: CallOptions): ListCall<TaskSummary>
  list(query?: TasksListQuery, options?: CallOptions): ListCall<TaskRow, TaskPage>

  /**
   * Create a task
   *
   * In a project you may edit, or in none: then any member may, and a `team_id` puts it into the intake of that team. Send an `Idempotency-Key` and retry as often as you like: one task is made.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.created`, `task.subtask_added`, `task.dependency_added`.
   */
  create(body: TaskCreate, options?: CallOptions): Call<Task>

  /**
   * Count tasks
   *
   * Tasks that you can read and that meet the same filters as in the list, in all and in groups. The time it takes grows with the tasks that are counted.
   *
   * Needs the scope `tasks:read`.
   */
  count(query?: TasksCountQuery, options?: CallOptions): Call<TaskCount>

  /**
   * Read a task
   *
   * Needs the scope `tasks:read`.
   */
  read(task: Ref<'task_id'>, options?: CallOptions): Call<Task>

  /**
   * Change a task
   *
   * Absent fields stay as they are. `project_id` moves the task, for which you need the right at both ends; it leaves its goal behind, and a sprint or milestone of a team it does not belong to any more. Send `If-Match` with the ETag you read, and a change made meanwhile is never overwritten.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.updated`, `task.moved`, `task.restricted`, `task.subtask_added`, `task.subtask_removed`, `task.dependency_added`, `task.dependency_removed`.
   */
  update(task: string | Task | TaskSummary, body: TaskUpdate, options?: CallOptions): Call<Task>

  /**
   * Delete a task
   *
   * The project's owners and editors, its creator, org admins. Subtasks that you may delete go with it, others lose their parent.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.deleted`, `task.subtask_removed`, `task.dependency_removed`.
   */
  delete(task: string | Task | TaskSummary, options?: CallOptions): Call<Acknowledgement>

  /**
   * Change up to 200 tasks alike
   *
   * You need the right to edit each of them. All or nothing: one that you may not change, or a change that one of them can’t take, and none is changed. Send the `versions` that you read, and nothing that somebody else wrote meanwhile is overwritten. A change and its tasks have at most 2 MB in total. On the embedded database a change of title, description or tags rewrites at most 250 KB of these texts in total, counting the longer of the old and the new text of each changed task.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.updated`, `task.moved`, `task.restricted`, `task.subtask_added`, `task.subtask_removed`, `task.dependency_added`, `task.dependency_removed`.
   */
  bulkUpdate(body: TaskBulkUpdate, options?: CallOptions): Call<{
    ok: boolean
    /** How many changed. */
    updated: number
    tasks: Task[]
  }>

  /**
   * Bring a deleted task back
   *
   * For those who may delete it: find it with `filter[deleted]=true`. The subtasks that went with it and that you may delete come back too, other tasks wait for it again, and it is where it was as far as that is still there: `restored` says what is back and what is not. A task that is not deleted stays as it is. `If-Match` takes the ETag of the answer to the deletion. A task is gone for good some time after its deletion, by default 30 days.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.restored`, `task.subtask_added`, `task.dependency_added`.
   */
  restore(task: Ref<'task_id'>, options?: CallOptions): Call<TaskRestored>

  /**
   * Move a task to another project, or out of any
   *
   * You need the right to edit at both ends. null takes the task out of its project; an absent key moves nothing. The task leaves its goal behind, and a sprint or milestone of a team it does not belong to any more.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.moved`, `task.updated`.
   */
  setProject(task: Ref<'task_id'>, body: TaskProjectSet, options?: CallOptions): Call<Task>

  /**
   * Put a task into a sprint, or out of any
   *
   * A sprint of the team of the task or of its project, which you can read. null takes the task out; an absent key changes nothing. Nothing is put into a completed sprint (409).
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.updated`.
   */
  setSprint(task: Ref<'task_id'>, body: TaskSprintSet, options?: CallOptions): Call<Task>

  /**
   * Put a task under a milestone, or out of any
   *
   * A milestone of the team of the task or of its project, which you can read. null takes the task out; an absent key changes nothing.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.updated`.
   */
  setMilestone(task: Ref<'task_id'>, body: TaskMilestoneSet, options?: CallOptions): Call<Task>

  /**
   * Put a task into a section, or out of any
   *
   * A section of its project or of its team (its own or its project’s), for which you need the right to edit these; or a lane of your own, for which it is enough to read the task. A task lies in one section of each scope at the most. `section_id: null` removes it from the sections of the scope; without `section_id` it stays in its section. Without `position`, `before` and `after` it goes to the end. Send `before` or `after` to place it next to another task: if no number is left between two tasks, the section is renumbered in the same order.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.updated`, `section.updated`.
   */
  setSection(task: Ref<'task_id'>, body: TaskSectionSet, options?: CallOptions): Call<TaskSection>

  /**
   * Make a task the subtask of another
   *
   * You need the right to edit both. A task has one parent, and no circle is allowed (409).
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.subtask_added`.
   */
  addSubtask(task: Ref<'task_id'>, body: {
    subtask_id: string
  }, options?: CallOptions): Call<Task>

  /**
   * Free a subtask from its parent
   *
   * The subtask itself stays. Removing one that is none changes nothing.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.subtask_removed`.
   */
  removeSubtask(task: Ref<'task_id'>, subtask: string, options?: CallOptions): Call<Task>

  /**
   * Let a task wait for another
   *
   * You need to edit the one and to read the other. No circle is allowed (409).
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.dependency_added`.
   */
  addDependency(task: Ref<'task_id'>, body: {
    dependency_id: string
  }, options?: CallOptions): Call<Task>

  /**
   * Let a task wait for another no longer
   *
   * Removing one that is none changes nothing.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.dependency_removed`.
   */
  removeDependency(task: Ref<'task_id'>, dependency: string, options?: CallOptions): Call<Task>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(task: string | Task | TaskSummary, change: (current: Task) => TaskUpdate | undefined | Promise<TaskUpdate | undefined>, options?: EditOptions): Promise<Task>
}

/** What is said about a task. */
export interface TaskCommentsApi {
  /**
   * List a task's comments
   *
   * Threads, oldest first: each comment with its replies below it. Paging counts threads.
   *
   * Needs the scope `tasks:read`.
   */
  list(query: TaskCommentsListQuery, options?: CallOptions): ListCall<TaskComment, TaskCommentPage>

  /**
   * Comment on a task
   *
   * Requires read access to the task. Send `content` or `comment`; `content` wins. Users who can read the task and whom the text names as `@username`, in any case and outside of code, links and addresses, are mentioned and notified, as are those in `mentions`.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.comment_added`.
   */
  create(body: TaskCommentCreate, options?: CallOptions): Call<TaskComment>

  /**
   * Answer a comment
   *
   * Requires read access to the task. Replies can be nested up to 20 deep; a thread has at most 500 replies. Mentions work as in a comment.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.comment_added`.
   */
  reply(body: TaskCommentReplyCreate, options?: CallOptions): Call<TaskComment>

  /**
   * Read a comment with its replies
   *
   * Needs the scope `tasks:read`.
   */
  read(comment: Ref<'comment_id'>, options?: CallOptions): Call<TaskComment>

  /**
   * Change what a comment says
   *
   * Only its author. Absent fields are unchanged. Users that the new text adds as `@username` are mentioned and notified; users that it no longer names are no longer mentioned.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.comment_updated`.
   */
  update(comment: string | TaskComment, body: TaskCommentUpdate, options?: CallOptions): Call<TaskComment>

  /**
   * Delete a comment
   *
   * Its author, owners of the project and org admins. Replies to it stay: below a comment without author and text.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.comment_removed`.
   */
  delete(comment: string | TaskComment, options?: CallOptions): Call<Acknowledgement>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(comment: string | TaskComment, change: (current: TaskComment) => TaskCommentUpdate | undefined | Promise<TaskCommentUpdate | undefined>, options?: EditOptions): Promise<TaskComment>
}

/** Files attached to a task. */
export interface TaskAttachmentsApi {
  /**
   * List a task's attachments
   *
   * Oldest first.
   *
   * Needs the scope `tasks:read`.
   */
  list(query: TaskAttachmentsListQuery, options?: CallOptions): ListCall<TaskAttachment, TaskAttachmentPage>

  /**
   * Attach a file to a task
   *
   * Whoever can read the task may. Send a form (`multipart/form-data`) with a part named `file` that has a file name; other parts that are not named here are skipped. A file is 25 MB at most and a task has 50, unless the server is set up otherwise.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.attachment_added`.
   */
  create(body: TaskAttachmentCreate, options?: UploadOptions): Call<TaskAttachment>

  /**
   * Read an attachment
   *
   * What is known of it; its bytes are at `url`.
   *
   * Needs the scope `tasks:read`.
   */
  read(attachment: Ref<'attachment_id'>, options?: CallOptions): Call<TaskAttachment>

  /**
   * Rename an attachment
   *
   * Who uploaded it, owners and editors of the project, org admins. `title`, `name` and `is_inline` change; null clears the title. Other fields are accepted and ignored, but a `task_id` must be that of its task.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.attachment_updated`.
   */
  update(attachment: string | TaskAttachment, body: TaskAttachmentUpdate, options?: CallOptions): Call<TaskAttachment>

  /**
   * Delete an attachment
   *
   * Who uploaded it, owners and editors of the project, org admins. Its file is deleted too.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `task.attachment_removed`.
   */
  delete(attachment: string | TaskAttachment, options?: CallOptions): Call<undefined>

  /**
   * Download an attachment
   *
   * Its bytes as they were uploaded, to be saved under its name. Types that a browser could run something of (HTML, SVG, scripts) come as `application/octet-stream`.
   *
   * Needs the scope `tasks:read`.
   */
  download(attachment: Ref<'attachment_id'>, options?: CallOptions): Call<Response>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(attachment: string | TaskAttachment, change: (current: TaskAttachment) => TaskAttachmentUpdate | undefined | Promise<TaskAttachmentUpdate | undefined>, options?: EditOptions): Promise<TaskAttachment>
}

/** What happened to a task. */
export interface TaskHistoryApi {
  /**
   * Tell what happened to a task
   *
   * Newest first. Kept as long as the task.
   *
   * Needs the scope `tasks:read`.
   */
  list(query: TaskHistoryListQuery, options?: CallOptions): ListCall<TaskHistoryEntry, TaskHistoryEntryPage>

  /**
   * Read one entry of a task’s history
   *
   * Needs the scope `tasks:read`.
   */
  read(history: Ref<'history_id'>, options?: CallOptions): Call<TaskHistoryEntry>
}

/** Who is told of what happens to a task. */
export interface TaskWatchersApi {
  /**
   * List who watches a task
   *
   * Its creator and assignee, who commented on it or was mentioned there, and who chose to, as long as they are active members who can read the task and did not stop watching it.
   *
   * Needs the scope `tasks:read`.
   */
  list(task: Ref<'task_id'>, query?: TaskWatchersListQuery, options?: CallOptions): ListCall<Watcher, WatcherPage>

  /**
   * Read whether you watch a task
   *
   * Needs the scope `tasks:read`.
   */
  read(task: Ref<'task_id'>, options?: CallOptions): Call<Watch>

  /**
   * Watch a task
   *
   * From now on you are told of its comments and of changes of its status, as your preferences say. Nothing of the task itself changes.
   *
   * Needs the scope `tasks:write`.
   */
  watch(task: Ref<'task_id'>, options?: CallOptions): Call<Watch>

  /**
   * Stop watching a task
   *
   * You are told no more of its comments and of changes of its status, not even as its creator or assignee, and no comment or mention makes you watch it again: only you do. You are still told what concerns you yourself, such as a mention.
   *
   * Needs the scope `tasks:write`.
   */
  unwatch(task: Ref<'task_id'>, options?: CallOptions): Call<undefined>
}

/** Being reminded of a task, at a moment or before it is due. */
export interface RemindersApi {
  /**
   * Be reminded of a task
   *
   * A reminder is sent within half a minute of its moment, once: its person has a notification of the kind `reminder`, and `task.reminder_due` is told. Send either `at` or `before_due`. Everybody who can read a task may have reminders of their own, which nobody else sees; whoever may change it may make one for its assignee. `before_due` moves with the due date, and waits as long as there is none. One whose moment is moved into the past is sent at once, but lapses when that was over a day ago. When it is due nobody is reminded of a task that is completed, archived or deleted, or that they can not read any more. A person has at most 20 of one task that are still to come. 90 days after they ended reminders are deleted.
   *
   * Needs the scope `tasks:write`.
   */
  create(task: Ref<'task_id'>, body: ReminderCreate, options?: CallOptions): Call<Reminder>

  /**
   * List a task's reminders
   *
   * Your own, and those for its assignee; those that are due first come first, those without a moment last.
   *
   * Needs the scope `tasks:read`.
   */
  listOfTask(task: Ref<'task_id'>, query?: RemindersListOfTaskQuery, options?: CallOptions): ListCall<Reminder, ReminderPage>

  /**
   * List your reminders
   *
   * Those that you made in an organization, of the tasks that you can read; those that are due first come first, those without a moment last.
   *
   * Needs the scope `tasks:read`.
   */
  list(query?: RemindersListQuery, options?: CallOptions): ListCall<Reminder, ReminderPage>

  /**
   * Read a reminder
   *
   * One of your own, or one for the assignee of a task that you can read.
   *
   * Needs the scope `tasks:read`.
   */
  read(reminder: Ref<'reminder_id'>, options?: CallOptions): Call<Reminder>

  /**
   * Change a reminder
   *
   * Your own, or one for the assignee of a task that you may change. `at` takes the place of `before_due`, and the other way round. With a new moment one that was sent or has lapsed is to come once more.
   *
   * Needs the scope `tasks:write`.
   */
  update(reminder: string | Reminder, body: ReminderUpdate, options?: CallOptions): Call<Reminder>

  /**
   * Delete a reminder
   *
   * Your own, or one for the assignee of a task that you may change.
   *
   * Needs the scope `tasks:write`.
   */
  delete(reminder: string | Reminder, options?: CallOptions): Call<undefined>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(reminder: string | Reminder, change: (current: Reminder) => ReminderUpdate | undefined | Promise<ReminderUpdate | undefined>, options?: EditOptions): Promise<Reminder>
}

/** Roadmaps: projects drawn as lines with stops. */
export interface RoadmapApi {
  /**
   * Read an organization's roadmap
   *
   * Lines and stops of the projects you can read. What is counted are tasks that you can read; a task filed to a stop and under a milestone pinned there counts once.
   *
   * Needs the scope `projects:read`.
   */
  org(query?: RoadmapOrgQuery, options?: CallOptions): Call<Roadmap>

  /**
   * Read a team's roadmap
   *
   * Lines and stops of the projects you can read. What is counted are tasks that you can read; a task filed to a stop and under a milestone pinned there counts once.
   *
   * Needs the scope `projects:read`.
   */
  team(team: Ref<'team_id'>, options?: CallOptions): Call<Roadmap>

  /**
   * Read a project's roadmap
   *
   * Lines and stops of the projects you can read. What is counted are tasks that you can read; a task filed to a stop and under a milestone pinned there counts once.
   *
   * Needs the scope `projects:read`.
   */
  project(project: Ref<'project_id'>, options?: CallOptions): Call<Roadmap>

  /**
   * List the stops that a task counts at
   *
   * In projects that you can read. A task filed to a stop and under a milestone pinned there is listed once.
   *
   * Needs the scope `projects:read`.
   */
  taskStops(task: Ref<'task_id'>, query?: RoadmapTaskStopsQuery, options?: CallOptions): ListCall<TaskRoadmapStop, TaskRoadmapStopPage>
}

/** The lines of a roadmap. */
export interface JourneysApi {
  /**
   * Draw a line on a project's roadmap
   *
   * Owners and editors of the project, and org admins.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_journey.created`.
   */
  create(project: Ref<'project_id'>, body: JourneyCreate, options?: CallOptions): Call<Journey>

  /**
   * Change a line
   *
   * Owners and editors of the project, and org admins. Absent fields stay as they are.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_journey.updated`.
   */
  update(project: Ref<'project_id'>, journey: string | Journey, body: JourneyUpdate, options?: CallOptions): Call<Journey>

  /**
   * Delete a line
   *
   * Owners and editors of the project, and org admins. A stop that is on no other line goes with it; tasks and milestones stay.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_journey.deleted`.
   */
  delete(project: Ref<'project_id'>, journey: string | Journey, options?: CallOptions): Call<Acknowledgement>

  /**
   * Put a project's lines in another order
   *
   * Owners and editors of the project, and org admins. The lines listed share out the places they hold; others keep theirs. `If-Match` is about the project.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_journey.reordered`.
   */
  reorder(project: Ref<'project_id'>, body: JourneyOrder, options?: CallOptions): Call<JourneysReordered>

  /**
   * Put the stops on a line in another order
   *
   * Owners and editors of the project, and org admins. The stops listed share out the places they hold on this line; others keep theirs.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_journey.updated`.
   */
  reorderStops(project: Ref<'project_id'>, journey: Ref<'journey_id'>, body: StopOrder, options?: CallOptions): Call<StopsReordered>
}

/** The stops on the lines of a roadmap. */
export interface StopsApi {
  /**
   * Put a stop on one line or more
   *
   * Owners and editors of the project, and org admins. On several lines it is a junction.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_stop.created`.
   */
  create(project: Ref<'project_id'>, body: StopCreate, options?: CallOptions): Call<Stop>

  /**
   * Read a stop
   *
   * Needs the scope `projects:read`.
   */
  read(project: Ref<'project_id'>, stop: Ref<'stop_id'>, options?: CallOptions): Call<Stop>

  /**
   * Change a stop
   *
   * Owners and editors of the project, and org admins. Absent fields stay as they are; null clears date and description. `journey_ids` are all lines it is on from then on.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_stop.updated`.
   */
  update(project: Ref<'project_id'>, stop: string | Stop, body: StopUpdate, options?: CallOptions): Call<Stop>

  /**
   * Delete a stop
   *
   * Owners and editors of the project, and org admins. It leaves all its lines; tasks and milestones stay.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_stop.deleted`.
   */
  delete(project: Ref<'project_id'>, stop: string | Stop, options?: CallOptions): Call<Acknowledgement>

  /**
   * File tasks to a stop
   *
   * Owners and editors of the project, and org admins. Tasks of this project that you can read; all of them or none. A task may be at several stops.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_stop.updated`.
   */
  fileTasks(project: Ref<'project_id'>, stop: Ref<'stop_id'>, body: StopTasksFile, options?: CallOptions): Call<StopTasksFiled>

  /**
   * Take a task away from a stop
   *
   * Owners and editors of the project, and org admins.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `roadmap_stop.updated`.
   */
  unfileTask(project: Ref<'project_id'>, stop: Ref<'stop_id'>, task: Ref<'task_id'>, options?: CallOptions): Call<StopTaskUnfiled>

  /**
   * Pin a milestone to a stop
   *
   * Owners and editors of the project, and org admins. A milestone of the project's team; its tasks then count at the stop. A milestone is pinned to one stop at most.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `milestone.updated`.
   */
  pinMilestone(project: Ref<'project_id'>, stop: Ref<'stop_id'>, milestone: Ref<'milestone_id'>, options?: CallOptions): Call<Milestone>

  /**
   * Unpin a milestone from a stop
   *
   * Owners and editors of the project, and org admins.
   *
   * Needs the scope `projects:write`.
   *
   * Emits `milestone.updated`.
   */
  unpinMilestone(project: Ref<'project_id'>, stop: Ref<'stop_id'>, milestone: Ref<'milestone_id'>, options?: CallOptions): Call<Milestone>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(project: Ref<'project_id'>, stop: string | Stop, change: (current: Stop) => StopUpdate | undefined | Promise<StopUpdate | undefined>, options?: EditOptions): Promise<Stop>
}

/** Teams: people who work together, with sprints, milestones and an intake. */
export interface TeamsApi {
  /**
   * List an organization's teams
   *
   * Every member sees all teams, a guest those it is in. `total` counts the matches on all pages.
   *
   * Needs the scope `teams:read`.
   */
  list(query?: TeamsListQuery, options?: CallOptions): ListCall<TeamSummary, TeamPage>

  /**
   * Create a team
   *
   * Any member of the organization but a guest may, and owns the team.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `team.created`.
   */
  create(body: TeamCreate, options?: CallOptions): Call<Team>

  /**
   * Read a team with its members
   *
   * Needs the scope `teams:read`.
   */
  read(team: Ref<'team_id'>, options?: CallOptions): Call<Team>

  /**
   * Change a team
   *
   * Owners of the team and org admins. Absent fields stay as they are; null clears the description.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `team.updated`.
   */
  update(team: string | Team | TeamSummary, body: TeamUpdate, options?: CallOptions): Call<Team>

  /**
   * Delete a team
   *
   * Owners of the team and org admins. While projects or tasks belong to it only with `detach=true`, which frees them: they then belong to no team, and tasks lie in none of its sprints, milestones and sections.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `team.deleted`, `project.updated`, `task.updated`.
   */
  delete(team: string | Team | TeamSummary, query?: TeamsDeleteQuery, options?: CallOptions): Call<TeamDeleted>

  /**
   * List the members of a team
   *
   * Needs the scope `teams:read`.
   */
  listMembers(team: Ref<'team_id'>, query?: TeamsListMembersQuery, options?: CallOptions): ListCall<TeamMember, TeamMemberPage>

  /**
   * Add a member to a team
   *
   * Owners of the team and org admins.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `team.member_added`.
   */
  addMember(team: Ref<'team_id'>, body: TeamMemberCreate, options?: CallOptions): Call<TeamMember>

  /**
   * Change a member's role in a team
   *
   * Owners of the team and org admins. The last owner stays one.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `team.member_role_changed`.
   */
  updateMember(team: Ref<'team_id'>, user: Ref<'user_id'>, body: TeamMemberUpdate, options?: CallOptions): Call<TeamMember>

  /**
   * Remove a member from a team, or leave it
   *
   * Owners of the team and org admins remove anybody, everybody itself. The last owner stays.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `team.member_removed`.
   */
  removeMember(team: Ref<'team_id'>, user: Ref<'user_id'>, options?: CallOptions): Call<Acknowledgement>

  /**
   * List a team's intake
   *
   * The tasks of the team that lie in no project yet, as far as you can read them.
   *
   * Needs the scope `teams:read`.
   */
  listTasks(team: Ref<'team_id'>, query?: TeamsListTasksQuery & { include_inaccessible?: false }, options?: CallOptions): ListCall<TaskSummary>
  listTasks(team: Ref<'team_id'>, query?: TeamsListTasksQuery, options?: CallOptions): ListCall<TaskRow, TaskPage>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(team: string | Team | TeamSummary, change: (current: Team) => TeamUpdate | undefined | Promise<TeamUpdate | undefined>, options?: EditOptions): Promise<Team>
}

/** Stretches of days in which a team does a set of tasks. */
export interface SprintsApi {
  /**
   * List a team's sprints
   *
   * Completed ones too; the one that starts latest comes first unless told otherwise. Counts cover the tasks that you can read.
   *
   * Needs the scope `teams:read`.
   */
  list(team: Ref<'team_id'>, query?: SprintsListQuery, options?: CallOptions): ListCall<Sprint, SprintPage>

  /**
   * Create a sprint
   *
   * Owners of the team and org admins. Its end is said by `end_date`, its last day, or by `duration_weeks`. Sprints of one team may overlap.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `sprint.created`.
   */
  create(team: Ref<'team_id'>, body: SprintCreate, options?: CallOptions): Call<Sprint>

  /**
   * Read a team's current sprint
   *
   * The sprint that is not completed and whose days include today in your `time_zone` (see `/v1/me`). Of several, the one that started last, then the one created last.
   *
   * Needs the scope `teams:read`.
   */
  current(team: Ref<'team_id'>, options?: CallOptions): Call<Sprint>

  /**
   * Read a sprint
   *
   * Needs the scope `teams:read`.
   */
  read(team: Ref<'team_id'>, sprint: Ref<'sprint_id'>, options?: CallOptions): Call<Sprint>

  /**
   * Change a sprint
   *
   * Owners of the team and org admins. Absent fields stay as they are; null clears `description` and `goal`. `status: completed` completes the sprint and notes who did and when, `active` takes that back; its tasks stay in it either way.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `sprint.updated`.
   */
  update(team: Ref<'team_id'>, sprint: string | Sprint, body: SprintUpdate, options?: CallOptions): Call<Sprint>

  /**
   * Delete a sprint
   *
   * Owners of the team and org admins. Its tasks stay, in no sprint.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `sprint.deleted`, `task.updated`.
   */
  delete(team: Ref<'team_id'>, sprint: string | Sprint, query?: SprintsDeleteQuery, options?: CallOptions): Call<SprintDeleted>

  /**
   * Complete a sprint
   *
   * Owners of the team and org admins. It stays in the list, is no longer current, and takes no more tasks. With `move_open_to` its open tasks, those neither completed nor archived, go into another sprint of the team or into none, whether you can read them or not; without it all stay.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `sprint.completed`, `task.updated`.
   */
  complete(team: Ref<'team_id'>, sprint: Ref<'sprint_id'>, body?: SprintComplete, options?: CallOptions): Call<Sprint>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(team: Ref<'team_id'>, sprint: string | Sprint, change: (current: Sprint) => SprintUpdate | undefined | Promise<SprintUpdate | undefined>, options?: EditOptions): Promise<Sprint>
}

/** Dates that a team has committed to, and the tasks that lead there. */
export interface MilestonesApi {
  /**
   * List a team's milestones
   *
   * Open ones first, by the date they are due, then closed ones from the last that was closed, unless told otherwise. Counts cover the tasks that you can read.
   *
   * Needs the scope `teams:read`.
   */
  list(team: Ref<'team_id'>, query?: MilestonesListQuery, options?: CallOptions): ListCall<Milestone, MilestonePage>

  /**
   * Create a milestone
   *
   * Owners of the team and org admins.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `milestone.created`.
   */
  create(team: Ref<'team_id'>, body: MilestoneCreate, options?: CallOptions): Call<Milestone>

  /**
   * Read a milestone
   *
   * Needs the scope `teams:read`.
   */
  read(team: Ref<'team_id'>, milestone: Ref<'milestone_id'>, options?: CallOptions): Call<Milestone>

  /**
   * Change a milestone
   *
   * Owners of the team and org admins; the owner of the milestone, while in the team, may send `status` and nothing else. Absent fields stay as they are; null clears `description` and `owner_user_id`. `status: closed` closes it and notes who did and when, `open` takes that back; its tasks stay as they are.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `milestone.updated`, `milestone.closed`, `milestone.reopened`.
   */
  update(team: Ref<'team_id'>, milestone: string | Milestone, body: MilestoneUpdate, options?: CallOptions): Call<Milestone>

  /**
   * Delete a milestone
   *
   * Owners of the team and org admins. Its tasks stay, under no milestone.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `milestone.deleted`, `task.updated`.
   */
  delete(team: Ref<'team_id'>, milestone: string | Milestone, query?: MilestonesDeleteQuery, options?: CallOptions): Call<MilestoneDeleted>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(team: Ref<'team_id'>, milestone: string | Milestone, change: (current: Milestone) => MilestoneUpdate | undefined | Promise<MilestoneUpdate | undefined>, options?: EditOptions): Promise<Milestone>
}

/** When the people of a team are away. */
export interface AvailabilityApi {
  /**
   * Read who of a team is away when
   *
   * The members of the team and every entry of theirs that reaches into the days from `from` to `to`, both included; `to` lies at most 93 days after `from`. A person is away in all of its teams.
   *
   * Needs the scope `teams:read`.
   */
  range(team: Ref<'team_id'>, query?: AvailabilityRangeQuery, options?: CallOptions): Call<AvailabilityRange>

  /**
   * Say when somebody is away
   *
   * For oneself as a member of the team; for others owners of the team and org admins. The entry shows in every team the person is in.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `availability.created`.
   */
  create(team: Ref<'team_id'>, body: AvailabilityCreate, options?: CallOptions): Call<AvailabilityEntry>

  /**
   * Change when somebody is away
   *
   * For oneself as a member of the team; for others owners of the team and org admins. Absent fields stay as they are; null clears the note.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `availability.updated`.
   */
  update(team: Ref<'team_id'>, entry: string | AvailabilityEntry, body: AvailabilityUpdate, options?: CallOptions): Call<AvailabilityEntry>

  /**
   * Take an entry back
   *
   * For oneself as a member of the team; for others owners of the team and org admins.
   *
   * Needs the scope `teams:write`.
   *
   * Emits `availability.deleted`.
   */
  delete(team: Ref<'team_id'>, entry: string | AvailabilityEntry, options?: CallOptions): Call<AvailabilityDeleted>
}

/** Lanes that the tasks of a project, of a team or of your own are sorted into. */
export interface SectionsApi {
  /**
   * List the sections of a scope, or of several
   *
   * The sections of one project, team or person (`scope_id`), or of several projects or teams (`scope_ids`), scope by scope in the order asked. A scope you cannot read is left out; with `scope_ids` the answer names those it covers. Your own lanes are not made by this list: `sections.mine` makes them.
   *
   * Needs the scope `tasks:read`.
   */
  list(query: SectionsListQuery, options?: CallOptions): ListCall<Section, SectionsForScopes>

  /**
   * Create a section
   *
   * A lane for the tasks of a project or team, or for yourself. Owners and editors of the project, owners of the team, and org admins; of your own lanes you alone.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `section.created`.
   */
  create(body: SectionCreate, options?: CallOptions): Call<Section>

  /**
   * List your own lanes
   *
   * The sections that you sort tasks into for yourself; nobody else sees them. You start with Assigned, Doing and Later, which are made when you first ask for them here or put a task into a lane of yours. A test token makes none.
   *
   * Needs the scope `tasks:read`.
   */
  mine(query?: SectionsMineQuery, options?: CallOptions): ListCall<Section, SectionPage>

  /**
   * Put the sections of a scope in another order
   *
   * Name every section of the scope exactly once; they then stand at 1, 2, 3 and so on. Owners and editors of the project, owners of the team, and org admins; of your own lanes you alone.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `section.reordered`.
   */
  reorder(body: SectionReorder, options?: CallOptions): Call<Section[]>

  /**
   * Read a section
   *
   * Needs the scope `tasks:read`.
   */
  read(section: Ref<'section_id'>, options?: CallOptions): Call<Section>

  /**
   * Rename a section or put it elsewhere
   *
   * Absent fields stay as they are. Owners and editors of the project, owners of the team, and org admins; of your own lanes you alone.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `section.updated`.
   */
  update(section: string | Section, body: SectionUpdate, options?: CallOptions): Call<Section>

  /**
   * Delete a section
   *
   * Its tasks stay, in no section of the scope. Owners and editors of the project, owners of the team, and org admins; of your own lanes you alone.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `section.deleted`, `task.updated`.
   */
  delete(section: string | Section, options?: CallOptions): Call<Acknowledgement>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(section: string | Section, change: (current: Section) => SectionUpdate | undefined | Promise<SectionUpdate | undefined>, options?: EditOptions): Promise<Section>
}

/** Saved views: what to ask the task or project list, under a name. */
export interface ViewsApi {
  /**
   * List saved views
   *
   * Your own, and those of the projects and teams that you can read.
   *
   * Needs the scope `tasks:read`.
   */
  list(query?: ViewsListQuery, options?: CallOptions): ListCall<View, ViewPage>

  /**
   * Save a view
   *
   * What to ask the task list or the project list, under a name: for yourself, or for all who see a project or team. What the list would refuse is refused here. The views of a project are changed by its owners and editors, those of a team by its owners, both also by org admins.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `view.created`.
   */
  create(body: ViewCreate, options?: CallOptions): Call<View>

  /**
   * Read a saved view
   *
   * Needs the scope `tasks:read`.
   */
  read(view: Ref<'view_id'>, options?: CallOptions): Call<View>

  /**
   * Change a saved view
   *
   * Absent fields stay as they are; `query` and `display` are merged. The views of a project are changed by its owners and editors, those of a team by its owners, both also by org admins.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `view.updated`.
   */
  update(view: string | View, body: ViewUpdate, options?: CallOptions): Call<View>

  /**
   * Delete a saved view
   *
   * For everybody who sees it, their pins too. The views of a project are changed by its owners and editors, those of a team by its owners, both also by org admins.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `view.deleted`.
   */
  delete(view: string | View, options?: CallOptions): Call<ViewDeleted>

  /**
   * Make a copy of a saved view
   *
   * Of any view that you can read, for yourself or where you may save views. Without a `name` the copy is called `<name> (copy)`, or `<name> (copy 2)` and so on where that is taken.
   *
   * Needs the scope `tasks:write`.
   *
   * Emits `view.created`.
   */
  duplicate(view: Ref<'view_id'>, body?: ViewDuplicate, options?: CallOptions): Call<View>

  /**
   * List what a saved view finds
   *
   * What the list that it queries answers you now: task rows or project rows, in the order that the view names. A view of projects needs the scope `projects:read` too. A cursor ends with a change of the view’s query.
   *
   * Needs the scope `tasks:read`.
   */
  rows(view: Ref<'view_id'>, query?: ViewsRowsQuery & { include_inaccessible?: false }, options?: CallOptions): ListCall<TaskSummary | ProjectSummary>
  rows(view: Ref<'view_id'>, query?: ViewsRowsQuery, options?: CallOptions): ListCall<ViewRow, ViewRowPage>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(view: string | View, change: (current: View) => ViewUpdate | undefined | Promise<ViewUpdate | undefined>, options?: EditOptions): Promise<View>
}

/** The views and projects that you have pinned. */
export interface ViewPinsApi {
  /**
   * List what you have pinned
   *
   * Views and projects, in the order you gave them. What you can read no longer is left out, and is there again when you can.
   *
   * Needs the scope `tasks:read`.
   */
  list(query?: ViewPinsListQuery, options?: CallOptions): ListCall<ViewPin, ViewPinPage>

  /**
   * Pin a saved view
   *
   * For yourself, after what you have pinned. A view that is pinned stays where it is.
   *
   * Needs the scope `tasks:write`.
   */
  pinView(view: Ref<'view_id'>, options?: CallOptions): Call<ViewPin>

  /**
   * Unpin a saved view
   *
   * A view that you have not pinned is no error.
   *
   * Needs the scope `tasks:write`.
   */
  unpinView(view: Ref<'view_id'>, options?: CallOptions): Call<Acknowledgement>

  /**
   * Pin a project
   *
   * For yourself, after what you have pinned. A project that is pinned stays where it is.
   *
   * Needs the scope `tasks:write`.
   */
  pinProject(project: Ref<'project_id'>, query?: ViewPinsPinProjectQuery, options?: CallOptions): Call<ViewPin>

  /**
   * Unpin a project
   *
   * A project that you have not pinned is no error.
   *
   * Needs the scope `tasks:write`.
   */
  unpinProject(project: Ref<'project_id'>, options?: CallOptions): Call<Acknowledgement>

  /**
   * Put your pins in another order
   *
   * The pins listed come first, in this order; the others keep theirs, after these. Answers all your pins.
   *
   * Needs the scope `tasks:write`.
   */
  reorder(body: ViewPinOrder, options?: CallOptions): Call<ViewPinPage>
}

/** What you are told of: what was said to you, given to you, or is due. */
export interface NotificationsApi {
  /**
   * List what you are told of
   *
   * Your notifications, newest first, without those marked as done. Those about resources that you can no longer read are hidden until you can; after 10,000 of these in a row a page may end early: follow `next_cursor`. The kinds, most important first:
   *
   * * `mentioned`: A comment mentions you.
   * * `replied`: Somebody replied to your comment.
   * * `assigned`: A task was assigned to you.
   * * `unassigned`: A task is no longer assigned to you.
   * * `reminder`: A reminder is due.
   * * `overdue`: A task that is assigned to you is overdue: its day is past, and it is not completed.
   * * `due_today`: A task that is assigned to you is due today.
   * * `unblocked`: The last task that a task of yours waited for is completed.
   * * `invited`: You were added to a project or a team.
   * * `webhook_disabled`: Your webhook was disabled: it receives no deliveries until it is enabled again.
   * * `webhook_enabled`: Your disabled webhook was enabled again, since its endpoint responds.
   * * `sprint_closing`: Today is the last day of a sprint of your team.
   * * `milestone_closing`: Today is the date of a milestone of your team.
   * * `commented`: Somebody commented on a task that you watch.
   * * `status_changed`: The status of a task that you watch changed.
   *
   * Needs the scope `tasks:read`.
   */
  list(query?: NotificationsListQuery, options?: CallOptions): ListCall<Notification, NotificationPage>

  /**
   * Count what you have not read
   *
   * The number of unread notifications in the list, up to 1,000. Those behind 10,000 that you can no longer read are not counted.
   *
   * Needs the scope `tasks:read`.
   */
  count(query?: NotificationsCountQuery, options?: CallOptions): Call<UnreadCount>

  /**
   * Mark all notifications up to a time as read
   *
   * Those that the list shows. What has come since that time stays unread, so nothing is marked that was never shown.
   *
   * Needs the scope `tasks:write`.
   */
  markRead(body: ReadUpTo, options?: CallOptions): Call<MarkedRead>

  /**
   * Read a notification
   *
   * One of your own. To ask for it does not mark it as read.
   *
   * Needs the scope `tasks:read`.
   */
  read(notification: Ref<'notification_id'>, options?: CallOptions): Call<Notification>

  /**
   * Mark a notification as read, unread or done with
   *
   * One of your own. Absent fields stay as they are.
   *
   * Needs the scope `tasks:write`.
   */
  update(notification: string | Notification, body: NotificationUpdate, options?: CallOptions): Call<Notification>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(notification: string | Notification, change: (current: Notification) => NotificationUpdate | undefined | Promise<NotificationUpdate | undefined>, options?: EditOptions): Promise<Notification>
}

/** How you want to be told of things. */
export interface PreferencesApi {
  /**
   * Read how you want to be told of things
   *
   * In every organization. Where you said nothing, the defaults are shown.
   *
   * Needs a session: not available to access tokens.
   */
  read(options?: CallOptions): Call<Preferences>

  /**
   * Say how you want to be told of things
   *
   * Absent fields stay as they are, and so do kinds that are not named. `null` for `quiet_hours` ends them; for a kind, or for one way of being told of it, it brings the default back.
   *
   * Needs a session: not available to access tokens.
   */
  update(body: PreferencesUpdate, options?: CallOptions): Call<Preferences>
}

/** Access tokens for scripts and agents. */
export interface TokensApi {
  /**
   * List access tokens
   *
   * Your own tokens in one organization; its owners and admins see everyone's. Expired and revoked ones stay listed.
   *
   * Needs the scope `org:read`.
   */
  list(query?: TokensListQuery, options?: CallOptions): ListCall<Token, TokenPage>

  /**
   * Mint an access token
   *
   * For yourself, or for a service account by owners and admins. The answer is the only place where the token itself is shown. Minted with another token, it never exceeds nor outlives that one, and a token that is limited to projects or was given to an app mints none. Only owners and admins grant `admin`. What the token policy in the organization's settings forbids is 422 `token-policy`.
   *
   * Needs the scope `org:write`.
   *
   * Emits `token.created`.
   */
  create(body: TokenCreate, options?: CallOptions): Call<TokenCreated>

  /**
   * Read an access token
   *
   * Its owner, and owners and admins of the organization. Never shows the token itself.
   *
   * Needs the scope `org:read`.
   */
  read(token: Ref<'token_id'>, options?: CallOptions): Call<Token>

  /**
   * Rename an access token
   *
   * Its owner, and owners and admins of the organization. Nothing but the name can change.
   *
   * Needs the scope `org:write`.
   *
   * Emits `token.renamed`.
   */
  update(token: string | Token, body: TokenUpdate, options?: CallOptions): Call<Token>

  /**
   * Revoke an access token
   *
   * Its owner, and owners and admins of the organization. Refused from the next request on, during the 60 seconds after a rotation too; its record stays. Revoking a revoked one changes nothing. With the token of an app ends the connection it belongs to, so that the app gets no other.
   *
   * Needs the scope `org:write`.
   *
   * Emits `token.revoked`.
   */
  delete(token: string | Token, options?: CallOptions): Call<Token>

  /**
   * Replace an access token
   *
   * Mints a token with the same name, scopes, projects and expiry, shown in this answer alone; the old one works 60 seconds more. By its owner; a service account's by owners and admins too. A token may rotate itself, and others that grant no more than it does. Where the token policy would refuse the new one it is 422 `token-policy`: mint another.
   *
   * Needs the scope `org:write`.
   *
   * Emits `token.rotated`.
   */
  rotate(token: Ref<'token_id'>, options?: CallOptions): Call<TokenCreated>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(token: string | Token, change: (current: Token) => TokenUpdate | undefined | Promise<TokenUpdate | undefined>, options?: EditOptions): Promise<Token>
}

/** Members that are no people, and act through tokens. */
export interface ServiceAccountsApi {
  /**
   * List service accounts
   *
   * For owners and admins of the organization. Deactivated ones stay listed.
   *
   * Needs the scope `org:read`.
   */
  list(query?: ServiceAccountsListQuery, options?: CallOptions): ListCall<ServiceAccount, ServiceAccountPage>

  /**
   * Create a service account
   *
   * A member of the organization that is no person: it cannot sign in, its role is always member, and it acts through access tokens that owners and admins mint for it (`principal_user_id`). By owners and admins.
   *
   * Needs the scope `org:write`.
   *
   * Emits `service_account.created`.
   */
  create(body: ServiceAccountCreate, query?: ServiceAccountsCreateQuery, options?: CallOptions): Call<ServiceAccount>

  /**
   * Read a service account
   *
   * For owners and admins of the organization.
   *
   * Needs the scope `org:read`.
   */
  read(user: Ref<'user_id'>, query?: ServiceAccountsReadQuery, options?: CallOptions): Call<ServiceAccount>

  /**
   * Rename a service account
   *
   * By owners and admins. Its username and address stay. Its designation is changed among the members; its role and activity are not.
   *
   * Needs the scope `org:write`.
   *
   * Emits `service_account.renamed`.
   */
  update(user: string | ServiceAccount, body: ServiceAccountUpdate, query?: ServiceAccountsUpdateQuery, options?: CallOptions): Call<ServiceAccount>

  /**
   * Deactivate a service account
   *
   * By owners and admins, for good: its tokens are revoked and refused from the next request on, its record stays. It leaves all projects and teams, owns no milestone any more, and no task is restricted to it; what it alone owned, and tasks restricted to it alone, pass to you. Deactivating it twice changes nothing.
   *
   * Needs the scope `org:write`.
   *
   * Emits `service_account.deactivated`, `task.restricted`.
   */
  delete(user: string | ServiceAccount, query?: ServiceAccountsDeleteQuery, options?: CallOptions): Call<ServiceAccount>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(user: string | ServiceAccount, change: (current: ServiceAccount) => ServiceAccountUpdate | undefined | Promise<ServiceAccountUpdate | undefined>, query: ServiceAccountsUpdateQuery | undefined, options?: EditOptions): Promise<ServiceAccount>
}

/** Who is sent what when something changes. */
export interface WebhooksApi {
  /**
   * List what webhooks can subscribe to
   *
   * Every event type, grouped by resource, each group led by the wildcard that stands for all of it. The order is fixed.
   *
   * Open to any token.
   */
  events(query?: WebhooksEventsQuery, options?: CallOptions): ListCall<WebhookEventType, WebhookEventTypePage>

  /**
   * List an organization's webhooks
   *
   * For owners and admins of the organization and for service accounts. A token limited to projects sees those that concern its projects alone.
   *
   * Needs the scope `webhooks:read`.
   */
  list(query?: WebhooksListQuery, options?: CallOptions): ListCall<Webhook, WebhookPage>

  /**
   * Create a webhook
   *
   * From the next change on, the events it asks for are sent to its URL, signed with the secret that this answer alone shows. They hold what you may know at that time. For owners and admins of the organization and for service accounts; with a token limited to projects, for some of these. At most 200 webhooks per organization.
   *
   * Needs the scope `webhooks:write`.
   *
   * Emits `webhook.created`.
   */
  create(body: WebhookCreate, options?: CallOptions): Call<WebhookCreated>

  /**
   * Read a webhook
   *
   * Where it sends to, what it asks for, and how its deliveries fare. Never shows the secret.
   *
   * Needs the scope `webhooks:read`.
   */
  read(subscription: Ref<'subscription_id'>, options?: CallOptions): Call<Webhook>

  /**
   * Change, pause or resume a webhook
   *
   * Absent fields stay as they are. While it is `paused` nothing new is queued, and what was queued waits. `active` resumes it, enables a disabled one again and forgets its failures; what waited is then sent. A service account that changes where another's webhook sends to, or what, becomes its owner, as does whoever enables one whose owner is gone.
   *
   * Needs the scope `webhooks:write`.
   *
   * Emits `webhook.updated`.
   */
  update(subscription: string | Webhook, body: WebhookUpdate, options?: CallOptions): Call<Webhook>

  /**
   * Delete a webhook
   *
   * What waits to be sent to it is dropped.
   *
   * Needs the scope `webhooks:write`.
   *
   * Emits `webhook.deleted`.
   */
  delete(subscription: string | Webhook, options?: CallOptions): Call<Webhook>

  /**
   * Replace a webhook's secret
   *
   * The new secret is shown in this answer alone. For 24 hours deliveries carry a signature with each of the two, so that a receiver can change over in its own time. A second rotation in that time drops the older secret.
   *
   * Needs the scope `webhooks:write`.
   *
   * Emits `webhook.secret_rotated`.
   */
  rotateSecret(subscription: Ref<'subscription_id'>, options?: CallOptions): Call<WebhookCreated>

  /**
   * Test a webhook
   *
   * Sends one `webhook.test` now and answers with what the endpoint said, 20 seconds later at most. It is not tried again and counts as no failure; paused and disabled webhooks can be tested too. At most 6 a minute for one webhook.
   *
   * Needs the scope `webhooks:write`.
   */
  test(subscription: Ref<'subscription_id'>, options?: CallOptions): Call<WebhookDelivery>

  /**
   * List a webhook's deliveries
   *
   * Newest first. Kept for 30 days, or as long as the server is set to.
   *
   * Needs the scope `webhooks:read`.
   */
  deliveries(subscription: Ref<'subscription_id'>, query?: WebhooksDeliveriesQuery, options?: CallOptions): ListCall<WebhookDeliverySummary, WebhookDeliveryPage>

  /**
   * Read a delivery
   *
   * What was sent, what came back, and every attempt.
   *
   * Needs the scope `webhooks:read`.
   */
  delivery(subscription: Ref<'subscription_id'>, delivery: Ref<'delivery_id'>, options?: CallOptions): Call<WebhookDelivery>

  /**
   * Send an event again
   *
   * As a new delivery with attempts of its own, at most 6 a minute for one webhook. Body and `webhook-id` stay those of the first: a receiver that had it drops it, one that lost it takes it. While the webhook is paused or disabled it waits.
   *
   * Needs the scope `webhooks:write`.
   */
  replay(subscription: Ref<'subscription_id'>, delivery: Ref<'delivery_id'>, options?: CallOptions): Call<WebhookDeliverySummary>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(subscription: string | Webhook, change: (current: Webhook) => WebhookUpdate | undefined | Promise<WebhookUpdate | undefined>, options?: EditOptions): Promise<Webhook>
}

/** What happens, as it happens. */
export interface EventsApi {
  /**
   * Follow what happens
   *
   * Every change of an organization that you may know of, in one order, each once, from a place on: send `cursor` or `Last-Event-ID` (which counts where both are sent) to go on after it, for 7 days; without one you begin at the present.
   *
   * With `Accept: text/event-stream` it is a stream that goes on: each message has the cursor as its `id`, the type as its `event` and the event as its `data`. There is a `checkpoint` with a cursor at the beginning and every minute. The last message is an `end` whose data says the `reason`; then come again with your cursor:
   *
   * * `age`: the stream is an hour old
   * * `stopping`: the server stops
   * * `slow`: you took nothing for a minute, or while 1 MB of events went by
   * * `expired`: your token is past its expiry
   * * `revoked`: you may not follow this organization any more
   * * `reset`: the database was put back to an earlier time
   *
   * Otherwise it is a page, for which `wait` lets you wait for a first event.
   *
   * What you are told is judged when it is sent, with your rights of then; of what you may not read nothing is told. An event `gone` says that you can no longer read something that you could. An access token hears of what its scopes let it read. A person has 10 streams open at a time, with the pages that wait.
   *
   * Open to any token.
   */
  stream(query?: EventsStreamQuery, options?: StreamOptions): EventStream

  /** A page of what happened after the cursor; `wait` holds the answer until there is something. */
  poll(query?: EventsStreamQuery & {
    /** The `id` of a message, or `next_cursor`: go on after it. Without one you begin at the present. */
    cursor?: string
    /** Of a page: seconds to wait for an event where there is none yet. */
    wait?: number
    /** Maximum number of events in a page; values above 200 mean 200. */
    limit?: number
  }, options?: CallOptions): Call<EventPage>
}

/** Apps that people can connect, for those who develop them. */
export interface OauthClientsApi {
  /**
   * List the apps of an organization
   *
   * The apps it has registered, revoked ones too. Owners and admins.
   *
   * Needs the scope `admin`.
   */
  list(query?: OauthClientsListQuery, options?: CallOptions): ListCall<OAuthClient, OAuthClientPage>

  /**
   * Register an app
   *
   * An app that acts for the people who connect it, by the OAuth code flow with PKCE. Owners and admins. The answer is the only place where the secret of a confidential app is shown; a public app has none.
   *
   * Needs the scope `admin`.
   *
   * Emits `oauth_client.created`.
   */
  create(body: OAuthClientCreate, options?: CallOptions): Call<OAuthClientCreated>

  /**
   * Read an app
   *
   * Owners and admins of the organization that registered it. Never shows the secret.
   *
   * Needs the scope `admin`.
   */
  read(client: Ref<'client_id'>, options?: CallOptions): Call<OAuthClient>

  /**
   * Change an app
   *
   * Absent fields stay as they are; null clears a link. Other scopes reach the people connected when their app next refreshes its token: fewer at once, more within what each of them allowed. A listed app that gets another name, another address or a further scope is private again, until it has been reviewed again. The type never changes.
   *
   * Needs the scope `admin`.
   *
   * Emits `oauth_client.updated`.
   */
  update(client: string | OAuthClient, body: OAuthClientUpdate, options?: CallOptions): Call<OAuthClient>

  /**
   * Revoke an app
   *
   * It can no longer sign in anybody, and every connection and token it holds ends at once, in all organizations. Its record stays. Revoking a revoked one changes nothing.
   *
   * Needs the scope `admin`.
   *
   * Emits `oauth_client.revoked`.
   */
  delete(client: string | OAuthClient, options?: CallOptions): Call<OAuthClient>

  /**
   * Replace the secret of an app
   *
   * The new secret is shown in this answer alone. The one before works 24 hours more; one older than that stops at once.
   *
   * Needs the scope `admin`.
   *
   * Emits `oauth_client.secret_rotated`.
   */
  rotateSecret(client: Ref<'client_id'>, options?: CallOptions): Call<OAuthClientCreated>

  /** Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is. */
  edit(client: string | OAuthClient, change: (current: OAuthClient) => OAuthClientUpdate | undefined | Promise<OAuthClientUpdate | undefined>, options?: EditOptions): Promise<OAuthClient>
}

/** What happened in an organization, for its owners and admins. */
export interface AuditApi {
  /**
   * Read the audit log
   *
   * Every change in an organization, newest first, for its owners and admins. What is older than the organization's `audit_retention_days` is left out. With `Accept: text/csv` the response is the whole export of `GET /v1/audit.csv`, not a page.
   *
   * Needs the scope `admin`.
   */
  list(query?: AuditListQuery, options?: CallOptions): ListCall<AuditEvent, AuditEventPage>

  /**
   * Export the audit log as CSV
   *
   * The same events and filters as the audit log, newest first, at most 50,000: narrow it with `from` and `to`. `before` and `after` are JSON. The file begins with a byte order mark; a cell that a spreadsheet would run as a formula begins with `'`.
   *
   * Needs the scope `admin`.
   */
  export(query?: AuditExportQuery, options?: CallOptions): Call<Response>
}

/** What is new in the service itself. */
export interface ReleasesApi {
  /**
   * Read what is new in the service
   *
   * The releases of the last days, the newest first, with their notes. Drafts are left out. Whoever runs the service stores them with `svc-server releases import FILE`.
   *
   * Open to any token.
   */
  whatsNew(query?: ReleasesWhatsNewQuery, options?: CallOptions): Call<WhatsNew>
}

/** Everything there is, by resource. */
export interface Resources {
  health: HealthApi
  me: MeApi
  connectedApps: ConnectedAppsApi
  sessions: SessionsApi
  organizations: OrganizationsApi
  organizationMembers: OrganizationMembersApi
  organizationInvites: OrganizationInvitesApi
  designations: DesignationsApi
  projects: ProjectsApi
  projectStats: ProjectStatsApi
  projectMembers: ProjectMembersApi
  projectResources: ProjectResourcesApi
  goals: GoalsApi
  tasks: TasksApi
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
  audit: AuditApi
  releases: ReleasesApi
}

/** How each operation is sent: see `operation`. */
export const lines = `health
read GET /health

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
read GET /organizations/{org_id}
update PATCH /organizations/{org_id} bt
delete DELETE /organizations/{org_id} t
accessReview GET /organizations/{org_id}/access-review
settings GET /organizations/{org_id}/settings
updateSettings PATCH /organizations/{org_id}/settings b

organizationMembers
list GET /organization-members/{:org_id} qp
read GET /organization-members/{user_id}/{:org_id} q
update PATCH /organization-members/{user_id}/{:org_id} bqt
delete DELETE /organization-members/{user_id}/{:org_id} qt

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

designations
list GET /designations qop
create POST /designations bO
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
read GET /project-members/{user_id}/{project_id}
update PATCH /project-members/{user_id}/{project_id} bt
delete DELETE /project-members/{user_id}/{project_id} t

projectResources
list GET /project-resources qp
create POST /project-resources bq
upload POST /project-resources/upload mq
read GET /project-resources/{resource_id}
update PATCH /project-resources/{resource_id} bt
delete DELETE /project-resources/{resource_id} t
download GET /project-resources/{resource_id}/content f

goals
org GET /goals qo
list GET /projects/{project_id}/goals qp
create POST /projects/{project_id}/goals b
read GET /projects/{project_id}/goals/{goal_id}
update PATCH /projects/{project_id}/goals/{goal_id} bt
delete DELETE /projects/{project_id}/goals/{goal_id} qt
reorder POST /projects/{project_id}/goals/reorder b
move POST /projects/{project_id}/goals/{goal_id}/move b
convertTask POST /projects/{project_id}/goals/from-task b
fileTasks POST /projects/{project_id}/goals/{goal_id}/tasks b
unfileTask DELETE /projects/{project_id}/goals/{goal_id}/tasks/{task_id}

tasks
list GET /tasks qop
create POST /tasks bO
count GET /tasks/count qo
read GET /tasks/{task_id}
update PATCH /tasks/{task_id} bt
delete DELETE /tasks/{task_id} t
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
read GET /task-attachments/{attachment_id}
update PATCH /task-attachments/{attachment_id} bt
delete DELETE /task-attachments/{attachment_id} t
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
read GET /reminders/{reminder_id}
update PATCH /reminders/{reminder_id} bt
delete DELETE /reminders/{reminder_id} t

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
read GET /projects/{project_id}/stops/{stop_id}
update PATCH /projects/{project_id}/stops/{stop_id} bt
delete DELETE /projects/{project_id}/stops/{stop_id} t
fileTasks POST /projects/{project_id}/stops/{stop_id}/tasks b
unfileTask DELETE /projects/{project_id}/stops/{stop_id}/tasks/{task_id}
pinMilestone PUT /projects/{project_id}/stops/{stop_id}/milestones/{milestone_id}
unpinMilestone DELETE /projects/{project_id}/stops/{stop_id}/milestones/{milestone_id}

teams
list GET /teams qop
create POST /teams bO
read GET /teams/{team_id}
update PATCH /teams/{team_id} bt
delete DELETE /teams/{team_id} qt
listMembers GET /teams/{team_id}/members qp
addMember POST /teams/{team_id}/members b
updateMember PATCH /teams/{team_id}/members/{user_id} b
removeMember DELETE /teams/{team_id}/members/{user_id}
listTasks GET /teams/{team_id}/intake qp

sprints
list GET /teams/{team_id}/sprints qp
create POST /teams/{team_id}/sprints b
current GET /teams/{team_id}/sprints/current
read GET /teams/{team_id}/sprints/{sprint_id}
update PATCH /teams/{team_id}/sprints/{sprint_id} bt
delete DELETE /teams/{team_id}/sprints/{sprint_id} qt
complete POST /teams/{team_id}/sprints/{sprint_id}/complete b

milestones
list GET /teams/{team_id}/milestones qp
create POST /teams/{team_id}/milestones b
read GET /teams/{team_id}/milestones/{milestone_id}
update PATCH /teams/{team_id}/milestones/{milestone_id} bt
delete DELETE /teams/{team_id}/milestones/{milestone_id} qt

availability
range GET /teams/{team_id}/availability q
create POST /teams/{team_id}/availability b
update PATCH /teams/{team_id}/availability/{entry_id} bT
delete DELETE /teams/{team_id}/availability/{entry_id} T

sections
list GET /sections qop
create POST /sections bO
mine GET /sections/mine qop
reorder POST /sections/reorder b
read GET /sections/{section_id}
update PATCH /sections/{section_id} bt
delete DELETE /sections/{section_id} t

views
list GET /views qop
create POST /views bO
read GET /views/{view_id}
update PATCH /views/{view_id} bt
delete DELETE /views/{view_id} t
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
list GET /tokens qop
create POST /tokens bO
read GET /tokens/{token_id}
update PATCH /tokens/{token_id} bt
delete DELETE /tokens/{token_id} t
rotate POST /tokens/{token_id}/rotate

serviceAccounts
list GET /organizations/{:org_id}/service-accounts qp
create POST /organizations/{:org_id}/service-accounts bq
read GET /organizations/{:org_id}/service-accounts/{user_id} q
update PATCH /organizations/{:org_id}/service-accounts/{user_id} bqt
delete DELETE /organizations/{:org_id}/service-accounts/{user_id} qt

webhooks
events GET /webhooks/events qp
list GET /webhooks qop
create POST /webhooks bO
read GET /webhooks/{subscription_id}
update PATCH /webhooks/{subscription_id} bt
delete DELETE /webhooks/{subscription_id} t
rotateSecret POST /webhooks/{subscription_id}/rotate-secret
test POST /webhooks/{subscription_id}/test
deliveries GET /webhooks/{subscription_id}/deliveries qp
delivery GET /webhooks/{subscription_id}/deliveries/{delivery_id}
replay POST /webhooks/{subscription_id}/deliveries/{delivery_id}/replay

events
stream GET /events qol

oauthClients
list GET /oauth/clients qop
create POST /oauth/clients bO
read GET /oauth/clients/{client_id}
update PATCH /oauth/clients/{client_id} bt
delete DELETE /oauth/clients/{client_id} t
rotateSecret POST /oauth/clients/{client_id}/rotate-secret

audit
list GET /audit qop
export GET /audit.csv qof

releases
whatsNew GET /releases/whats-new q`
