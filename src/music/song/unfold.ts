/** Repeats and jumps in a bar. Names distinguish several segnos or codas. */
export interface BarMarks {
  readonly repeatStart?: boolean | undefined
  /** Number of times to play the passage that ends here, at least 2. */
  readonly repeatEnd?: number | undefined
  /** Passes on which the bar is played, starting at 1. */
  readonly endings?: readonly number[] | undefined
  readonly segno?: string | undefined
  readonly coda?: string | undefined
  readonly toCoda?: string | undefined
  readonly fine?: boolean | undefined
  readonly jump?: Jump | undefined
}

export interface Jump {
  /** Segno to jump to; if undefined, the beginning. */
  readonly segno?: string | undefined
  /** Where the music stops or continues after the jump; `any` means the first Fine or To Coda. */
  readonly until: 'end' | 'fine' | 'any' | { readonly coda: string }
  readonly withRepeats?: boolean | undefined
}

/**
 * Returns the bar indices in playing order, or undefined if there are more than `limit`. A jump is taken
 * once, on the last pass through its bar. After a jump, repeated passages are played once, with their last
 * ending. To Coda and Fine apply only after a jump. Unmatched signs are ignored.
 */
export function unfold(bars: readonly BarMarks[], limit: number): number[] | undefined {
  const order: number[] = []
  const { passages, endingOf } = passagesOf(bars)
  const taken = new Set<number>()
  /** Passages that contain the bar, innermost last. */
  let inside: { readonly passage: Passage; pass: number }[] = []
  let until: Jump['until'] = 'end'
  let heard = -1
  let next = 0

  const enter = (passage: Passage) =>
    inside.push({ passage, pass: passage.start <= heard ? passage.passes : 1 })
  const moveTo = (bar: number) => {
    while ((inside.at(-1)?.passage.end ?? bar) < bar) inside.pop()
    for (const passage of passages.get(bar) ?? []) {
      if (inside.every(entered => entered.passage !== passage)) enter(passage)
    }
  }
  const jumpTo = (bar: number) => {
    inside = []
    for (const passage of [...passages.values()].flat()) {
      if (passage.start < bar && passage.end >= bar) enter(passage)
    }
    next = bar
  }
  const isPlayed = (bar: number, { endings = [] }: BarMarks) => {
    const entered = inside.find(({ passage }) => passage === endingOf[bar])
    return !entered || endings.includes(endingFor(entered.passage, entered.pass))
  }
  const isLastPass = (bar: number, { endings = [] }: BarMarks) =>
    inside.every(
      ({ passage, pass }) =>
        pass === passage.passes || (passage === endingOf[bar] && pass >= Math.max(...endings)),
    )

  while (next < bars.length) {
    const at = next
    const bar = bars[at] ?? {}
    next += 1
    moveTo(at)
    if (!isPlayed(at, bar)) continue
    if (order.length >= limit) return undefined
    order.push(at)
    const entered = inside.at(-1)
    if (entered?.passage.closings.has(at) && entered.pass < entered.passage.passes) {
      entered.pass += 1
      next = entered.passage.start
    } else if (isLastPass(at, bar)) {
      if (bar.fine && (until === 'fine' || until === 'any')) return order
      const coda = codaAfter(bars, at, until)
      const { jump } = bar
      const start = jump && !taken.has(at) ? startOf(bars, at, jump) : undefined
      if (coda !== undefined) {
        until = until === 'any' ? 'fine' : 'end'
        jumpTo(coda)
      } else if (jump && start !== undefined) {
        taken.add(at)
        until = jump.until
        heard = jump.withRepeats ? -1 : Math.max(heard, at)
        jumpTo(start)
      }
    }
  }
  return order
}

function codaAfter(bars: readonly BarMarks[], at: number, until: Jump['until']): number | undefined {
  const name = bars[at]?.toCoda
  const isMeant = until === 'any' || (typeof until === 'object' && until.coda === name)
  if (name === undefined || !isMeant) return undefined
  const after = (isSign: Test) => bars.findIndex((bar, index) => index > at && isSign(bar))
  const before = (isSign: Test) => bars.slice(0, at).findLastIndex(isSign)
  return nearest(({ coda }) => coda, name, [after, before])
}

function startOf(bars: readonly BarMarks[], at: number, { segno: name }: Jump): number | undefined {
  if (name === undefined) return 0
  const before = (isSign: Test) => bars.slice(0, at + 1).findLastIndex(isSign)
  return nearest(({ segno }) => segno, name, [before, isSign => bars.findIndex(isSign)])
}

type Test = (bar: BarMarks) => boolean

