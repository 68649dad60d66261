export const projectUpdated = { 'project.updated': 'A project was updated.' }
export const projectDeleted = { 'project.deleted': 'A project was deleted.' }
export const projectOwnerTransferred = {
  'project.owner_transferred': 'The primary owner of a project changed.',
}
export const projectMemberAdded = { 'project.member_added': 'A member was added to a project.' }
export const projectMemberRemoved = {
  'project.member_removed': 'A member was removed from a project.',
}
export const taskUpdated = { 'task.updated': 'A task was updated, for example its status or assignee.' }
