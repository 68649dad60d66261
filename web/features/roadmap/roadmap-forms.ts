export type RoadmapForm = 'map' | 'list'

/** Selects the dialog for a new line or stop. */
export type NewWhat = 'line' | 'stop'
