// The least that a list of results can cost: a field, and a screenful of plain rows given other words at each letter.
import type { Page } from 'playwright'

/** As many rows as the palette draws at once. */
const ROWS = 12

const CONTENT = `
  <body style="margin: 0; font: 15px sans-serif">
    <div style="position: fixed; inset: 0; background: rgb(0 0 0 / 40%)">
      <div style="margin: 100px auto; width: 620px; border-radius: 14px; overflow: hidden; background: #fff">
        <input role="combobox" spellcheck="false" style="width: 100%; padding: 16px 20px">
        <div id="rows" style="max-height: 420px; overflow: auto"></div>
      </div>
    </div>`

export async function openBareList(page: Page): Promise<void> {
  await page.setContent(CONTENT)
  await page.evaluate(count => {
    const field = document.querySelector('input')
    const list = document.querySelector('#rows')
    const rows = Array.from({ length: count }, () => {
      const row = document.createElement('div')
      row.style.cssText = 'display: flex; align-items: center; gap: 12px; min-height: 50px; padding: 4px 20px'
      const [section, title] = [document.createElement('span'), document.createElement('span')]
      row.append(section, title)
      list?.append(row)
      return { section, title }
    })
    let letters = 0
    field?.addEventListener('input', () => {
      letters += 1
      for (const [index, { section, title }] of rows.entries()) {
        section.textContent = `Section ${letters % 7}`
        title.textContent = `Show the command ${letters * count + index} of the list`
      }
    })
    field?.focus()
  }, ROWS)
}
