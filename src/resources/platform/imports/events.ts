export const importEvents = {
  'import.completed': 'An import was completed. It emits no events of single changes unless asked to.',
  'import.undone': 'An import was undone.',
}
