import { taskStatusWords } from '@svc/sdk/words'

export const isFinished = (status: string): boolean => status === 'completed' || status === 'archived'

export const openStatuses = taskStatusWords.filter((status) => !isFinished(status))
