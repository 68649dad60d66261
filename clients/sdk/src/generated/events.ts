// Written by scripts/sdk.mjs from docs/openapi.json. Changes made here are lost.

/** The types of events that there are, with what each says. */
export interface EventTypes {
  /** A connection of an app was ended. */
  'oauth_grant.revoked': true
  /** Somebody signed out, in a browser or at the identity provider, or ended a sign-in of theirs. */
  'session.ended': true
  /** The organization was created. */
  'org.created': true
  /** Attributes of the organization changed. */
  'org.updated': true
  /** The organization was deleted. */
  'org.deleted': true
  /** Settings of the organization changed. */
  'org.settings_changed': true
  /** A member has another role, or was activated or deactivated. */
  'member.role_changed': true
  /** A member has another designation. */
  'member.designation_changed': true
  /** A user is no longer a member of the organization. */
  'member.removed': true
  /** The visibility of a task was restricted, or is no longer. */
  'task.restricted': true
  /** Somebody was invited. */
  'invite.created': true
  /** An invitation expired. */
  'invite.expired': true
  /** An invitation changed. */
  'invite.updated': true
  /** An invitation was cancelled. */
  'invite.revoked': true
  /** An invitation was sent again. */
  'invite.resent': true
  /** An invitation was accepted. */
  'invite.accepted': true
  /** Somebody became a member of the organization. */
  'member.added': true
  /** An invitation was rejected. */
  'invite.rejected': true
  /** A designation was created. */
  'designation.created': true
  /** A designation changed. */
  'designation.updated': true
  /** A designation was hidden, pinned, or neither any more. */
  'designation.visibility_changed': true
  /** A designation was deleted. */
  'designation.deleted': true
  /** A project was created. */
  'project.created': true
  /** Attributes of a project changed. */
  'project.updated': true
  /** Attributes of a task changed, such as its status or assignee. */
  'task.updated': true
  /** A project has another primary owner. */
  'project.owner_transferred': true
  /** Somebody became a member of a project. */
  'project.member_added': true
  /** Somebody is no longer a member of a project. */
  'project.member_removed': true
  /** A project was deleted. */
  'project.deleted': true
  /** Projects were put into another order. */
  'project.reordered': true
  /** A project member has another role. */
  'project.member_role_changed': true
  /** A project member's designation changed. */
  'project.member_updated': true
  /** A link or file was added to a project. */
  'project_resource.created': true
  /** A link or file of a project changed. */
  'project_resource.updated': true
  /** A link or file of a project was deleted. */
  'project_resource.deleted': true
  /** A goal was created. */
  'goal.created': true
  /** Attributes of a goal changed. */
  'goal.updated': true
  /** A goal was closed. */
  'goal.closed': true
  /** A closed goal was opened again. */
  'goal.reopened': true
  /** A goal was deleted. */
  'goal.deleted': true
  /** The goals of a project were put into another order. */
  'goal.reordered': true
  /** A goal moved to another project. */
  'goal.moved': true
  /** A task moved to another project, into one or out of one; with what the move took away. */
  'task.moved': true
  /** A task was deleted. */
  'task.deleted': true
  /** A task is no longer the subtask of another. */
  'task.subtask_removed': true
  /** A task no longer waits for another. */
  'task.dependency_removed': true
  /** A task was created. */
  'task.created': true
  /** A task became the subtask of another. */
  'task.subtask_added': true
  /** A task waits for another. */
  'task.dependency_added': true
  /** A deleted task is back; with what it lost by coming back later, such as a goal that is gone. */
  'task.restored': true
  /** A section was renamed or repositioned; without changed attributes, its tasks were renumbered in the same order. */
  'section.updated': true
  /** A comment or reply was written. The text is not told. */
  'task.comment_added': true
  /** A comment was changed. The text is not told. */
  'task.comment_updated': true
  /** A comment was deleted. */
  'task.comment_removed': true
  /** A file was attached to a task. */
  'task.attachment_added': true
  /** An attachment was renamed or otherwise changed. */
  'task.attachment_updated': true
  /** An attachment was deleted. */
  'task.attachment_removed': true
  /** A journey was created. */
  'roadmap_journey.created': true
  /** A journey or the order of its stops changed. */
  'roadmap_journey.updated': true
  /** A journey was deleted. */
  'roadmap_journey.deleted': true
  /** The journeys of a project were put into another order. */
  'roadmap_journey.reordered': true
  /** A stop was created. */
  'roadmap_stop.created': true
  /** A stop or the tasks filed under it changed. */
  'roadmap_stop.updated': true
  /** A stop was deleted. */
  'roadmap_stop.deleted': true
  /** Attributes of a milestone changed, or it was pinned to a stop or taken off it. */
  'milestone.updated': true
  /** A team was created. */
  'team.created': true
  /** Attributes of a team changed. */
  'team.updated': true
  /** A team was deleted. */
  'team.deleted': true
  /** Somebody joined a team. */
  'team.member_added': true
  /** A team member has another role. */
  'team.member_role_changed': true
  /** Somebody left a team or was removed from it. */
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
  /** A closed milestone was opened again. */
  'milestone.reopened': true
  /** A milestone was deleted. */
  'milestone.deleted': true
  /** An entry of availability was made. */
  'availability.created': true
  /** An entry of availability changed. */
  'availability.updated': true
  /** An entry of availability was deleted. */
  'availability.deleted': true
  /** A section was created. */
  'section.created': true
  /** Sections were put into another order. */
  'section.reordered': true
  /** A section was deleted. */
  'section.deleted': true
  /** A view was saved. */
  'view.created': true
  /** A saved view changed. */
  'view.updated': true
  /** A saved view was deleted. */
  'view.deleted': true
  /** An access token was minted. */
  'token.created': true
  /** An access token was renamed. */
  'token.renamed': true
  /** An access token was replaced by a new one. */
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
  /** A webhook changed, or was paused or resumed. */
  'webhook.updated': true
  /** A webhook was deleted. */
  'webhook.deleted': true
  /** A webhook has a new secret. */
  'webhook.secret_rotated': true
  /** An app was registered. */
  'oauth_client.created': true
  /** An app changed. */
  'oauth_client.updated': true
  /** An app was revoked. */
  'oauth_client.revoked': true
  /** An app has a new secret. */
  'oauth_client.secret_rotated': true
  /** The service disabled a webhook. */
  'webhook.disabled': true
  /** The service enabled a webhook again, since its endpoint responds. */
  'webhook.enabled': true
  /** Sent when a user tests a webhook, and when the service probes a disabled one, to that webhook alone. */
  'webhook.test': true
  /** Somebody connected an app. */
  'oauth_grant.created': true
  /** Somebody signed in in a browser. */
  'session.started': true
  /** A reminder of a task was due. One that somebody made for themselves is told to that person alone; what it notes is not told. */
  'task.reminder_due': true
}

/** A type of event. A server newer than this package may have more. */
export type EventType = keyof EventTypes
