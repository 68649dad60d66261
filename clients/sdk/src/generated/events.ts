// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

/** Event types and their descriptions. */
export interface EventTypes {
  /** A connection to an OAuth app was ended. */
  'oauth_grant.revoked': true
  /** A user changed how they sign in: password, second factor, passkey or connected identity. */
  'account.sign_in_changed': true
  /** A user signed out in a browser or at the identity provider, or ended a session. */
  'session.ended': true
  /** The organization was created. */
  'org.created': true
  /** Attributes of the organization changed. */
  'org.updated': true
  /** The organization was deleted. */
  'org.deleted': true
  /** An admin signed the access review. */
  'access_review.signed': true
  /** Settings of the organization changed. */
  'org.settings_changed': true
  /** The role of a member changed, or a member was activated or deactivated. */
  'member.role_changed': true
  /** The designation of a member changed. */
  'member.designation_changed': true
  /** A user is no longer a member of the organization. */
  'member.removed': true
  /** The users that a task is restricted to changed, or its restriction was added or removed. */
  'task.restricted': true
  /** Open work of a member was handed over to another one. */
  'member.work_handed_over': true
  /** A task was updated, for example its status or assignee. */
  'task.updated': true
  /** The primary owner of a project changed. */
  'project.owner_transferred': true
  /** A member was added to a project. */
  'project.member_added': true
  /** Attributes of a milestone changed, or it was pinned to or unpinned from a roadmap stop. */
  'milestone.updated': true
  /** A user was invited. */
  'invite.created': true
  /** An invitation expired. */
  'invite.expired': true
  /** An invitation changed. */
  'invite.updated': true
  /** An invitation was canceled. */
  'invite.revoked': true
  /** An invitation was resent. */
  'invite.resent': true
  /** An invitation was accepted. */
  'invite.accepted': true
  /** A user became a member of the organization. */
  'member.added': true
  /** An invitation was rejected. */
  'invite.rejected': true
  /** A domain was added to the organization. */
  'domain.added': true
  /** The organization proved a domain. */
  'domain.verified': true
  /** A domain was deleted from the organization. */
  'domain.deleted': true
  /** A user asked to join the organization. */
  'join_request.created': true
  /** An admin accepted a request to join. */
  'join_request.accepted': true
  /** An admin declined a request to join. */
  'join_request.declined': true
  /** A designation was created. */
  'designation.created': true
  /** A designation changed. */
  'designation.updated': true
  /** A designation was hidden, shown, pinned or unpinned. */
  'designation.visibility_changed': true
  /** A designation was deactivated. */
  'designation.deleted': true
  /** A project was created. */
  'project.created': true
  /** A section was created. */
  'section.created': true
  /** A project was updated. */
  'project.updated': true
  /** A member was removed from a project. */
  'project.member_removed': true
  /** A project was deleted. */
  'project.deleted': true
  /** Projects were reordered. */
  'project.reordered': true
  /** The role of a project member changed. */
  'project.member_role_changed': true
  /** The designation of a project member changed. */
  'project.member_updated': true
  /** A link or file was added to a project. */
  'project_resource.created': true
  /** A link or file of a project was updated. */
  'project_resource.updated': true
  /** A link or file of a project was deleted. */
  'project_resource.deleted': true
  /** A goal was created. */
  'goal.created': true
  /** Attributes of a goal changed. */
  'goal.updated': true
  /** A goal was closed. */
  'goal.closed': true
  /** A closed goal was reopened. */
  'goal.reopened': true
  /** A goal was deleted. */
  'goal.deleted': true
  /** The goals of a project were reordered. */
  'goal.reordered': true
  /** A goal was moved to another project. */
  'goal.moved': true
  /** A task was moved to another project, or into or out of a project. Includes its former and its new key, and the goal, sprint, milestone and sections that it lost. */
  'task.moved': true
  /** A task was deleted. */
  'task.deleted': true
  /** A subtask was removed from a task. */
  'task.subtask_removed': true
  /** A dependency was removed from a task. */
  'task.dependency_removed': true
  /** A custom field was created. */
  'field.created': true
  /** A custom field or its options changed. Events of fields limited to projects always include `project_ids`. */
  'field.updated': true
  /** A custom field was archived. */
  'field.archived': true
  /** An archived custom field was restored. */
  'field.restored': true
  /** A task was created. */
  'task.created': true
  /** A subtask was added to a task. */
  'task.subtask_added': true
  /** A dependency was added to a task. */
  'task.dependency_added': true
  /** A deleted task was restored. Includes the containers that could not be restored, such as a deleted goal. */
  'task.restored': true
  /** A task was claimed. Renewals emit no event. */
  'task.claimed': true
  /** The claim of a task ended without a release: its time was up, or its token or member was removed. */
  'task.claim_expired': true
  /** The claim of a task was released. */
  'task.claim_released': true
  /** A section was renamed or moved, or its status, color or limit changed. An event without changed attributes means that only the stored positions of its tasks were renumbered. */
  'section.updated': true
  /** A comment or reply was added. The event does not include the text. */
  'task.comment_added': true
  /** A comment was updated. The event does not include the text. */
  'task.comment_updated': true
  /** A comment was deleted. */
  'task.comment_removed': true
  /** A file was attached to a task. */
  'task.attachment_added': true
  /** An attachment was updated. */
  'task.attachment_updated': true
  /** An attachment was deleted. */
  'task.attachment_removed': true
  /** A journey was created. */
  'roadmap_journey.created': true
  /** A journey was updated, or its stops were reordered. */
  'roadmap_journey.updated': true
  /** A journey was deleted. */
  'roadmap_journey.deleted': true
  /** The journeys of a project were reordered. */
  'roadmap_journey.reordered': true
  /** A stop was created. */
  'roadmap_stop.created': true
  /** A stop changed, or tasks were added to or removed from it. */
  'roadmap_stop.updated': true
  /** A stop was deleted. */
  'roadmap_stop.deleted': true
  /** A team was created. */
  'team.created': true
  /** Attributes of a team changed. */
  'team.updated': true
  /** A team was deleted. */
  'team.deleted': true
  /** A user was added to a team. */
  'team.member_added': true
  /** The role of a team member changed. */
  'team.member_role_changed': true
  /** A user left a team or was removed from it. */
  'team.member_removed': true
  /** A sprint was created. */
  'sprint.created': true
  /** Attributes of a sprint changed. */
  'sprint.updated': true
  /** A sprint was completed. */
  'sprint.completed': true
  /** A sprint was deleted. */
  'sprint.deleted': true
  /** A milestone was created. */
  'milestone.created': true
  /** A milestone was closed. */
  'milestone.closed': true
  /** A closed milestone was reopened. */
  'milestone.reopened': true
  /** A milestone was deleted. */
  'milestone.deleted': true
  /** An availability entry was created. */
  'availability.created': true
  /** An availability entry changed. */
  'availability.updated': true
  /** An availability entry was deleted. */
  'availability.deleted': true
  /** Sections were reordered. */
  'section.reordered': true
  /** A section was deleted. */
  'section.deleted': true
  /** A saved view was created. */
  'view.created': true
  /** A saved view was updated. */
  'view.updated': true
  /** A saved view was deleted. */
  'view.deleted': true
  /** An export of data was started. */
  'export.created': true
  /** An export of data is ready. */
  'export.finished': true
  /** An export of data failed. */
  'export.failed': true
  /** An access token was created. */
  'token.created': true
  /** An access token was renamed. */
  'token.renamed': true
  /** An access token was rotated. */
  'token.rotated': true
  /** An access token was revoked. */
  'token.revoked': true
  /** A service account was created. */
  'service_account.created': true
  /** A service account was renamed. */
  'service_account.renamed': true
  /** A service account was deactivated. */
  'service_account.deactivated': true
  /** A webhook was created. */
  'webhook.created': true
  /** A webhook was updated, paused or resumed. */
  'webhook.updated': true
  /** A webhook was deleted. */
  'webhook.deleted': true
  /** The secret of a webhook was rotated. */
  'webhook.secret_rotated': true
  /** An OAuth app was created. */
  'oauth_client.created': true
  /** An OAuth app was updated. */
  'oauth_client.updated': true
  /** An OAuth app was revoked. */
  'oauth_client.revoked': true
  /** The secret of an OAuth app was rotated. */
  'oauth_client.secret_rotated': true
  /** An import was completed. It emits no events of single changes unless requested. */
  'import.completed': true
  /** An import was undone. */
  'import.undone': true
  /** It is known which member a placeholder of an import is. */
  'member.placeholder_matched': true
  /** Tasks, comments, files and history name the member instead of the placeholder. */
  'member.placeholder_merged': true
  /** The service disabled a webhook. */
  'webhook.disabled': true
  /** The service enabled a disabled webhook because its endpoint responds again. */
  'webhook.enabled': true
  /** A user tested a webhook, or the service probed a disabled one. Sent only to that webhook. */
  'webhook.test': true
  /** A user connected an OAuth app. */
  'oauth_grant.created': true
  /** A user signed in in a browser. */
  'session.started': true
  /** A reminder of a task was sent. A personal reminder is delivered only to its user; the event does not include the note. */
  'task.reminder_due': true
}

/** An event type. A newer server may send others. */
export type EventType = keyof EventTypes
