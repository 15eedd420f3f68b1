// The other words of commands name commands that there are, in every language.
import { expect, it } from 'vitest'
import { CORE_COMMANDS, HOST_COMMANDS } from '../../src/core/commands/built-in-commands.js'
import type { CommandWords } from '../../src/core/commands/search/palette-search.js'
import coreWords from '../../src/core/commands/words.json' with { type: 'json' }
import { navigationOf } from '../../src/core/kernel/extensions/contributions.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'

const words: CommandWords = Object.assign(
  {},
  coreWords,
  ...(await Promise.all(PLUGINS.map(async plugin => (await plugin.words?.())?.default))),
)

it('belong to a command, a screen or a setting', () => {
  const known = new Set([
    ...[...CORE_COMMANDS, ...HOST_COMMANDS].map(({ id }) => id as string),
    ...PLUGINS.flatMap(({ contributes }) => (contributes?.commands ?? []).map(({ id }) => id)),
    ...navigationOf(PLUGINS).map(({ path }) => `app.go-to${path.replaceAll('/', '-')}`),
  ])
  expect(Object.keys(words).filter(id => !known.has(id) && !/\.settings-/.test(id))).toEqual([])
})

it('are there for every command that the palette lists', () => {
  const listed = PLUGINS.flatMap(({ contributes }) => contributes?.commands ?? []).filter(
    ({ hidden }) => !hidden,
  )
  expect(listed.filter(({ id }) => !words[id]?.en || !words[id]?.de).map(({ id }) => id)).toEqual([])
})

it.each([
  ['en', 'handout'],
  ['de', 'Handzettel'],
])('find both printed pages, of the neck and of the tablature, as a handout in %s', (language, word) => {
  const handouts = Object.keys(words).filter(id => words[id]?.[language]?.split(', ').includes(word))
  expect(handouts).toEqual(expect.arrayContaining(['fretboard.export-html', 'tablature.save-page']))
})
