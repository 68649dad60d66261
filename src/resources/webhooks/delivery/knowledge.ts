/** Whether a delivery is of one of these projects; null for all, and for what lies in none. */
export const isWithin = ({ project_id }: { project_id: string | null }, projects: string[] | null): boolean =>
  projects === null || (project_id !== null && projects.includes(project_id))

/** Whether what a delivery tells, made for one owner and of one project, may be told to another within these projects. */
export function mayTell(
  delivery: { made_for: string; project_id: string | null },
  to: { user_id: string; admin: boolean; projects: string[] | null },
): boolean {
  return isWithin(delivery, to.projects) && (to.admin || to.user_id === delivery.made_for)
}
