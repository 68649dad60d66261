// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

export const accountsModeValues = ["on", "beside", "off"] as const

export const actorKindValues = ["user", "service_account", "system"] as const

export const anyProjectRoleValues = ["owner", "editor", "viewer", "admin", "member"] as const

export const commitTypeValues = ["feat", "fix", "docs", "style", "refactor", "perf", "test", "chore", "ci", "build", "revert"] as const

export const connectedAppsListSortValues = ["created_at", "last_used_at"] as const

export const databaseEngineValues = ["postgres", "embedded"] as const

export const designationsListSortValues = ["name", "label", "category"] as const

export const domainJoinModeValues = ["instant", "approval"] as const

export const domainMailboxValues = ["postmaster", "hostmaster", "webmaster", "admin", "administrator"] as const

export const domainsListSortValues = ["domain", "created_at"] as const

export const eventResourceValues = ["task", "project", "project_resource", "import", "goal", "roadmap_journey", "roadmap_stop", "team", "sprint", "milestone", "availability", "section", "field", "view", "org", "member", "access_review", "designation", "invite", "domain", "join_request", "export", "account", "session", "token", "service_account", "oauth_client", "oauth_grant", "webhook"] as const

export const exportKindValues = ["organization", "project", "user"] as const

export const exportPhaseValues = ["waiting", "writing", "finished", "failed"] as const

export const fieldTypeValues = ["text", "number", "date", "checkbox", "select", "multi_select", "person", "people", "url"] as const

export const fieldValuesOnDeleteValues = ["keep", "delete"] as const

export const fieldsListSortValues = ["position", "name", "created_at"] as const

export const goalStatusValues = ["open", "closed"] as const

export const goalsListSortValues = ["position", "name", "target_date", "created_at"] as const

export const importOutcomeValues = ["rejected", "changed", "conflict", "skipped", "retained"] as const

export const importPhaseValues = ["reading", "checking", "writing", "undoing", "finished", "failed", "undone"] as const

export const importSourceValues = ["neutral", "csv", "trello", "jira", "todoist", "linear", "vikunja", "github", "ical", "ticktick", "plane", "wekan", "kaneo", "planka", "gitlab"] as const

export const importsListPlaceholdersSortValues = ["username"] as const

export const importsListSortValues = ["created_at"] as const

export const importsReportSortValues = ["entry"] as const

export const inviteStatusValues = ["pending", "expired", "cancelled", "accepted"] as const

export const joinRequestsListSortValues = ["created_at"] as const

export const joinRequestsOrganizationsSortValues = ["name"] as const

export const joinStatusValues = ["open", "requested", "declined", "joined"] as const

export const languageValues = ["en", "de", "es", "fr"] as const

export const milestoneStatusValues = ["open", "closed"] as const

export const milestonesListSortValues = ["target_date", "title", "created_at"] as const

export const notificationKindValues = ["mentioned", "replied", "assigned", "unassigned", "reminder", "overdue", "due_today", "unblocked", "invited", "join_requested", "webhook_disabled", "webhook_enabled", "export_finished", "export_failed", "sprint_closing", "milestone_closing", "commented", "status_changed"] as const

export const notificationMailValues = ["now", "daily", "never"] as const

export const notificationSubjectValues = ["task", "project", "team", "sprint", "milestone", "organization", "webhook", "join_request", "export"] as const

export const oAuthClientRegistrationValues = ["developer", "dynamic"] as const

export const oAuthClientReviewStateValues = ["private", "listed"] as const

export const oAuthClientStatusValues = ["active", "revoked"] as const

export const oAuthClientTypeValues = ["confidential", "public"] as const

export const oauthClientsListSortValues = ["name", "created_at"] as const

export const olderProjectRoleValues = ["owner", "admin", "member"] as const

export const organizationInvitesListSortValues = ["email", "created_at", "expires_at"] as const

export const organizationInvitesMineSortValues = ["created_at", "expires_at"] as const

export const organizationMembersListSortValues = ["username", "email", "role", "last_active_at"] as const

export const organizationRoleValues = ["owner", "admin", "member", "guest"] as const

export const organizationsListSortValues = ["name", "created_at"] as const

export const pinTypeValues = ["view", "project"] as const

export const principalTypeValues = ["user", "service_account"] as const

export const priorityValues = ["high", "medium", "low", "none", "critical"] as const

export const problemTypeValues = ["about:blank", "urn:svc:problem:validation", "urn:svc:problem:invalid-parameter", "urn:svc:problem:precondition-failed", "urn:svc:problem:idempotency-key-reused", "urn:svc:problem:idempotency-key-in-flight", "urn:svc:problem:idempotency-key-invalid", "urn:svc:problem:rate-limit", "urn:svc:problem:internal", "urn:svc:problem:token-invalid", "urn:svc:problem:token-expired", "urn:svc:problem:token-revoked", "urn:svc:problem:insufficient-scope", "urn:svc:problem:test-token-read-only", "urn:svc:problem:token-policy", "urn:svc:problem:fresh-sign-in-required", "urn:svc:problem:url-refused", "urn:svc:problem:cursor-expired", "urn:svc:problem:too-many-at-once"] as const

