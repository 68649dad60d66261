export interface ParseOptions {
  fileName: string
  /** Names of columns of a plain CSV file, each with the property that it means. */
  columnMap?: Readonly<Record<string, string>>
  /** Time zone of times that have none. */
  timeZone?: string
  /** Returns whether the file has an entry of this name; for archives only. */
  hasFile?: (name: string) => boolean
  /** Receives the name of the system among those of its kind, such as its host, if the file has it. */
  setInstance?: (instance: string) => void
  /** Receives sentences for users about what the file does not contain. */
  notes: string[]
}

export const toTitle = (fileName: string): string => fileName.replace(/\.\w+$/, '').trim() || 'Imported'
