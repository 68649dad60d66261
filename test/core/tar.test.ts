import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { packTar, unpackTar, type TarMember } from '../../src/core/tar.ts'

async function* yieldBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += 7) yield bytes.subarray(offset, offset + 7)
}

async function* yieldMembers(names: string[]): AsyncGenerator<TarMember> {
  for (const name of names) {
    const bytes = Buffer.from(`Content of ${name}`.repeat(60))
    yield { name, type: 'file', size: bytes.length, content: yieldBytes(bytes) }
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

const packArchive = async (names: string[]) => Buffer.concat(await readAll(packTar(yieldMembers(names))))

async function listNames(archive: Buffer): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of unpackTar(yieldBytes(archive))) names.push(name)
  return names
}

test('an archive is read by tar, and its members by the reader, also if their contents are skipped', async () => {
  const archive = await packArchive(['a', 'base/1/2345'])
  expect(execFileSync('tar', ['-t'], { input: archive }).toString()).toBe('a\nbase/1/2345\n')
  expect(await listNames(archive)).toEqual(['a', 'base/1/2345'])
})

test.each(['../a', 'b/../../a', '/etc/a'])('the name %s outside of the archive is refused', async (name) => {
  await expect(listNames(await packArchive([name]))).rejects.toThrow('outside of it')
})

test('a truncated archive and another kind of file are refused', async () => {
  const archive = await packArchive(['a'])
  await expect(listNames(archive.subarray(0, 700))).rejects.toThrow('ends too early')
  await expect(listNames(Buffer.alloc(1024, 'x'))).rejects.toThrow('not a tar file')
})
