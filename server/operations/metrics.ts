// Counters that Prometheus reads: durations by label, and values asked for at each reading, in its text format.

export type Labels = Readonly<Record<string, string>>

export interface Histogram {
  /** Adds one value, in the histogram's unit. */
  observe(labels: Labels, value: number): void
}

/** One value of a gauge; several differ in their labels. */
export interface Reading {
  readonly labels?: Labels
  readonly value: number
}

interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'histogram'
  lines(): Promise<string[]>
}

/**
 * The text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/
 * Names are `fretwork_…`, times are seconds, sizes are bytes, as Prometheus asks for.
 */
export class Metrics {
  readonly #families: Family[] = []

  /** @param bounds the upper ends of the buckets, ascending; values beyond the last are counted too. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const series = new Map<string, { counts: number[]; sum: number; count: number }>()
    this.#families.push({
      name,
      help,
      type: 'histogram',
      lines: async () => [...series].flatMap(([labels, row]) => bucketLines(name, labels, bounds, row)),
    })
    return {
      observe(labels, value) {
        const key = labelText(labels)
        const row = series.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
        series.set(key, row)
        const bucket = bounds.findIndex(bound => value <= bound)
        if (bucket >= 0) row.counts[bucket] = (row.counts[bucket] ?? 0) + 1
        row.sum += value
        row.count += 1
      },
    }
  }

  /** `read` is called at each reading; what it cannot tell at the moment it leaves out by an empty list. */
  gauge(name: string, help: string, read: () => readonly Reading[] | Promise<readonly Reading[]>): void {
    this.#families.push({
      name,
      help,
      type: 'gauge',
      lines: async () =>
        (await read()).map(({ labels, value }) => line(name, labelText(labels ?? {}), value)),
    })
  }

  async text(): Promise<string> {
    const blocks = await Promise.all(
      this.#families.map(async family => {
        const head = [`# HELP ${family.name} ${family.help}`, `# TYPE ${family.name} ${family.type}`]
        return [...head, ...(await family.lines())].join('\n')
      }),
    )
    return `${blocks.join('\n')}\n`
  }
}

function bucketLines(
  name: string,
  labels: string,
  bounds: readonly number[],
  { counts, sum, count }: { counts: readonly number[]; sum: number; count: number },
): string[] {
  let below = 0
  const buckets = bounds.map((bound, index) => {
    below += counts[index] ?? 0
    return line(`${name}_bucket`, joined(labels, `le="${bound}"`), below)
  })
  return [
    ...buckets,
    line(`${name}_bucket`, joined(labels, 'le="+Inf"'), count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]
}

const line = (name: string, labels: string, value: number) =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value}`
const joined = (labels: string, more: string) => (labels === '' ? more : `${labels},${more}`)

/** @example labelText({ route: '/a"b' }) // 'route="/a\\"b"' */
function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`)
    .join(',')
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`)
