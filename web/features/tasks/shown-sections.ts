let shownProject: string | undefined

/** Names the project whose sections the tasks of the list or board have; undefined if they have none. */
export function setShownProject(id: string | undefined): void {
  shownProject = id
}

export const getShownProject = (): string | undefined => shownProject
