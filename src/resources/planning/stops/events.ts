export const roadmapStopUpdatedEvent = {
  'roadmap_stop.updated': 'A stop changed, or tasks were added to or removed from it.',
}
