import { expect, it, vi } from 'vitest'
import type { Session } from '../../../src/core/auth/session.js'
import type { Store } from '../../../src/core/platform/store.js'
import type { TextValues } from '../../../src/core/react/kernel-context.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import sound from '../../../src/plugins/sound/index.js'
import { SOUND_BANKS } from '../../../src/plugins/sound/tokens.js'
import soundBanks from '../../../src/plugins/sound-banks/index.js'
import { BANKS_PAGE, type BanksPage, type OwnBank } from '../../../src/plugins/sound-banks/own-banks.js'
import { openKernel } from '../../support/open-kernel.js'

const STEEL = { name: 'Studio steel', program: 25, bank: 0, isDrums: false }
const NYLON = { name: 'Studio nylon', program: 24, bank: 0, isDrums: false }
const MINE: OwnBank = { id: '1', name: 'Martin', size: 1, presets: [{ ...STEEL, name: 'Old Martin' }] }

async function offering(features: readonly string[], offered: BanksPage['offered']) {
  const page = {
    store: { all: async () => [MINE], file: async () => new Blob(['mine']) },
    offered,
    offeredFile: async (id: string) => new Blob([id]),
    extract: async (file: Blob) => file,
  } as unknown as BanksPage
  const { kernel } = await openKernel({
    plugins: [midiIo, sound, soundBanks],
    overrides: [[BANKS_PAGE, async () => page]],
  })
  const claims = { payload: {} as never, roles: [], features: [...features] }
  const user = { id: 'ada', email: '', name: 'Ada', jwt: '', refreshToken: '', claims }
  const session = kernel.auth.state as Store<Session>
  session.setState({ status: 'loggedIn', user })
  await kernel.host.activate('sound-banks')
  return kernel.get(SOUND_BANKS)
}

const offered = async () => [{ id: '/sound-bank/1.sf2', name: 'Studio', presets: [STEEL, NYLON] }]

const inEnglish = (_: string, sentence: string, values: TextValues = {}) =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_match, name) => `${values[name]}`)

it('all users can use the operator’s instruments', async () => {
  const banks = await offering([], offered)
  await vi.waitFor(() => expect(banks.has({ program: 25 })).toBe(true))
  const [, studio] = banks.choices(inEnglish)
  expect(studio?.items.map(({ label }) => label)).toEqual(['Studio steel', 'Studio nylon'])
  expect(studio?.group).toBe('Studio (provided by Fretwork)')
  expect(await (await banks.load({ program: 25 }))?.text()).toBe('/sound-bank/1.sf2')
})

it('own instruments take precedence over the operator’s', async () => {
  const banks = await offering(['AddOn.Sampler'], offered)
  await vi.waitFor(() => expect(banks.view.getState().banks).toHaveLength(2))
  expect(
    banks
      .choices(inEnglish)
      .slice(1)
      .map(({ items }) => items.map(({ label }) => label)),
  ).toEqual([['Old Martin'], ['Studio nylon']])
  expect(await (await banks.load({ program: 25 }))?.text()).toBe('mine')
})

it('without a connection, own instruments still work', async () => {
  const banks = await offering(['AddOn.Sampler'], () => Promise.reject(new TypeError('Failed to fetch')))
  await vi.waitFor(() => expect(banks.has({ program: 25 })).toBe(true))
  expect(banks.choices(inEnglish)).toHaveLength(2)
})
