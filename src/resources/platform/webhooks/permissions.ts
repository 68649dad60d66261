/** Returns whether a delivery belongs to one of the projects; null means all projects. */
export const isInProjects = ({ project_id }: { project_id: string | null }, projects: string[] | null): boolean =>
  projects === null || (project_id !== null && projects.includes(project_id))

interface StoredBody {
  made_for: string
  made_for_projects: string[] | null
}

/** Returns whether a reader may see the whole body, which was built for the owner and the projects of that time. */
export function canReadBody(
  { made_for, made_for_projects }: StoredBody,
  { user_id, admin, projects }: { user_id: string; admin: boolean; projects: string[] | null },
): boolean {
  const isWithin = projects === null || (made_for_projects?.every((id) => projects.includes(id)) ?? false)
  return isWithin && (admin || user_id === made_for)
}
