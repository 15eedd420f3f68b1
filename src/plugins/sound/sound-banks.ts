import type { NoticeText } from '../../core/events/notices.js'
import { createStore, type Disposable, disposable } from '../../core/platform/store.js'
import type { BankPreset, BankSource, Patch, SoundBank } from './tokens.js'

interface BankChoices {
  readonly title: NoticeText
  /** IDs have the form `own-0-24`, as in the settings. */
  readonly items: readonly { readonly value: string; readonly label: string }[]
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

  /** Returns the instruments to choose from for the neck. */
  choices(): BankChoices[] {
    const known = new Set<string>()
    const choiceOf = ({ name, bank, program, isDrums }: BankPreset) => {
      const value = `own-${bank}-${program}`
      if (isDrums || known.has(value)) return []
      known.add(value)
      return { value, label: name }
    }
    return this.sources.map(({ title, view }) => ({
      title,
      items: view.getState().banks.flatMap(({ presets }) => presets.flatMap(choiceOf)),
    }))
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
