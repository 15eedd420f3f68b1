import * as z from 'zod/mini'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { freeId } from '../../../core/platform/free-id.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrase, phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import type { Shape } from '../../../music/guitar/shape.js'
import { type CodedTuning, shownName } from '../../../music/guitar/tuning-code.js'
import { type CustomListSettings, shapeSettings, tuningSettings } from '../settings.js'

const entryShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
  user: z.string(),
  name: z.string(),
  code: z.string(),
})

export interface CustomItem<T> {
  readonly id: string
  readonly name: string
  readonly value: T
}

const UNDO = phrase('Undo')
const NO_NAME = phrase('Enter a name with at least one visible character.')

const SENTENCES = {
  tuning: phrases({
    unreadable: '{{count}} saved tunings couldn’t be read.',
    gone: 'This custom tuning no longer exists.',
    removed: 'Tuning “{{name}}” deleted.',
  }),
  shape: phrases({
    unreadable: '{{count}} saved shapes couldn’t be read.',
    gone: 'This shape no longer exists.',
    removed: 'Shape “{{name}}” deleted.',
  }),
}

export const CUSTOM_TUNINGS = createToken<CustomList<CodedTuning>>('fretboard.own-tunings')
export const CUSTOM_SHAPES = createToken<CustomList<Shape>>('fretboard.own-shapes')

export class CustomList<T extends { readonly name: string }> {
  private unreadable = 0
  private readonly store = createStore<readonly CustomItem<T>[]>([])
  readonly items: ReadonlyStore<readonly CustomItem<T>[]> = this.store
  private readonly settings: SettingsStore<CustomListSettings>

  constructor(
    private readonly context: PluginContext,
    private readonly word: keyof typeof SENTENCES,
    private readonly read: (code: string) => T | undefined,
  ) {
    const { get, scope } = context
    this.settings = get(SETTINGS).store(word === 'tuning' ? tuningSettings : shapeSettings)
    const update = () => this.store.setState(this.readAll(), true)
    update()
    scope.onDispose(this.settings.subscribe(update))
    scope.onDispose(
      get(AUTH).state.subscribe((now, before) => {
        if (now.user?.id !== before.user?.id) update()
      }),
    )
  }

  readonly choices = () => this.items.getState().map(({ id, name }) => ({ value: id, label: name }))

  /** @throws FretworkError `tuning_unknown` or `shape_unknown` */
  get(id: string): CustomItem<T> {
    const found = this.items.getState().find(item => item.id === id)
    if (!found) throw new FretworkError(`${this.word}_unknown`, SENTENCES[this.word].gone)
    return found
  }

  /** @throws FretworkError `name_invalid` */
  add(given: string, code: string): CustomItem<T> {
    const name = validName(given)
    const items = this.items.getState()
    const id = freeId(name, this.word, wanted => items.some(each => each.id === wanted))
    this.write([...this.stored, { id, user: this.user, name, code }])
    return this.get(id)
  }

  /** @throws FretworkError `name_invalid`, `tuning_unknown` or `shape_unknown` */
  change(id: string, given: string, code: string): void {
    this.get(id)
    const name = validName(given)
    this.write(this.stored.with(this.indexOf(id), { id, user: this.user, name, code }))
  }

  /** Posts a notice with an undo action. @throws FretworkError `tuning_unknown` or `shape_unknown` */
  remove(id: string): void {
    const { name } = this.get(id)
    const before = this.stored
    const at = this.indexOf(id)
    this.write(before.toSpliced(at, 1))
    const restore = () => {
      if (this.items.getState().some(item => item.id === id)) return
      this.write(this.stored.toSpliced(Math.min(at, this.stored.length), 0, before[at]))
    }
    this.context.get(NOTICES).post({
      kind: 'info',
      source: 'fretboard',
      message: SENTENCES[this.word].removed,
      values: { name },
      action: { label: UNDO, run: restore },
    })
  }

  private get user(): string {
    return this.context.get(AUTH).state.getState().user?.id ?? ''
  }

  private get stored(): readonly unknown[] {
    return this.settings.getState().kept
  }

  private write(kept: readonly unknown[]): void {
    this.settings.change({ kept })
  }

  private indexOf(id: string): number {
    return this.stored.findIndex(stored => {
      const { data } = entryShape.safeParse(stored)
      return data?.id === id && data.user === this.user
    })
  }

  private readAll(): readonly CustomItem<T>[] {
    const found: CustomItem<T>[] = []
    let number = 0
    for (const stored of this.stored) {
      const { data } = entryShape.safeParse(stored)
      if (data && data.user !== this.user) continue
      const name = data ? shownName(data.name) : ''
      const value = data && this.read(data.code)
      const twice = found.some(other => other.id === data?.id)
      if (data && value !== undefined && !twice) found.push({ id: data.id, name, value: { ...value, name } })
      else number += 1
    }
    if (number > 0 && number !== this.unreadable) {
      this.context.get(NOTICES).post({
        kind: 'warning',
        source: 'fretboard',
        code: `${this.word}s_broken`,
        message: SENTENCES[this.word].unreadable,
        values: { count: number },
      })
    }
    this.unreadable = number
    return found
  }
}

function validName(given: string): string {
  const name = shownName(given)
  if (name === '') throw new FretworkError('name_invalid', NO_NAME)
  return name
}
