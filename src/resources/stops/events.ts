export const roadmapStopUpdated = { 'roadmap_stop.updated': 'A stop or the tasks filed under it changed.' }