export const projectIconValues = ["goal", "flag", "bug", "layers", "chart", "diamond", "robot", "organization", "mail", "calendar", "lock", "inbox"] as const

export const projectMembersListSortValues = ["username", "created_at"] as const

export const projectPresetValues = ["none", "simple", "software"] as const

export const projectResourcesListSortValues = ["resource_name", "created_at"] as const

export const projectRoleValues = ["owner", "editor", "viewer"] as const

export const projectStatusValues = ["planning", "in_progress", "not_started", "active", "completed", "archived", "on_hold", "blocked", "paused"] as const

export const projectVisibilityValues = ["public", "private"] as const

export const projectsListSortValues = ["position", "name", "status", "priority", "start_date", "end_date", "created_at"] as const

export const rateLimitStoreValues = ["memory", "redis"] as const

export const releaseEnvironmentValues = ["development", "uat", "production"] as const

export const releaseTypeValues = ["major", "minor", "patch", "prerelease"] as const

export const reminderForValues = ["me", "assignee"] as const

export const reminderStatusValues = ["pending", "sent", "lapsed"] as const

export const remindersListOfTaskSortValues = ["fires_at", "created_at"] as const

export const remindersListSortValues = ["fires_at", "created_at"] as const

export const roadmapTaskStopsSortValues = ["title"] as const

export const scopeValues = ["tasks:read", "tasks:write", "projects:read", "projects:write", "teams:read", "teams:write", "org:read", "org:write", "webhooks:read", "webhooks:write", "admin"] as const

export const scopeTypeValues = ["project", "team", "user"] as const

export const sectionsListSortValues = ["position", "name", "created_at"] as const

export const sectionsMineSortValues = ["position", "name"] as const

export const serviceAccountsListSortValues = ["name", "created_at"] as const

export const signInWayValues = ["password", "passkey", "identity_provider"] as const

export const sortOrderValues = ["asc", "desc"] as const

export const sprintStatusValues = ["active", "completed"] as const

export const sprintsListSortValues = ["start_date", "end_date", "name", "created_at"] as const

export const storageKindValues = ["folder", "bucket"] as const

export const taskAttachmentsListSortValues = ["uploaded_at", "name"] as const

export const taskClaimFilterValues = ["me", "true", "false"] as const

export const taskCommentsListSortValues = ["created_at"] as const

export const taskFieldValues = ["key", "org_id", "task_id", "number", "project_id", "team_id", "sprint_id", "milestone_id", "goal_id", "title", "description", "status", "priority", "task_type", "assignee", "start_date", "due_date", "tags", "type_data", "metadata", "custom", "is_subtask", "sub_tasks", "dependencies", "bug_id", "tracker_id", "restricted_to", "restricted_to_user_ids", "created_by", "updated_by", "created_at", "updated_at", "version", "has_access", "has_edit_access", "claim", "comments", "section_id", "section_position", "deleted_at"] as const

export const taskGroupingValues = ["status", "priority", "assignee", "project", "section", "sprint", "milestone", "goal", "task_type", "tags", "due_date", "team"] as const

export const taskHistoryListSortValues = ["created_at"] as const

export const taskLostFieldValues = ["parent", "sub_tasks", "dependencies", "dependents", "team_id", "sprint_id", "milestone_id", "goal_id", "section_id", "stop_id"] as const

export const taskSearchFieldValues = ["all", "title"] as const

export const taskStatusValues = ["backlog", "not_started", "in_progress", "blocked", "completed", "archived", "on_hold"] as const

export const taskTypeValues = ["task", "bug", "agent"] as const

export const taskWatchersListSortValues = ["username"] as const

export const tasksListSortValues = ["task_id", "title", "status", "priority", "due_date", "start_date", "created_at", "assignee", "project_id", "priority_rank", "status_rank", "task_type", "updated_at", "section_position"] as const

export const teamRoleValues = ["owner", "member"] as const

export const teamsListMembersSortValues = ["username", "created_at"] as const

export const teamsListSortValues = ["name", "created_at"] as const

export const teamsListTasksSortValues = ["task_id", "title", "status", "priority", "due_date", "start_date", "created_at", "assignee", "project_id", "priority_rank", "status_rank", "task_type", "updated_at", "section_position"] as const

export const themeValues = ["light", "dark"] as const

export const tokenGrantTypeValues = ["personal", "service_account", "authorization_code"] as const

export const tokenKindValues = ["live", "test"] as const

export const tokenStatusValues = ["active", "revoked", "expired"] as const

export const tokensListSortValues = ["name", "created_at", "last_used_at", "expires_at"] as const

export const viewPinsListSortValues = ["position"] as const

export const viewResourceValues = ["task", "project"] as const

export const viewsListSortValues = ["name", "created_at"] as const

export const watchReasonValues = ["created", "assigned", "commented", "mentioned", "chosen"] as const

export const webhookDeliveryStatusValues = ["pending", "in_flight", "succeeded", "failed", "dead"] as const

export const webhookStatusValues = ["active", "paused", "disabled"] as const

export const webhookSwitchValues = ["active", "paused"] as const

export const webhooksDeliveriesSortValues = ["created_at"] as const

export const webhooksEventsSortValues = ["type"] as const

export const webhooksListSortValues = ["name", "created_at"] as const
