/** Screens that are opened seldom. A chunk of its own, so that the names of their files load after the first screen. */
export const loadProjectScreen = () => import('../features/projects/project-screen.tsx')
export const loadRoadmapScreen = () => import('../features/roadmap/roadmap-screen.tsx')
export const loadSettingsScreen = () => import('../features/settings/settings-screen.tsx')
