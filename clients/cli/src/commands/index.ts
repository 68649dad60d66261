export * as account from './account.ts'
export * as more from './more.ts'
export * as places from './places.ts'
export { tasks } from './tasks.ts'
