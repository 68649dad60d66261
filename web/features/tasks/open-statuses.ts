import { taskStatusValues } from '@svc/sdk/enums'

export const isFinished = (status: string): boolean => status === 'completed' || status === 'archived'

export const openStatuses = taskStatusValues.filter((status) => !isFinished(status))
