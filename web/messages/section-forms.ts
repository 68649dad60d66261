import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

const formatTaskCount = (n: number) => `${formatNumber(n)} ${n === 1 ? 'task' : 'tasks'}`

export const sectionFormTexts = defineMessages('sectionFormTexts', {
  addAfter: 'Add a section after this',
  addTask: 'Create a task here',
  setStatus: 'Status…',
  setColor: 'Color…',
  setLimit: 'Limit…',
  newTitle: 'New section',
  editTitle: 'Edit section',
  name: 'Name',
  nameMissing: 'Enter a name',
  nameTaken: 'Another section has this name. Enter a different one.',
  status: 'Status of its tasks',
  anyStatus: 'Any status',
  statusHint: 'Tasks moved here get this status, and tasks with this status move here.',
  statusFollows: (n: number, status: string) => `Its ${formatTaskCount(n)} will get the status ${status}.`,
  color: 'Color',
  noColor: 'No color',
  colors: {
    blue: 'Blue',
    teal: 'Teal',
    orange: 'Orange',
    purple: 'Purple',
    green: 'Green',
    pink: 'Pink',
    sky: 'Sky',
    olive: 'Olive',
    violet: 'Violet',
    gray: 'Gray',
  },
  limit: 'Limit of tasks',
  limitHint: 'Shown in red when there are more. It does not stop anyone from adding tasks.',
  limitInvalid: 'Enter a whole number from 1 to 999, or leave it empty.',
  save: 'Save',
  create: 'Create section',
  cancel: 'Cancel',

  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteTasks: (n: number) =>
    n === 0
      ? 'It has no tasks. This cannot be undone.'
      : `Its ${formatTaskCount(n)} are not deleted: they keep their status and are in no section afterwards. This cannot be undone.`,
  deleteNow: 'Delete section',

  created: (name: string) => `Created the section “${name}”`,
  changed: (name: string) => `Changed the section “${name}”`,
  moved: (name: string, place: number, of: number) =>
    `Moved the section “${name}” to ${formatNumber(place)} of ${formatNumber(of)}`,
  deleted: (name: string) => `Deleted the section “${name}”`,
})
