import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchFiles } from '../../../cli/replay/golden-watch.js'

let folder = ''
const at = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Folders that report changes, and a timer that ends, when the test says so. */
function watching(paths: Readonly<Record<string, readonly string[]>>) {
  const folders = new Map<string, (name: string | undefined) => void>()
  const ending = new AbortController()
  const runs: string[][] = []
  let due: (() => void) | undefined
  let hold: Promise<void> | undefined
  const ended = watchFiles(
    new Map(Object.entries(paths)),
    async changed => {
      runs.push([...changed])
      await hold
    },
    {
      signal: ending.signal,
      open(path, changed) {
        folders.set(path, changed)
        return { close: () => void folders.delete(path) }
      },
      after(_ms, run) {
        due = run
        return {
          cancel() {
            if (due === run) due = undefined
          },
        }
      },
    },
  )
  return {
    ...{ folders, runs, ended },
    change: (path: string, name: string | undefined) => folders.get(path)?.(name),
    isDue: () => due !== undefined,
    settle: async () => {
      due?.()
      due = undefined
      // The run begins in a turn of its own.
      await new Promise(resolve => setImmediate(resolve))
    },
    holdRuns: () => {
      let release: () => void = () => undefined
      hold = new Promise(resolve => {
        release = resolve
      })
      return async () => {
        release()
        hold = undefined
        await new Promise(resolve => setImmediate(resolve))
      }
    },
    end: () => ending.abort(),
  }
}

describe('files that are watched', () => {
  it('are run once for all that is written until they settle', async () => {
    const { change, runs, settle, end, ended } = watching({ a: [at('a.mid')], b: [at('b.mid')] })
    for (const name of ['a.mid', 'b.mid', 'a.mid', 'other.txt']) change(folder, name)
    expect(runs).toEqual([])
    await settle()
    expect(runs).toEqual([['a', 'b']])
    end()
    await ended
  })

  it('are run again where they change during a run', async () => {
    const { change, runs, settle, holdRuns, end, ended } = watching({ a: [at('a.mid')] })
    const release = holdRuns()
    change(folder, 'a.mid')
    await settle()
    change(folder, 'a.mid')
    await settle()
    expect(runs).toEqual([['a']])
    await release()
    expect(runs).toEqual([['a'], ['a']])
    end()
    await ended
  })

  it('are not run for what others write next to them', async () => {
    const { change, isDue, end, ended } = watching({ a: [at('a.mid')] })
    change(folder, 'report.html')
    expect(isDue()).toBe(false)
    end()
    await ended
  })

  it('are all run where the system does not say which has changed', async () => {
    const { change, runs, settle, end, ended } = watching({ a: [at('a.mid')], b: [at('b.mid')] })
    change(folder, undefined)
    await settle()
    expect(runs).toEqual([['a', 'b']])
    end()
    await ended
  })

  it('may have logs in a folder that is made later, removed, and made again', async () => {
    const log = at('golden/a.mid.golden.ndjson')
    const { change, folders, runs, settle, end, ended } = watching({ a: [at('a.mid'), log] })
    expect([...folders.keys()]).toEqual([folder])
    for (let round = 1; round <= 2; round += 1) {
      await mkdir(at('golden'))
      await writeFile(log, '')
      change(folder, 'golden')
      expect([...folders.keys()]).toEqual([folder, at('golden')])
      await settle()
      change(at('golden'), 'a.mid.golden.ndjson')
      await settle()
      expect(runs).toHaveLength(2 * round)
      await rm(at('golden'), { recursive: true })
      change(folder, 'golden')
      expect([...folders.keys()]).toEqual([folder])
    }
    end()
    await ended
    expect(folders.size).toBe(0)
  })
})
