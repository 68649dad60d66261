/** Screens that are opened seldom. A chunk of its own, so that the names of their files load after the first screen. */
export const lateScreens = {
  project: async () => (await import('../features/projects/project-screen.tsx')).ProjectScreen,
  team: async () => (await import('../features/teams/team-screen.tsx')).TeamScreen,
  roadmap: async () => (await import('../features/roadmap/roadmap-screen.tsx')).RoadmapScreen,
  settings: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
}
