import { describe, expect, it } from 'vitest'
import { htmlReport, type ReportCase } from '../../../cli/io/reports.js'

const CASES: readonly ReportCase[] = [
  { name: 'one', group: 'a', outcome: 'ok', lines: [] },
  { name: 'two', group: 'a', outcome: 'failed', lines: ['4 instead of 5', 'at the end'], repeat: "run '2'" },
  { name: 'three', group: 'b', outcome: 'broken', lines: ['no file'] },
  { name: 'four', group: 'b', outcome: 'skipped', lines: ['read-only'] },
]

describe('HTML report', () => {
  it('the HTML report counts the outcomes and shows each failure with its command', () => {
    const html = htmlReport('fretwork api check', CASES)
    expect(html).toContain('<title>fretwork api check: 2 failures</title>')
    expect(html).toContain('1 ok, 1 failed, 1 could not be checked, 1 left out')
    expect(html).toContain('<h2>a: two</h2>\n<pre>4 instead of 5\nat the end</pre>')
    expect(html).toContain("<pre><code>run '2'</code></pre>")
    expect(html).toContain('<h2>b: three</h2>')
    expect(html).not.toContain('<h2>a: one</h2>')
    expect(htmlReport('fretwork api check', CASES.slice(0, 1))).toContain('All checks passed')
  })

  it('the HTML report runs no scripts and loads no resources', () => {
    const bad = '<script src="https://example.org/x.js"></script>\u001b[31m'
    const html = htmlReport(bad, [{ name: bad, group: bad, outcome: 'failed', lines: [bad], repeat: bad }])
    expect(html).not.toContain('<script')
    expect(html).not.toContain('\u001b')
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/(src|href)="(?!#)/)
  })
})
