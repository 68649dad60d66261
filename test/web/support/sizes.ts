import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** The files of the built console, as what loads what. */
export class Sizes {
  readonly #folder: string
  readonly #chunks: Record<string, Chunk>

  constructor(folder: string) {
    this.#folder = folder
    this.#chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  }

  /** Sources that are loaded when they are asked for. */
  get late(): string[] {
    return [...new Set(Object.values(this.#chunks).flatMap(({ dynamicImports }) => dynamicImports ?? []))]
  }

  /** The file of a source that is loaded when it is asked for. */
  fileOf(source: string): string {
    return this.#chunks[source]!.file
  }

  /** All files that a browser loads for these sources: they, and what they import. */
  filesOf(...sources: string[]): Set<string> {
    const seen = new Set<string>()
    const files = new Set<string>()
    const visit = (source: string) => {
      if (seen.has(source)) return
      seen.add(source)
      const chunk = this.#chunks[source]
      if (!chunk) throw new Error(`the console has no part ${source}; it has ${this.late.join(', ')}`)
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      chunk.imports?.forEach(visit)
    }
    sources.forEach(visit)
    return files
  }

  /** Everything there is. */
  get all(): Set<string> {
    return this.filesOf(...Object.keys(this.#chunks))
  }

  /** Kilobytes of the scripts or styles among these, as they are sent at worst: with gzip. */
  kilobytes(files: Iterable<string>, ending: '.js' | '.css'): number {
    const bytes = [...files]
      .filter((file) => file.endsWith(ending))
      .map((file) => gzipSync(readFileSync(join(this.#folder, file)), { level: 9 }).length)
    return bytes.reduce((sum, size) => sum + size, 0) / 1024
  }
}
