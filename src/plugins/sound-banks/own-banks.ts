import { has, planPath } from '../../core/auth/plans.js'
import { type Notice, UNDO } from '../../core/events/notices.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, NOTICES, TRANSLATOR } from '../../core/kernel/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { phrase, phrases, SentenceError } from '../../core/platform/phrases.js'
import type { UserFile } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { BankPreset, BankSource, Patch, SoundBank } from '../sound/tokens.js'
import { bankError, SAMPLER_BANK } from './own-files.js'

export const SAMPLER = 'AddOn.Sampler'
const BANK_FILE = /\.(sf2|sf3|sfogg|dls)$/i
const MOST_BYTES = 500 * 1024 * 1024

const SENTENCES = phrases({
  sampler_plan: 'Your own instruments require the add-on “Sampler”.',
  bank_added: '“{{name}}” added to your instruments.',
  bank_removed: '“{{name}}” removed from your instruments.',
})
const PLANS = phrase('See plans')
const SAMPLES = phrase('Samples')
const MY_INSTRUMENTS = phrase('My instruments')

export interface OwnBank extends SoundBank {
  /** File size, bytes. */
  readonly size: number
}

export interface ReadBank {
  readonly presets: readonly BankPreset[]
  readonly file: Blob
}

export interface BankStore {
  /** All banks, newest first. */
  all(user: string): Promise<readonly OwnBank[]>
  file(user: string, id: string): Promise<Blob | undefined>
  put(user: string, bank: OwnBank, file: Blob): Promise<void>
  remove(user: string, id: string): Promise<void>
}

export interface BanksPage {
  readonly store: BankStore
  /** @throws SentenceError if it isn't a sound bank, or is damaged or empty */
  read(file: UserFile): Promise<ReadBank>
  /** @throws SentenceError if there are no files, or if one isn't named after a note or can't be decoded */
  sampler(files: readonly UserFile[], name: string, program: number): Promise<ReadBank>
  extract(file: Blob, patch: Patch): Promise<Blob>
  /** Sound banks that the operator offers. */
  offered(): Promise<readonly SoundBank[]>
  offeredFile(id: string): Promise<Blob>
}

/** Resolves to `undefined` if the browser can't store files. */
export const BANKS_PAGE = createToken<() => Promise<BanksPage | undefined>>('sound-banks.page')
export const OWN_BANKS = createToken<OwnBanks>('sound-banks.own')

/** SoundFonts and sampler sets that the user has stored on this device. */
export class OwnBanks implements BankSource {
  readonly title = { source: 'sound-banks', message: MY_INSTRUMENTS }
  readonly part = { plugin: 'sound-banks', screen: 'OwnInstruments' }
  readonly view = createStore<{ readonly banks: readonly OwnBank[]; readonly working: boolean }>({
    banks: [],
    working: false,
  })
  private lastTime = 0
  /** Files are added one after the other, so that no two sampler sets get the same program. */
  private adding: Promise<void> = Promise.resolve()

  constructor(private readonly context: PluginContext) {
    context.scope.onDispose(
      context.get(AUTH).state.subscribe(({ user: now }, { user: before }) => {
        if (now?.id !== before?.id || now?.claims !== before?.claims) void this.read()
      }),
    )
    void this.read()
  }

  get isAllowed(): boolean {
    return has(this.context.get(AUTH).state.getState().user?.claims, SAMPLER)
  }

  /** Adds sound banks, and samples as one sampler set. @param name name of the folder and sampler set */
  async take(files: readonly UserFile[], name?: string): Promise<void> {
    if (files.length === 0 && name === undefined) return
    if (!this.isAllowed)
      return this.say('sampler_plan', { leadsTo: { label: PLANS, path: planPath(SAMPLER) } })
    this.adding = this.adding.then(() => this.addAll(files, name))
    await this.adding
  }

