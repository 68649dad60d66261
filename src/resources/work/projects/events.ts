export const projectUpdatedEvent = { 'project.updated': 'A project was updated.' }
export const projectDeletedEvent = { 'project.deleted': 'A project was deleted.' }
export const projectOwnerTransferredEvent = {
  'project.owner_transferred': 'The primary owner of a project changed.',
}
export const projectMemberAddedEvent = { 'project.member_added': 'A member was added to a project.' }
export const projectMemberRemovedEvent = {
  'project.member_removed': 'A member was removed from a project.',
}
export const taskUpdatedEvent = { 'task.updated': 'A task was updated, for example its status or assignee.' }
export const sectionCreatedEvent = { 'section.created': 'A section was created.' }
