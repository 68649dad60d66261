// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

export const accountsModeWords = ["on", "beside", "off"] as const

export const actorKindWords = ["user", "service_account", "system"] as const

export const anyProjectRoleWords = ["owner", "editor", "viewer", "admin", "member"] as const

export const commitTypeWords = ["feat", "fix", "docs", "style", "refactor", "perf", "test", "chore", "ci", "build", "revert"] as const

export const connectedAppsListSortWords = ["created_at", "last_used_at"] as const

export const databaseEngineWords = ["postgres", "embedded"] as const

export const designationsListSortWords = ["name", "label", "category"] as const

export const domainJoinModeWords = ["instant", "approval"] as const

export const domainMailboxWords = ["postmaster", "hostmaster", "webmaster", "admin", "administrator"] as const

export const domainsListSortWords = ["domain", "created_at"] as const

export const eventResourceWords = ["task", "project", "project_resource", "import", "goal", "roadmap_journey", "roadmap_stop", "team", "sprint", "milestone", "availability", "section", "field", "view", "org", "member", "access_review", "designation", "invite", "domain", "join_request", "export", "account", "session", "token", "service_account", "oauth_client", "oauth_grant", "webhook"] as const

export const exportKindWords = ["organization", "project", "user"] as const

export const exportPhaseWords = ["waiting", "writing", "finished", "failed"] as const

export const fieldTypeWords = ["text", "number", "date", "checkbox", "select", "multi_select", "person", "people", "url"] as const

export const fieldValuesOnDeleteWords = ["keep", "delete"] as const

export const fieldsListSortWords = ["position", "name", "created_at"] as const

export const goalStatusWords = ["open", "closed"] as const

export const goalsListSortWords = ["position", "name", "target_date", "created_at"] as const

export const importOutcomeWords = ["rejected", "changed", "conflict", "skipped", "retained"] as const

export const importPhaseWords = ["reading", "checking", "writing", "undoing", "finished", "failed", "undone"] as const

export const importSourceWords = ["neutral", "csv", "trello", "jira", "todoist", "linear", "vikunja", "github", "ical", "ticktick", "plane", "wekan", "kaneo", "planka", "gitlab"] as const

export const importsListPlaceholdersSortWords = ["username"] as const

export const importsListSortWords = ["created_at"] as const

export const importsReportSortWords = ["entry"] as const

export const inviteStatusWords = ["pending", "expired", "cancelled", "accepted"] as const

export const joinRequestsListSortWords = ["created_at"] as const

export const joinRequestsOrganizationsSortWords = ["name"] as const

export const joinStatusWords = ["open", "requested", "declined", "joined"] as const

export const languageWords = ["en", "de", "es", "fr"] as const

export const milestoneStatusWords = ["open", "closed"] as const

export const milestonesListSortWords = ["target_date", "title", "created_at"] as const

export const notificationKindWords = ["mentioned", "replied", "assigned", "unassigned", "reminder", "overdue", "due_today", "unblocked", "invited", "join_requested", "webhook_disabled", "webhook_enabled", "export_finished", "export_failed", "sprint_closing", "milestone_closing", "commented", "status_changed"] as const

export const notificationMailWords = ["now", "daily", "never"] as const

export const notificationSubjectWords = ["task", "project", "team", "sprint", "milestone", "organization", "webhook", "join_request", "export"] as const

export const oAuthClientRegistrationWords = ["developer", "dynamic"] as const

export const oAuthClientReviewStateWords = ["private", "listed"] as const

export const oAuthClientStatusWords = ["active", "revoked"] as const

export const oAuthClientTypeWords = ["confidential", "public"] as const

export const oauthClientsListSortWords = ["name", "created_at"] as const

export const olderProjectRoleWords = ["owner", "admin", "member"] as const

export const organizationInvitesListSortWords = ["email", "created_at", "expires_at"] as const

export const organizationInvitesMineSortWords = ["created_at", "expires_at"] as const

export const organizationMembersListSortWords = ["username", "email", "role", "last_active_at"] as const

export const organizationRoleWords = ["owner", "admin", "member", "guest"] as const

export const organizationsListSortWords = ["name", "created_at"] as const

export const pinTypeWords = ["view", "project"] as const

export const principalTypeWords = ["user", "service_account"] as const

export const priorityWords = ["high", "medium", "low", "none", "critical"] as const

export const problemTypeWords = ["about:blank", "urn:svc:problem:validation", "urn:svc:problem:invalid-parameter", "urn:svc:problem:precondition-failed", "urn:svc:problem:idempotency-key-reused", "urn:svc:problem:idempotency-key-in-flight", "urn:svc:problem:idempotency-key-invalid", "urn:svc:problem:rate-limit", "urn:svc:problem:internal", "urn:svc:problem:token-invalid", "urn:svc:problem:token-expired", "urn:svc:problem:token-revoked", "urn:svc:problem:insufficient-scope", "urn:svc:problem:test-token-read-only", "urn:svc:problem:token-policy", "urn:svc:problem:fresh-sign-in-required", "urn:svc:problem:url-refused", "urn:svc:problem:cursor-expired", "urn:svc:problem:too-many-at-once"] as const

