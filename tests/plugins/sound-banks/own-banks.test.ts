import { expect, it, onTestFinished, vi } from 'vitest'
import type { Session } from '../../../src/core/auth/session.js'
import type { Notice } from '../../../src/core/events/notices.js'
import type { PluginContext } from '../../../src/core/kernel/plugin.js'
import { AUTH, CLOCK, NOTICES, TRANSLATOR } from '../../../src/core/kernel/tokens.js'
import { HandClock } from '../../../src/core/platform/memory-platform.js'
import type { UserFile } from '../../../src/core/platform/ports.js'
import { createStore } from '../../../src/core/platform/store.js'
import { SoundBanks } from '../../../src/plugins/sound/sound-banks.js'
import type { BankPreset } from '../../../src/plugins/sound/tokens.js'
import {
  BANKS_PAGE,
  type BanksPage,
  type OwnBank,
  OwnBanks,
  SAMPLER,
} from '../../../src/plugins/sound-banks/own-banks.js'
import { bankError, SAMPLER_BANK } from '../../../src/plugins/sound-banks/own-files.js'

const MB = 1024 * 1024
const fileOf = (name: string, size = MB): UserFile => ({
  ...{ name, size },
  arrayBuffer: async () => new ArrayBuffer(0),
})
const userWith = (features: readonly string[], id = 'ada'): Session => ({
  ...{ status: 'loggedIn', busy: false },
  user: {
    ...{ id, email: '', name: id, jwt: '', refreshToken: '' },
    claims: { payload: {} as never, roles: [], features: [...features] },
  },
})
const STEEL: BankPreset = { name: 'Old Martin', program: 25, bank: 0, isDrums: false }

function ownBanks(features = [SAMPLER], presets: readonly BankPreset[] = [STEEL]) {
  const stored = new Map<string, { bank: OwnBank; file: Blob }>()
  const notices: Notice[] = []
  const session = createStore(userWith(features))
  const page: BanksPage = {
    store: {
      all: async user =>
        [...stored]
          .filter(([key]) => key.startsWith(user))
          .map(([, { bank }]) => bank)
          .reverse(),
      file: async (user, id) => stored.get(`${user} ${id}`)?.file,
      put: async (user, bank, file) => void stored.set(`${user} ${bank.id}`, { bank, file }),
      remove: async (user, id) => void stored.delete(`${user} ${id}`),
    },
    async read({ name, size }) {
      if (name.startsWith('bad')) throw bankError('bank_unknown', { file: name })
      return { presets, file: { size } as Blob }
    },
    async sampler(files, name, program) {
      if (files.length === 0) throw bankError('bank_empty', { file: name })
      const file = new Blob([`${files.length}`])
      return { file, presets: [{ name, program, bank: SAMPLER_BANK, isDrums: false }] }
    },
    extract: async (_, { program }) => new Blob([`program ${program}`]),
    offered: async () => [],
    offeredFile: async () => new Blob(),
  }
  const services = new Map<unknown, unknown>([
    [AUTH, { state: session }],
    [CLOCK, new HandClock()],
    [NOTICES, { post: (notice: Notice) => notices.push(notice) }],
    [TRANSLATOR, { t: inEnglish }],
    [BANKS_PAGE, async () => page],
  ])
  const log = { info: vi.fn(), warn: vi.fn() }
  const get = (token: unknown) => services.get(token)
  const own = new OwnBanks({ get, log, scope: { onDispose: onTestFinished } } as unknown as PluginContext)
  const banks = new SoundBanks()
  banks.add(own)
  return {
    own,
    banks,
    notices,
    session,
    codes: () => notices.map(({ code }) => code),
    names: () => namesOf(own),
  }
}

const inEnglish = (_: string, sentence: string) => sentence
const namesOf = (own: OwnBanks) => own.view.getState().banks.map(({ name }) => name)

it('a SoundFont replaces the included instrument with the same program', async () => {
  const { own, banks, names } = ownBanks()
  expect(banks.load({ program: 25 })).toBeUndefined()
  await own.take([fileOf('Martin.sf2')])
  expect(names()).toEqual(['Martin'])
  expect(await (await banks.load({ program: 25 }))?.text()).toBe('program 25')
  expect([{ program: 24 }, { program: 25, isDrums: true }].map(patch => banks.load(patch))).toEqual([
    undefined,
    undefined,
  ])
  expect(banks.choices(inEnglish)[1]?.items).toEqual([{ value: 'own-0-25', label: 'Old Martin' }])
})

it('samples become one sampler set, which replaces no instrument', async () => {
  const { own, banks } = ownBanks()
  await own.take([fileOf('E2.wav'), fileOf('A2.wav')], 'Parlor')
  await own.take([fileOf('E2.wav')])
  expect(banks.choices(inEnglish)[1]?.items).toEqual([
    { value: 'own-65-1', label: 'Samples' },
    { value: 'own-65-0', label: 'Parlor' },
  ])
  expect([banks.has({ program: 0 }), banks.has({ program: 0, bank: SAMPLER_BANK })]).toEqual([false, true])
})

it('sampler sets added at the same moment get different programs', async () => {
  const { own, banks } = ownBanks()
  await Promise.all([own.take([fileOf('E2.wav')], 'Parlor'), own.take([fileOf('E2.wav')], 'Strat')])
  expect(banks.choices(inEnglish)[1]?.items).toEqual([
    { value: 'own-65-1', label: 'Strat' },
    { value: 'own-65-0', label: 'Parlor' },
  ])
})

it('a bad file is reported, and the other files are still added', async () => {
  const { own, codes, names } = ownBanks()
  await own.take([fileOf('bad.sf2'), fileOf('good.sf2')])
  expect(names()).toEqual(['good'])
  expect(codes()).toEqual(['bank_unknown', 'bank_added'])
  expect(own.view.getState().working).toBe(false)
})

it('a folder without samples is reported', async () => {
  const { own, codes } = ownBanks()
  await own.take([], 'Strat')
  await own.take([])
  expect(codes()).toEqual(['bank_empty'])
})

it('all instruments together can use up to 500 MB', async () => {
  const { own, codes, names } = ownBanks()
  await own.take([fileOf('a.sf2', 300 * MB), fileOf('b.sf2', 300 * MB), fileOf('c.sf2', 200 * MB)])
  expect(names()).toEqual(['c', 'a'])
  expect(codes()).toContain('bank_too_large')
})

it('a removed instrument can be restored', async () => {
  const { own, notices, names } = ownBanks()
  await own.take([fileOf('Martin.sf2')])
  await own.remove(own.view.getState().banks[0]?.id ?? '')
  expect(names()).toEqual([])
  notices.at(-1)?.action?.run()
  await vi.waitFor(() => expect(names()).toEqual(['Martin']))
})

it('without the add-on, nothing is added, and stored instruments are not used', async () => {
  const { own, codes, names, session } = ownBanks([])
  await own.take([fileOf('Martin.sf2')])
  expect([names(), codes()]).toEqual([[], ['sampler_plan']])
  session.setState(userWith([SAMPLER]))
  await own.take([fileOf('Martin.sf2')])
  expect(names()).toEqual(['Martin'])
  session.setState(userWith([]))
  await vi.waitFor(() => expect(names()).toEqual([]))
  session.setState(userWith([SAMPLER], 'bob'))
  await vi.waitFor(() => expect(names()).toEqual([]))
  session.setState(userWith([SAMPLER]))
  await vi.waitFor(() => expect(names()).toEqual(['Martin']))
})
