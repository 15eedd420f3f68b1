import { describe, expect, it } from 'vitest'
import { Metrics } from '../../../server/operations/metrics.js'

describe('metrics', () => {
  it('count a value in every bucket that reaches it, and its sum', async () => {
    const metrics = new Metrics()
    const durations = metrics.histogram('took_seconds', 'How long.', [0.1, 1])
    for (const value of [0.1, 0.5, 3]) durations.observe({ route: '/a' }, value)
    expect(await metrics.text()).toBe(
      [
        '# HELP took_seconds How long.',
        '# TYPE took_seconds histogram',
        'took_seconds_bucket{route="/a",le="0.1"} 1',
        'took_seconds_bucket{route="/a",le="1"} 2',
        'took_seconds_bucket{route="/a",le="+Inf"} 3',
        'took_seconds_sum{route="/a"} 3.6',
        'took_seconds_count{route="/a"} 3',
        '',
      ].join('\n'),
    )
  })

  it('ask a gauge at each reading', async () => {
    const metrics = new Metrics()
    let value = 1
    metrics.gauge('waiting', 'Who waits.', () => [{ value }])
    expect(await metrics.text()).toContain('\nwaiting 1\n')
    value = 2
    expect(await metrics.text()).toContain('\nwaiting 2\n')
  })

  it('keep a label in its quotes, whatever it holds', async () => {
    const metrics = new Metrics()
    metrics.gauge('waiting', 'Who waits.', () => [{ labels: { at: 'a"b\\c\nd' }, value: 1 }])
    expect(await metrics.text()).toContain('waiting{at="a\\"b\\\\c\\nd"} 1\n')
  })
})
