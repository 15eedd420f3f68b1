import { describe, expect, it, vi } from 'vitest'
import type { Patch } from '../../../src/plugins/sound/synthesis/sound-ports.js'
import { createBankLoader, relatedTo } from '../../../src/plugins/sound/ui/bank-loader.js'

const nylon: Patch = { program: 24 }
const steel: Patch = { program: 25 }
const bass: Patch = { program: 33 }
const drums: Patch = { program: 0, isDrums: true }

function loader(gone: () => readonly number[] = () => []) {
  const log: string[] = []
  const progress: string[] = []
  const banks = createBankLoader({
    async load({ program }, as) {
      if (gone().includes(program)) throw new Error('gone')
      return new ArrayBuffer(program + as.program)
    },
    add: (id, { byteLength }) => log.push(`${id} ${byteLength}`),
    onLoading: (left, of) => progress.push(`${left}/${of}`),
    onMissing: ({ program }, instead) => log.push(`${program} missing, ${instead?.program} instead`),
  })
  const settled = () => vi.waitFor(() => expect(progress.at(-1)).toBe('0/0'))
  return { banks, log, progress, settled }
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

  it('a missing instrument is replaced by a related one until it can be loaded', async () => {
    let gone = [25]
    const { banks, log, settled } = loader(() => gone)
    for (const patch of [bass, nylon]) banks.need(patch)
    await settled()
    banks.need(steel)
    await settled()
    expect(log.slice(2)).toEqual(['0 program 25 49', '25 missing, 24 instead'])
    gone = []
    banks.retry()
    await settled()
    expect(log.at(-1)).toBe('0 program 25 50')
  })

  it('without any other instrument, the synthesizer plays', async () => {
    const { banks, log, settled } = loader(() => [25])
    banks.need(steel)
    await settled()
    expect(log).toEqual(['25 missing, undefined instead'])
  })

  it('a replacement comes from the same family first, and drums only replace drums', () => {
    expect(relatedTo(steel, [drums, { program: 23 }, bass, { program: 30 }, nylon])).toEqual([
      ...[nylon, { program: 30 }, { program: 23 }, bass],
    ])
    expect(relatedTo({ program: 8, isDrums: true }, [nylon, drums])).toEqual([drums])
  })
})
