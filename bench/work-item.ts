/** One line of a file of work items. */
export interface WorkItem {
  project: string
  title: string
  description: string | null
  assignee: string | null
  created: string
  tags: string[]
}
