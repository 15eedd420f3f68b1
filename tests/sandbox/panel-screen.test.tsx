import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createStore } from '../../src/core/platform/store.js'
import type { ExternalPanel, PanelState } from '../../src/sandbox/host/external-runtime.js'
import { panelScreen } from '../../src/sandbox/host/panel-screen.js'
import { show } from '../core/react/shown.js'

it('a chart shows its highest and lowest value and its first and last label', async () => {
  const chart = { title: 'Score', values: [1.5, -2, 1200.25], labels: ['Mon', 'Tue', 'Wed'] }
  const panel: ExternalPanel = {
    ...{ plugin: 'practice-count', isPage: false, state: createStore<PanelState>({ data: { chart } }) },
    ...{ show: () => undefined, send: () => undefined },
  }
  const Screen = panelScreen(panel)
  await show(<Screen />, 'de')
  const { textContent } = screen.getByRole('figure')
  for (const text of ['1.200', '-2', 'MonWed']) expect(textContent).toContain(text)
  expect(screen.getByRole('img', { name: 'Score: Mon: 1.5, Tue: -2, Wed: 1200.25' })).toBeDefined()
})
