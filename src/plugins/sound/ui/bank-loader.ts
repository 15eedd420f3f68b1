import { BackOff } from '../back-off.js'
import type { LoadingInstruments } from '../synth.js'
import { bankFile } from '../synthesis/bank-files.js'
import type { Patch } from '../synthesis/sound-port.js'

interface BankLoaderParts {
  /** @param as patch for which the loaded instrument is used */
  readonly load: (patch: Patch, as: Patch) => Promise<ArrayBuffer>
  readonly add: (id: string, bank: ArrayBuffer) => void
  /** Returns the time in ms. */
  readonly now: () => number
  readonly onLoading: (loading: LoadingInstruments) => void
}

interface Instrument {
  readonly patch: Patch
  readonly retry: BackOff
  state: 'loading' | 'loaded' | 'missing'
  instead?: Patch | undefined
  error?: unknown
}

/** Included drum kits can share a file that the user's own kits don’t. */
export const idOf = ({ program, isDrums, bank = 0 }: Patch) =>
  `${bank} ${isDrums ? 'kit' : 'program'} ${program}`

/** Loads each instrument once. Substitutes a related one for a missing instrument until it loads. */
export function createBankLoader({ load, add, now, onLoading }: BankLoaderParts) {
  const instruments = new Map<string, Instrument>()
  let left = 0
  let of = 0

  const those = (state: Instrument['state']) => [...instruments.values()].filter(each => each.state === state)

  const count = (more: number) => {
    left += more
    of = left === 0 ? 0 : of + Math.max(0, more)
    const missing = those('missing').map(({ patch, instead, error }) => ({ patch, instead, error }))
    onLoading({ left, of, missing })
  }

  const start = async (patch: Patch, retry = new BackOff(now)) => {
    const id = idOf(patch)
    const mine: Instrument = { patch, retry, state: 'loading' }
    instruments.set(id, mine)
    count(1)
    // A later attempt may have finished first.
    const put = (bank: ArrayBuffer) => instruments.get(id) === mine && add(id, bank)
    try {
      put(await load(patch, patch))
      mine.state = 'loaded'
    } catch (error) {
      retry.failed()
      Object.assign(mine, { state: 'missing', error })
      await replace(mine, put)
    }
    count(-1)
  }

  const replace = async (missing: Instrument, put: (bank: ArrayBuffer) => void) => {
    const [instead] = relatedTo(
      missing.patch,
      those('loaded').map(({ patch }) => patch),
    )
    if (!instead) return
    try {
      put(await load(instead, missing.patch))
      missing.instead = instead
    } catch {
      // The cached download may be gone by now. The synthesizer plays instead.
    }
  }

  return {
    /** Loads an instrument, and retries a missing one unless it has failed recently. */
    need(patch: Patch): void {
      const known = instruments.get(idOf(patch))
      if (patch.isPlain || (known && (known.state !== 'missing' || !known.retry.isDue))) return
      void start(patch, known?.retry)
    },
    /** Retries all missing instruments immediately. */
    retry(): void {
      for (const { patch } of those('missing')) void start(patch)
    },
    /** Loads everything again, because sound banks were added or removed. */
    reload(): void {
      for (const { patch } of [...instruments.values()]) void start(patch)
    },
    /** Call if an added bank can’t be used. */
    lose(id: string, error: unknown): void {
      const lost = instruments.get(id)
      if (!lost) return
      lost.retry.failed()
      Object.assign(lost, { state: 'missing', instead: undefined, error })
      count(0)
    },
  }
}

/** Sorts by similarity: first the family of eight programs, then the rest. Drums only replace drums. */
export function relatedTo(patch: Patch, loaded: readonly Patch[]): Patch[] {
  const family = ({ program }: Patch) => Math.floor(program / 8)
  const distance = (each: Patch) =>
    (family(each) === family(patch) ? 0 : 128) + Math.abs(each.program - patch.program)
  return loaded
    .filter(({ isDrums = false }) => isDrums === (patch.isDrums ?? false))
    .toSorted((a, b) => distance(a) - distance(b))
}

/** @throws Error */
export async function fetchBank(patch: Patch, signal?: AbortSignal): Promise<Blob> {
  const answer = await fetch(`/${bankFile(patch)}`, signal ? { signal } : {})
  if (!answer.ok) throw new Error(`${answer.url} returned ${answer.status}`)
  return await answer.blob()
}

export const startBanksWorker = () =>
  new Worker(new URL('./banks.worker.ts', import.meta.url), { type: 'module', name: 'sound banks' })
