import { readFile } from 'node:fs/promises'
import { parseJson } from '../../../http/parse-body.ts'
import { defineCommand, CommandError } from '../../../core/command.ts'
import { Problem } from '../../../core/errors.ts'
import { upsertReleases } from './queries.ts'
import { parseReleases } from './rules.ts'

const MAX_FILE_BYTES = 32 * 1024 * 1024
const MAX_REPORTED_MISTAKES = 20

export const importReleasesCommand = defineCommand<unknown>({
  name: 'releases import',
  args: 'FILE',
  summary: 'store the release notes of a JSON file, for GET /v1/releases/whats-new',

  async read(args) {
    const [file, ...more] = args
    if (file === undefined || more.length > 0) throw new CommandError('Usage: svc-server releases import FILE')
    const bytes = await readFile(file).catch((cause: Error) => {
      throw new CommandError(`${file} cannot be read: ${cause.message}`, { cause })
    })
    if (bytes.length > MAX_FILE_BYTES) throw new CommandError(`${file} is larger than 32 MB: import it in parts`)
    try {
      return parseJson(bytes, 5_000_000)
    } catch (cause) {
      const [item] = (cause instanceof Problem && cause.errors) || []
      throw new CommandError(`${file}: ${item?.msg ?? String(cause)}`.replace('The body', 'it'), { cause })
    }
  },

  async run({ database }, input) {
    const read = parseReleases(input)
    if ('mistakes' in read) throw new CommandError(formatMistakes(read.mistakes))
    const { known, written } = await upsertReleases(database.db, read.releases)
    const total = read.releases.length
    const added = total - known
    return `${total} ${total === 1 ? 'release' : 'releases'}: ${added} new, ${written - added} changed, ${total - written} as before`
  },
})

function formatMistakes(mistakes: string[]): string {
  const shown = mistakes.slice(0, MAX_REPORTED_MISTAKES)
  const more = mistakes.length - shown.length
  return ['nothing was imported', ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n  ')
}