  async remove(id: string): Promise<void> {
    const bank = this.view.getState().banks.find(each => each.id === id)
    const page = await this.page()
    const { user } = this
    const file = await page?.store.file(user, id)
    if (!bank || !page || !file) return
    await page.store.remove(user, id)
    await this.read()
    const restore = () =>
      void page.store
        .put(user, bank, file)
        .then(() => this.read())
        .catch(error => this.reportFailure(error, bank.name))
    this.say('bank_removed', { values: { name: bank.name }, action: { label: UNDO, run: restore } })
  }

  async load(id: string, patch: Patch): Promise<Blob> {
    const page = await this.page()
    const file = await page?.store.file(this.user, id)
    if (!page || !file) throw bankError('bank_unavailable')
    return page.extract(file, patch)
  }

  private get user(): string {
    return this.context.get(AUTH).state.getState().user?.id ?? ''
  }

  private page(): Promise<BanksPage | undefined> {
    return this.context.get(BANKS_PAGE)()
  }

  private async read(): Promise<void> {
    const { user } = this
    try {
      const banks = this.isAllowed ? ((await (await this.page())?.store.all(user)) ?? []) : []
      if (user === this.user && banks.length + this.view.getState().banks.length > 0) {
        this.view.setState({ banks })
      }
    } catch (error) {
      this.context.log.warn('Couldn’t read the user’s instruments', error)
    }
  }

  private async addAll(files: readonly UserFile[], name?: string): Promise<void> {
    this.view.setState({ working: true })
    // Another tab may have added instruments.
    await this.read()
    const samples = files.filter(file => !BANK_FILE.test(file.name))
    for (const file of files.filter(each => !samples.includes(each)))
      await this.add(file.name, [file], page => page.read(file))
    const title = name ?? this.context.get(TRANSLATOR).t('sound-banks', SAMPLES)
    if (samples.length > 0 || files.length === 0)
      await this.add(title, samples, page => page.sampler(samples, title, this.unusedProgram()))
    this.view.setState({ working: false })
  }

  private async add(
    title: string,
    files: readonly UserFile[],
    read: (page: BanksPage) => Promise<ReadBank>,
  ): Promise<void> {
    try {
      const page = await this.page()
      if (!page) throw bankError('bank_unavailable')
      this.checkRoom(title, files)
      const { presets, file } = await read(page)
      this.checkRoom(title, [file])
      this.lastTime = Math.max(this.lastTime + 1, this.context.get(CLOCK).date().getTime())
      const name = title.replace(BANK_FILE, '')
      await page.store.put(this.user, { id: `${this.lastTime}`, name, size: file.size, presets }, file)
      await this.read()
      this.say('bank_added', { kind: 'success', values: { name } })
    } catch (cause) {
      this.reportFailure(cause, title)
    }
  }

  private reportFailure(cause: unknown, title: string): void {
    const { get, log } = this.context
    log.info('Couldn’t add an instrument', cause)
    const { code, sentence, values } = addError(cause, title)
    get(NOTICES).post({ kind: 'warning', source: 'sound-banks', code, message: sentence, values })
  }

  private unusedProgram(): number {
    const presets = this.view.getState().banks.flatMap(bank => bank.presets)
    const used = presets.filter(({ bank }) => bank === SAMPLER_BANK).map(({ program }) => program)
    return Math.max(-1, ...used) + 1
  }

  private checkRoom(file: string, added: readonly { readonly size: number }[]): void {
    const bytes = [...this.view.getState().banks, ...added].reduce((sum, { size }) => sum + size, 0)
    if (bytes > MOST_BYTES) throw bankError('bank_too_large', { file })
  }

  private say(code: keyof typeof SENTENCES, more: Partial<Notice>): void {
    const message = SENTENCES[code]
    this.context.get(NOTICES).post({ kind: 'info', source: 'sound-banks', code, message, ...more })
  }
}

function addError(cause: unknown, file: string): SentenceError {
  if (cause instanceof SentenceError) return cause
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  if (isFull) return bankError('bank_no_room', { file })
  return bankError('bank_failed', { file, reason: messageOf(cause) })
}
