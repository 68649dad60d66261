export const EXPORT_RETENTION_MS = 7 * 24 * 60 * 60_000
