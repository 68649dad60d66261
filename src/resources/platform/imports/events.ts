export const importEvents = {
  'import.completed': 'An import was completed. It emits no events of single changes unless requested.',
  'import.undone': 'An import was undone.',
}

export const placeholderEvents = {
  'member.placeholder_matched': 'It is known which member a placeholder of an import is.',
  'member.placeholder_merged': 'Tasks, comments, files and history name the member instead of the placeholder.',
}