export const projectIconWords = ["goal", "flag", "bug", "layers", "chart", "diamond", "robot", "organization", "mail", "calendar", "lock", "inbox"] as const

export const projectMembersListSortWords = ["username", "created_at"] as const

export const projectPresetWords = ["none", "simple", "software"] as const

export const projectResourcesListSortWords = ["resource_name", "created_at"] as const

export const projectRoleWords = ["owner", "editor", "viewer"] as const

export const projectStatusWords = ["planning", "in_progress", "not_started", "active", "completed", "archived", "on_hold", "blocked", "paused"] as const

export const projectVisibilityWords = ["public", "private"] as const

export const projectsListSortWords = ["position", "name", "status", "priority", "start_date", "end_date", "created_at"] as const

export const rateLimitStoreWords = ["memory", "redis"] as const

export const releaseEnvironmentWords = ["development", "uat", "production"] as const

export const releaseTypeWords = ["major", "minor", "patch", "prerelease"] as const

export const reminderForWords = ["me", "assignee"] as const

export const reminderStatusWords = ["pending", "sent", "lapsed"] as const

export const remindersListOfTaskSortWords = ["fires_at", "created_at"] as const

export const remindersListSortWords = ["fires_at", "created_at"] as const

export const roadmapTaskStopsSortWords = ["title"] as const

export const scopeWords = ["tasks:read", "tasks:write", "projects:read", "projects:write", "teams:read", "teams:write", "org:read", "org:write", "webhooks:read", "webhooks:write", "admin"] as const

export const scopeTypeWords = ["project", "team", "user"] as const

export const sectionsListSortWords = ["position", "name", "created_at"] as const

export const sectionsMineSortWords = ["position", "name"] as const

export const serviceAccountsListSortWords = ["name", "created_at"] as const

export const signInWayWords = ["password", "passkey", "identity_provider"] as const

export const sortOrderWords = ["asc", "desc"] as const

export const sprintStatusWords = ["active", "completed"] as const

export const sprintsListSortWords = ["start_date", "end_date", "name", "created_at"] as const

export const storageKindWords = ["folder", "bucket"] as const

export const taskAttachmentsListSortWords = ["uploaded_at", "name"] as const

export const taskClaimFilterWords = ["me", "true", "false"] as const

export const taskCommentsListSortWords = ["created_at"] as const

export const taskFieldWords = ["key", "org_id", "task_id", "number", "project_id", "team_id", "sprint_id", "milestone_id", "goal_id", "title", "description", "status", "priority", "task_type", "assignee", "start_date", "due_date", "tags", "type_data", "metadata", "custom", "is_subtask", "sub_tasks", "dependencies", "bug_id", "tracker_id", "restricted_to", "restricted_to_user_ids", "created_by", "updated_by", "created_at", "updated_at", "version", "has_access", "has_edit_access", "claim", "comments", "section_id", "section_position", "deleted_at"] as const

export const taskGroupingWords = ["status", "priority", "assignee", "project", "section", "sprint", "milestone", "goal", "task_type", "tags", "due_date", "team"] as const

export const taskHistoryListSortWords = ["created_at"] as const

export const taskLostFieldWords = ["parent", "sub_tasks", "dependencies", "dependents", "team_id", "sprint_id", "milestone_id", "goal_id", "section_id", "stop_id"] as const

export const taskSearchFieldWords = ["all", "title"] as const

export const taskStatusWords = ["backlog", "not_started", "in_progress", "blocked", "completed", "archived", "on_hold"] as const

export const taskTypeWords = ["task", "bug", "agent"] as const

export const taskWatchersListSortWords = ["username"] as const

export const tasksListSortWords = ["task_id", "title", "status", "priority", "due_date", "start_date", "created_at", "assignee", "project_id", "priority_rank", "status_rank", "task_type", "updated_at", "section_position"] as const

export const teamRoleWords = ["owner", "member"] as const

export const teamsListMembersSortWords = ["username", "created_at"] as const

export const teamsListSortWords = ["name", "created_at"] as const

export const teamsListTasksSortWords = ["task_id", "title", "status", "priority", "due_date", "start_date", "created_at", "assignee", "project_id", "priority_rank", "status_rank", "task_type", "updated_at", "section_position"] as const

export const themeWords = ["light", "dark"] as const

export const tokenGrantTypeWords = ["personal", "service_account", "authorization_code"] as const

export const tokenKindWords = ["live", "test"] as const

export const tokenStatusWords = ["active", "revoked", "expired"] as const

export const tokensListSortWords = ["name", "created_at", "last_used_at", "expires_at"] as const

export const viewPinsListSortWords = ["position"] as const

export const viewResourceWords = ["task", "project"] as const

export const viewsListSortWords = ["name", "created_at"] as const

export const watchReasonWords = ["created", "assigned", "commented", "mentioned", "chosen"] as const

export const webhookDeliveryStatusWords = ["pending", "in_flight", "succeeded", "failed", "dead"] as const

export const webhookStatusWords = ["active", "paused", "disabled"] as const

export const webhookSwitchWords = ["active", "paused"] as const

export const webhooksDeliveriesSortWords = ["created_at"] as const

export const webhooksEventsSortWords = ["type"] as const

export const webhooksListSortWords = ["name", "created_at"] as const
