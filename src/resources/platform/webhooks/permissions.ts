/** Returns whether a delivery belongs to one of the projects; null means all projects. */
export const isInProjects = ({ project_id }: { project_id: string | null }, projects: string[] | null): boolean =>
  projects === null || (project_id !== null && projects.includes(project_id))

export function canReadDelivery(
  delivery: { made_for: string; project_id: string | null },
  reader: { user_id: string; admin: boolean; projects: string[] | null },
): boolean {
  return isInProjects(delivery, reader.projects) && (reader.admin || reader.user_id === delivery.made_for)
}
