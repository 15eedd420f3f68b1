import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import {
  isLocked,
  isRunning,
  lockStateFolder,
  openStateFolder,
  writePrivately,
  writePrivatelyOnce,
} from '../../server/state-folder.js'
import { testFolder } from '../support/test-folder.js'
import { until } from './support/until.js'

const { at } = testFolder()
let home: string
beforeEach(() => {
  home = at()
})

const lockFile = () => at('server.lock')
const dead = () => false

it('the state folder is created with its parents and accessible only to its owner', () => {
  const path = at('a', 'b')
  openStateFolder(path)
  expect((statSync(path).mode & 0o777).toString(8)).toBe('700')
})

it('a file in place of the state folder is rejected with a short message', () => {
  const path = at('file')
  writeFileSync(path, '')
  expect(() => openStateFolder(path)).toThrow(expect.objectContaining({ code: 'state_folder_damaged' }))
})

it.runIf(existsSync('/proc/self'))('a state folder without access permission is rejected', () => {
  expect(() => openStateFolder('/proc/fretwork/a')).toThrow(
    expect.objectContaining({ code: 'state_folder_damaged' }),
  )
})

// Root can write to any folder.
it.skipIf(process.getuid?.() === 0)(
  'a state folder without write permission is rejected with a short message',
  () => {
    chmodSync(home, 0o500)
    expect(() => lockStateFolder(home)).toThrow(/cannot be written to \(EACCES\); give this account/)
    chmodSync(home, 0o700)
  },
)

it('only one server at a time locks the state folder', () => {
  const lock = lockStateFolder(home)
  expect([isLocked(home), readdirSync(home)]).toEqual([true, ['server.lock']])
  expect(() => lockStateFolder(home)).toThrow(`process ${process.pid}`)
  lock.release()
  expect(isLocked(home)).toBe(false)
  lockStateFolder(home).release()
  expect(existsSync(lockFile())).toBe(false)
})

it('the state folder lock of a stopped server is taken over', () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: 4_194_303, born: '1' }))
  const lock = lockStateFolder(home)
  expect(JSON.parse(readFileSync(lockFile(), 'utf8')).pid).toBe(process.pid)
  lock.release()
})

it.each(['', '{"pid":', '{"pid":"x"}', 'null'])('a truncated lock file is taken over: %j', text => {
  writeFileSync(lockFile(), text)
  lockStateFolder(home).release()
})

it.runIf(process.platform === 'linux')('the lock file of a zombie process is taken over', async () => {
  // The shell is replaced by a program that never waits for its inherited child.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(line)
  try {
    const program = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()
    await until(() => expect(program()).toBe('sleep'))
    process.kill(pid, 'SIGKILL')
    await until(() => expect(isRunning(pid)).toBe(false))
    expect(() => process.kill(pid, 0), 'the zombie still has its process id').not.toThrow()
    writeFileSync(lockFile(), JSON.stringify({ pid }))
    lockStateFolder(home).release()
  } finally {
    parent.kill()
  }
})

it('only one of two processes takes over a stale lock file', () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: 1 }))
  writeFileSync(`${lockFile()}.taking`, '{}')
  expect(() => lockStateFolder(home, dead)).toThrow(expect.objectContaining({ code: 'state_folder_in_use' }))
  utimesSync(`${lockFile()}.taking`, 0, 0)
  lockStateFolder(home, dead).release()
})

it('a process that lost its lock file does not delete the new one', () => {
  const lost = lockStateFolder(home)
  writeFileSync(lockFile(), JSON.stringify({ pid: process.pid }))
  lost.release()
  expect(existsSync(lockFile())).toBe(true)
})

it.each([
  ['the last content of private files', writePrivately, 'two'],
  ['the first content of files written once', writePrivatelyOnce, 'one'],
])('writing a state file keeps %s and leaves no other files', async (_which, write, kept) => {
  const path = at('secret')
  for (const text of ['one', 'two']) await write(path, text)
  expect(readFileSync(path, 'utf8')).toBe(kept)
  expect([(statSync(path).mode & 0o777).toString(8), readdirSync(home)]).toEqual(['600', ['secret']])
})
