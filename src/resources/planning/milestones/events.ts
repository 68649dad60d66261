export const milestoneUpdatedEvent = {
  'milestone.updated': 'Attributes of a milestone changed, or it was pinned to or unpinned from a roadmap stop.',
}
