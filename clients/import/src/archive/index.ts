export {
  openArchive,
  openZipContents,
  type ArchiveLimits,
  type DataArchive,
  type NumberedRow,
  type ZipContents,
} from './reader.ts'
export { createArchiveWriter, type ArchiveWriter } from './writer.ts'
export { packEntries, type PackedFile } from './pack.ts'
export { verifyArchive } from './verify.ts'
