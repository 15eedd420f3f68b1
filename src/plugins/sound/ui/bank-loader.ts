import { bankFile } from '../synthesis/bank-files.js'
import type { Patch } from '../synthesis/sound-ports.js'

interface BankLoaderParts {
  /** @param as patch that the loaded instrument plays for */
  readonly load: (patch: Patch, as: Patch) => Promise<ArrayBuffer>
  readonly add: (id: string, bank: ArrayBuffer) => void
  readonly onLoading: (left: number, of: number) => void
  /** @param instead `undefined` if no other instrument is loaded */
  readonly onMissing: (patch: Patch, instead: Patch | undefined, error: unknown) => void
}

type State = 'loading' | 'loaded' | 'missing'

/** Included drum kits can share a file that the user's own kits don’t. */
export const idOf = ({ program, isDrums, bank = 0 }: Patch) =>
  `${bank} ${isDrums ? 'kit' : 'program'} ${program}`

/** Loads each instrument once, and replaces a missing instrument by a related one. */
export function createBankLoader({ load, add, onLoading, onMissing }: BankLoaderParts) {
  const patches = new Map<string, { readonly patch: Patch; state: State }>()
  let left = 0
  let all = 0
  /** Increased when the instruments' sources change. */
  let round = 0

  const count = (more: number) => {
    left += more
    all = left === 0 ? 0 : all + Math.max(0, more)
    onLoading(left, all)
  }

  const start = async (patch: Patch) => {
    const id = idOf(patch)
    const mine = { patch, state: 'loading' as State }
    const started = round
    patches.set(id, mine)
    count(1)
    try {
      const bank = await load(patch, patch)
      if (started !== round) return
      add(id, bank)
      mine.state = 'loaded'
    } catch (error) {
      if (started !== round) return
      mine.state = 'missing'
      const instead = await replace(patch)
      onMissing(patch, instead, error)
    } finally {
      count(-1)
    }
  }

  const replace = async (patch: Patch): Promise<Patch | undefined> => {
    const loaded = [...patches.values()].filter(({ state }) => state === 'loaded').map(each => each.patch)
    const [instead] = relatedTo(patch, loaded)
    if (!instead) return undefined
    try {
      add(idOf(patch), await load(instead, patch))
      return instead
    } catch {
      // Its download may be gone by now. The synthesizer plays instead.
      return undefined
    }
  }

  return {
    need(patch: Patch): void {
      if (!patch.isPlain && !patches.has(idOf(patch))) void start(patch)
    },
    /** Retries missing instruments. */
    retry(): void {
      for (const { patch, state } of [...patches.values()]) if (state === 'missing') void start(patch)
    },
    /** Loads everything again, because sound banks were added or removed. */
    reload(): void {
      round += 1
      for (const { patch } of [...patches.values()]) void start(patch)
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