function nearest(
  labelOf: (bar: BarMarks) => string | undefined,
  name: string,
  ways: readonly ((isSign: Test) => number)[],
): number | undefined {
  const tests: Test[] = [bar => labelOf(bar) === name, bar => labelOf(bar) !== undefined]
  return tests.flatMap(test => ways.map(way => way(test))).find(found => found >= 0)
}

interface Passage {
  readonly start: number
  /** Last bar of the passage, including its endings. */
  end: number
  passes: number
  /** Bars with a repeat sign at the end. */
  readonly closings: Set<number>
  readonly endings: { readonly numbers: readonly number[]; readonly first: number; last: number }[]
  times: number
}

interface Passages {
  /** Passages by their first bar, outermost first. */
  readonly passages: ReadonlyMap<number, readonly Passage[]>
  readonly endingOf: readonly (Passage | undefined)[]
}

/** Repeated passages may be nested. Without a start sign, a passage starts where the previous one ends. */
function passagesOf(bars: readonly BarMarks[]): Passages {
  const passages = new Map<number, Passage[]>()
  const endingOf: (Passage | undefined)[] = []
  const open: Passage[] = []
  let free = 0
  const begin = (start: number) => {
    const passage: Passage = { start, end: start, passes: 1, closings: new Set(), endings: [], times: 2 }
    open.push(passage)
    return passage
  }
  const finish = (end: number) => {
    const passage = open.pop()
    if (!passage) return
    closeEndings(passage)
    passage.end = end
    passage.passes = passesOf(passage)
    free = end + 1
    if (passage.closings.size > 0)
      passages.set(passage.start, [passage, ...(passages.get(passage.start) ?? [])])
  }

  for (const [index, { repeatStart, endings = [], repeatEnd }] of bars.entries()) {
    const numbers = `${endings}`
    const isSame = numbers !== '' && numbers === `${bars[index - 1]?.endings ?? []}`
    const goesOn = (passage: Passage) =>
      isSame && passage === endingOf[index - 1] && !passage.closings.has(index - 1)
    const isNextEnding = ({ endings: others }: Passage) =>
      endings.length > 0 &&
      !isSame &&
      !endings.some(number => others.some(other => other.numbers.includes(number))) &&
      (others.length > 0 || !endings.includes(1))
    for (let last = open.at(-1); last && last.closings.size > 0; last = open.at(-1)) {
      if (goesOn(last) || isNextEnding(last)) break
      finish(index - 1)
    }
    const outer = open.at(-1)
    if (repeatStart) begin(index)
    if (endings.length > 0) {
      const ending = open.find(goesOn)
      const passage = ending ?? (outer && outer.closings.size > 0 ? outer : (open.at(-1) ?? begin(free)))
      const { endings: others } = passage
      const current = others.at(-1)
      if (ending && current) current.last = index
      else if (!isCovered(endings, others)) others.push({ numbers: endings, first: index, last: index })
      if (others.some(({ last }) => last === index)) endingOf[index] = passage
    }
    if (repeatEnd !== undefined) {
      const passage = open.at(-1) ?? begin(free)
      passage.closings.add(index)
      passage.times = Math.max(passage.times, repeatEnd)
    }
  }
  while (open.length > 0) finish(bars.length - 1)
  return { passages, endingOf: endingOf.map(passage => (passage?.closings.size ? passage : undefined)) }
}

/** Returns whether earlier endings already cover all passes of this ending. */
function isCovered(endings: readonly number[], others: Passage['endings']): boolean {
  return others.some(
    ({ numbers }) => `${numbers}` !== `${endings}` && endings.every(number => numbers.includes(number)),
  )
}

/** Adds missing repeat signs. Of several consecutive endings, often only the last has one. */
function closeEndings({ closings, endings }: Passage): void {
  const firsts = new Set(endings.map(({ first }) => first))
  if ([...closings].some(closing => endings.every(({ last }) => last !== closing))) return
  for (const { last } of endings) if (firsts.has(last + 1)) closings.add(last)
}

/** If the last ending repeats, more passes may follow without an ending. */
function passesOf({ closings, endings, times }: Passage): number {
  const numbers = numbersOf(endings)
  const highest = numbers.at(-1) ?? 0
  const most = Math.max(times, highest)
  const closing = endings.filter(({ last }) => closings.has(last))
  if (closing.length < closings.size) return most
  const closed = numbersOf(closing)
  return numbers.find(number => !closed.includes(number)) ?? Math.min(most, highest + 1)
}

/** A pass without a matching ending plays the previous one. */
function endingFor({ endings }: Passage, pass: number): number {
  const numbers = numbersOf(endings)
  return pass > (numbers.at(-1) ?? 0) ? pass : (numbers.findLast(number => number <= pass) ?? pass)
}

function numbersOf(endings: Passage['endings']): number[] {
  return endings.flatMap(({ numbers }) => numbers).sort((a, b) => a - b)
}
