import { describe, expect, it, vi } from 'vitest'
import type { LoadingInstruments } from '../../../src/plugins/sound/synth.js'
import type { Patch } from '../../../src/plugins/sound/synthesis/sound-port.js'
import { createBankLoader, relatedTo } from '../../../src/plugins/sound/ui/bank-loader.js'

const nylon: Patch = { program: 24 }
const steel: Patch = { program: 25 }
const bass: Patch = { program: 33 }
const drums: Patch = { program: 0, isDrums: true }

function loader(gone: () => readonly number[] = () => []) {
  let now = 0
  const log: string[] = []
  const progress: string[] = []
  let missing: LoadingInstruments['missing'] = []
  /** Banks that arrive on request instead of immediately. */
  const slow: (() => void)[] = []
  let isSlow = false
  const banks = createBankLoader({
    async load({ program }, as) {
      const isGone = gone().includes(program)
      if (isSlow) await new Promise<void>(resolve => slow.push(resolve))
      if (isGone) throw new Error('gone')
      return new ArrayBuffer(program + as.program)
    },
    add: (id, { byteLength }) => log.push(`${id} ${byteLength}`),
    now: () => now,
    onLoading({ left, of, missing: reported }) {
      progress.push(`${left}/${of}`)
      missing = reported
    },
  })
  return {
    ...{ banks, log, progress, slow },
    settled: () => vi.waitFor(() => expect(progress.at(-1)).toBe('0/0')),
    missing: () => missing.map(({ patch, instead }) => `${patch.program}: ${instead?.program}`),
    wait(ms: number) {
      now += ms
    },
    slowDown(wanted: boolean) {
      isSlow = wanted
    },
  }
}

describe('instrument loader', () => {
  it('each instrument is loaded once, and the progress is reported', async () => {
    const { banks, log, progress, settled } = loader()
    for (const patch of [nylon, bass, nylon, { program: 0, isPlain: true }]) banks.need(patch)
    await settled()
    expect(log).toEqual(['0 program 24 48', '0 program 33 66'])
    expect(progress).toEqual(['1/1', '2/2', '1/2', '0/0'])
  })

  it('two drum kits are loaded separately, even if they share an included file', async () => {
    const { banks, log, settled } = loader()
    for (const program of [0, 1]) banks.need({ program, isDrums: true })
    await settled()
    expect(log).toEqual(['0 kit 0 0', '0 kit 1 2'])
  })

  /** Loads a bass and a nylon guitar, and misses the steel guitar. */
  async function withoutSteel() {
    let gone = [25]
    const made = loader(() => gone)
    for (const patch of [bass, nylon]) made.banks.need(patch)
    await made.settled()
    made.banks.need(steel)
    await made.settled()
    const find = () => {
      gone = []
    }
    return { ...made, find }
  }

  it('a missing instrument is replaced by a related one until it can be loaded', async () => {
    const { banks, log, missing, settled, find } = await withoutSteel()
    expect([log.slice(2), missing()]).toEqual([['0 program 25 49'], ['25: 24']])
    find()
    banks.retry()
    await settled()
    expect([log.at(-1), missing()]).toEqual(['0 program 25 50', []])
  })

  it('without any other instrument, the synthesizer plays', async () => {
    const { banks, log, missing, settled } = loader(() => [25])
    banks.need(steel)
    await settled()
    expect([log, missing()]).toEqual([[], ['25: undefined']])
  })

  it('a missing instrument is retried when it is needed again, less often after each failure', async () => {
    const { banks, progress, settled, wait, find, log } = await withoutSteel()
    const attempts = async (ms: number) => {
      const before = progress.length
      wait(ms)
      banks.need(steel)
      await settled()
      return progress.length - before
    }
    expect([await attempts(4999), await attempts(1), await attempts(9999)]).toEqual([0, 2, 0])
    find()
    expect([await attempts(1), log.at(-1)]).toEqual([2, '0 program 25 50'])
    expect(await attempts(3_600_000)).toBe(0)
  })

  it('no replacement stays after everything was loaded again', async () => {
    const { banks, log, missing, settled, find } = await withoutSteel()
    find()
    banks.reload()
    await settled()
    expect([log.findLast(each => each.startsWith('0 program 25')), missing()]).toEqual([
      '0 program 25 50',
      [],
    ])
  })

  it('a late replacement does not overwrite the instrument', async () => {
    const { banks, log, missing, settled, slow, slowDown, wait, find } = await withoutSteel()
    wait(5000)
    slowDown(true)
    banks.need(steel)
    slow.shift()?.()
    // The replacement is being loaded.
    await vi.waitFor(() => expect(slow).toHaveLength(1))
    find()
    slowDown(false)
    banks.retry()
    await vi.waitFor(() => expect(log.at(-1)).toBe('0 program 25 50'))
    slow.shift()?.()
    await settled()
    expect([log.at(-1), missing()]).toEqual(['0 program 25 50', []])
  })

  it('a bank that the audio thread can’t use counts as missing', async () => {
    const { banks, missing, settled } = loader()
    banks.need(nylon)
    await settled()
    banks.lose('0 program 24', 'Array buffer allocation failed')
    expect(missing()).toEqual(['24: undefined'])
  })

  it('a replacement comes from the same family first, and drums only replace drums', () => {
    expect(relatedTo(steel, [drums, { program: 23 }, bass, { program: 30 }, nylon])).toEqual([
      ...[nylon, { program: 30 }, { program: 23 }, bass],
    ])
    expect(relatedTo({ program: 8, isDrums: true }, [nylon, drums])).toEqual([drums])
  })
})
