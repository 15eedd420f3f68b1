import type { NoticeText } from '../../core/events/notices.js'
import { phrase } from '../../core/platform/phrases.js'
import { createStore, type Disposable, disposable } from '../../core/platform/store.js'
import { INSTRUMENT_NAMES } from './settings.js'
import type { BankPreset, BankSource, Patch, SoundBank } from './tokens.js'

const INCLUDED = phrase('Included')

interface InstrumentGroup {
  readonly group: string
  /** The instrument setting uses these values, such as `steel` and `own-0-24`. */
  readonly items: { readonly value: string; readonly label: string }[]
}

export class SoundBanks {
  readonly view = createStore<{
    readonly sources: readonly BankSource[]
    readonly banks: readonly SoundBank[]
  }>({ sources: [], banks: [] })

  /** Sources added earlier take precedence. */
  add(source: BankSource): Disposable {
    this.update([...this.sources, source])
    const stop = source.view.subscribe(() => this.update(this.sources))
    return disposable(() => {
      stop()
      this.update(this.sources.filter(each => each !== source))
    })
  }

  /** @returns `undefined` if no bank has this patch */
  load(patch: Patch): Promise<Blob> | undefined {
    for (const source of this.sources) {
      const bank = source.view.getState().banks.find(each => hasPatch(each, patch))
      if (bank) return source.load(bank.id, patch)
    }
    return undefined
  }

  has(patch: Patch): boolean {
    return this.view.getState().banks.some(bank => hasPatch(bank, patch))
  }

  /** Returns the instruments to choose from for the neck, the included ones first. */
  choices(
    translate: (source: string, message: string, values?: NoticeText['values']) => string,
  ): InstrumentGroup[] {
    const known = new Set<string>()
    const choiceOf = ({ name, bank, program, isDrums }: BankPreset) => {
      const value = `own-${bank}-${program}`
      if (isDrums || known.has(value)) return []
      known.add(value)
      return { value, label: name }
    }
    const included = INSTRUMENT_NAMES.map(({ value, label }) => ({ value, label: translate('sound', label) }))
    const added = this.sources.map(({ title, view }) => ({
      group: translate(title.source, title.message, title.values),
      items: view.getState().banks.flatMap(({ presets }) => presets.flatMap(choiceOf)),
    }))
    return [{ group: translate('sound', INCLUDED), items: included }, ...added].filter(
      ({ items }) => items.length > 0,
    )
  }

  private get sources(): readonly BankSource[] {
    return this.view.getState().sources
  }

  private update(sources: readonly BankSource[]): void {
    const { banks: before } = this.view.getState()
    const banks = sources.flatMap(({ view }) => view.getState().banks)
    const isSame = banks.length === before.length && banks.every((bank, index) => bank === before[index])
    this.view.setState({ sources, banks: isSame ? before : banks })
  }
}

function hasPatch({ presets }: SoundBank, patch: Patch): boolean {
  return presets.some(
    ({ program, bank, isDrums }) =>
      program === patch.program &&
      isDrums === (patch.isDrums ?? false) &&
      bank === (patch.bank ?? (isDrums ? bank : 0)),
  )
}
