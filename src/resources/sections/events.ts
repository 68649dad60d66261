export const sectionUpdated = {
  'section.updated':
    'A section was renamed or repositioned; without changed attributes, its tasks were renumbered in the same order.',
}
