export const projectUpdated = { 'project.updated': 'Attributes of a project changed.' }
export const projectDeleted = { 'project.deleted': 'A project was deleted.' }
export const projectOwnerTransferred = { 'project.owner_transferred': 'A project has another primary owner.' }
export const projectMemberAdded = { 'project.member_added': 'Somebody became a member of a project.' }
export const projectMemberRemoved = {
  'project.member_removed': 'Somebody is no longer a member of a project.',
}
export const taskUpdated = { 'task.updated': 'Attributes of a task changed, such as its status or assignee.' }
