import { fileURLToPath } from 'node:url'

/** Directory of the migrations, relative to sources and built files alike. */
export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))
