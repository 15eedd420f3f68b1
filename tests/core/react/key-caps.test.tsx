import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { KeyCaps } from '../../../src/core/react/key-caps.js'
import { show } from './shown.js'

const caps = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent)

it.each([
  ['en', ['Ctrl+Shift+Del', 'Space', 'PgUp']],
  ['de', ['Strg+Umschalt+Entf', 'Leertaste', 'Bild↑']],
])('the caps of keys are labelled as on a keyboard of %s', async (language, labels) => {
  await show(<KeyCaps binding="$mod+Shift+delete space pageup" />, language)
  await screen.findByText(labels[0] ?? '')
  expect(caps()).toEqual(labels)
})
