export const workHandedOverEvent = {
  'member.work_handed_over': 'Open work of a member was handed over to another one.',
}
