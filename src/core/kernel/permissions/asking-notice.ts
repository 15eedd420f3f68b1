import type { Notice } from '../../events/notices.js'
import { phrases } from '../../platform/phrases.js'

const SOURCE = 'workshop'

const { ASKS, SEVERAL_ASK, REVIEW } = phrases({
  ASKS: '“{{plugin}}” asks for permissions.',
  SEVERAL_ASK: 'Several plugins ask for permissions: {{plugins}}.',
  REVIEW: 'Review',
})

export function askingNotice(titles: Readonly<Record<string, string>>): Notice {
  const ids = Object.keys(titles)
  const [id = ''] = ids
  const isOne = ids.length === 1
  return {
    kind: 'info',
    source: SOURCE,
    message: isOne ? ASKS : SEVERAL_ASK,
    values: { plugin: titles[id] ?? id, plugins: Object.values(titles).join(', ') },
    leadsTo: { label: REVIEW, path: isOne ? permissionsPath(id) : '/plugins' },
    topic: 'permissions',
    stays: true,
  }
}

export const permissionsPath = (id: string) => `/plugins?permissions=${encodeURIComponent(id)}`
