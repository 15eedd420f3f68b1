// The log of the embedded database does not fill the disk.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rotateLog } from '../../../server/database/embedded/postgres-process.js'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fretwork-log-'))
  log = join(folder, 'postgres.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('rotateLog', () => {
  it('keeps what was logged before in one other file, once it is too much', () => {
    writeFileSync(log, 'short')
    rotateLog(log, 8)
    expect(existsSync(`${log}.1`)).toBe(false)
    appendFileSync(log, ' and long')
    rotateLog(log, 8)
    expect([readFileSync(log, 'utf8'), readFileSync(`${log}.1`, 'utf8')]).toEqual(['', 'short and long'])
  })

  it('has nothing to do before the first start', () => {
    expect(() => rotateLog(log)).not.toThrow()
  })
})
