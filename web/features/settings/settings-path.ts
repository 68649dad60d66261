import { getStore } from '../../store/current-store.ts'

export const buildSettingsPath = (id: string): string => `/o/${getStore().org}/settings${id && `/${id}`}`
