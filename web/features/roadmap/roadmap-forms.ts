export type RoadmapForm = 'map' | 'list'

/** What a dialog creates. */
export type NewWhat = 'line' | 'stop'
