import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { writeWhole } from '../../cli/io/files.js'
import { testFolder } from '../support/test-folder.js'

const { at } = testFolder()

describe('atomic file replacement', () => {
  it('atomic writing replaces the old file, keeps its mode, and leaves no temporary file', async () => {
    await writeFile(at('song'), 'precious')
    await chmod(at('song'), 0o640)
    await writeWhole(at('song'), 'new')
    expect(await readFile(at('song'), 'utf8')).toBe('new')
    expect([(await stat(at('song'))).mode & 0o777, await readdir(at())]).toEqual([0o640, ['song']])
  })

  it('a file is written to the target of its symbolic link', async () => {
    await writeFile(at('song'), 'precious')
    await symlink(at('song'), at('link'))
    await writeWhole(at('link'), 'new')
    expect((await lstat(at('link'))).isSymbolicLink()).toBe(true)
    expect(await readFile(at('song'), 'utf8')).toBe('new')
  })

  // Writing directly to the file would lose its content.
  it('a failed write keeps the old file', async () => {
    await writeFile(at('song'), 'precious')
    await expect(writeWhole(at('song'), {} as never)).rejects.toThrow('argument')
    expect([await readFile(at('song'), 'utf8'), await readdir(at())]).toEqual(['precious', ['song']])
  })

  it('a device file is written directly', async () => {
    await writeWhole('/dev/null', 'new')
    expect((await stat('/dev/null')).isFile()).toBe(false)
  })
})
