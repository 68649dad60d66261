export const milestoneUpdated = {
  'milestone.updated': 'Attributes of a milestone changed, or it was pinned to a stop or taken off it.',
}
