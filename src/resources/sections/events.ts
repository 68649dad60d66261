export const sectionUpdated = {
  'section.updated':
    'A section was renamed or repositioned; without changed attributes, its tasks have new positions in the same order.',
}
