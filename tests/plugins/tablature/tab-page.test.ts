import { describe, expect, it } from 'vitest'
import { tabPage } from '../../../src/plugins/tablature/text-commands.js'

const page = tabPage({
  title: 'Rock & <Roll>',
  facts: [['Tuning', 'Standard: E2 <A2>']],
  tab: '  1\ne|-0-|\n\n  2\ne|-1-|\n',
  label: 'Tablature',
  language: 'en',
  foot: 'Prepared by Ada & Bo',
})

describe('the page of a tablature', () => {
  it('has each row in one piece, so that paper does not cut it', () => {
    expect(page.match(/<pre>[^<]*<\/pre>/g)).toEqual(['<pre>  1\ne|-0-|</pre>', '<pre>  2\ne|-1-|</pre>'])
  })

  it('says what a player has to know first, and who prepared it', () => {
    expect(page).toContain('<dl><dt>Tuning</dt><dd>Standard: E2 &lt;A2&gt;</dd></dl>')
    expect(page).toContain('<footer>Prepared by Ada &amp; Bo</footer>')
  })

  it('takes the title as text, runs nothing and fetches nothing', () => {
    expect(page).toContain('<h1>Rock &amp; &lt;Roll&gt;</h1>')
    expect(page).toContain(`default-src 'none'`)
    expect(page).not.toMatch(/<script|https?:|src=/)
  })
})
