import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

const FILES = {
  'cut.json': '{"tracks": [{"notes": [{"midi":',
  'odd.json': '{"tracks": x}',
  'song.json': '{"tracks": [{"notes": [{"midi": 64, "time": 0, "duration": 1}]}]}',
  'plugin.json': '{"id": "Bad Id", "version": "x", "title": 5}',
  'dir.mid/in-a-folder': '',
}
const { at } = testFolder(FILES, true)
const before = process.cwd()
beforeAll(() => process.chdir(at()))
afterAll(() => process.chdir(before))

it.each([
  [['rep'], 'There is no command "fretwork rep"; did you mean "replay" or "report"?'],
  [['replaiy'], 'There is no command "fretwork replaiy"; did you mean "replay"?'],
  [['server', 'tenant', 'lst'], 'There is no command "fretwork server tenant lst"; did you mean "list"?'],
  [['golden'], 'There is no command "fretwork golden"; did you mean "fretwork replay --golden"?'],
  [['diff'], 'There is no command "fretwork diff"; did you mean "fretwork song diff"?'],
  [['convert'], 'There is no command "fretwork convert"; did you mean "fretwork song convert"?'],
  [['login'], 'There is no command "fretwork login"; did you mean "fretwork api login"?'],
  [['help', 'backup'], 'There is no command "fretwork backup"; did you mean "fretwork server backup"?'],
  [['help', 'dance'], 'There is no command "fretwork dance"; "fretwork --help" lists all.'],
  [['song', 'dance'], 'There is no command "fretwork song dance"; "fretwork song --help" lists all.'],
])(
  'an unknown command %j suggests commands with the same prefix or one typo away',
  async (words, sentence) => {
    expect(await fretwork(...words)).toEqual({ code: 2, out: '', err: `${sentence}\n` })
  },
)

it('the help mentions golden runs', async () => {
  expect((await fretwork('--help')).out.replace(/\s+/g, ' ')).toContain('golden run')
})

it.each([
  [['--ignore', 'velocity', 'song.json']],
  [['--solo', '1', 'song.json']],
  [['--mute', 'ch10', '--loop', 'song.json', '--loop', '2']],
  [['--solo', '1', 'song.json', 'other.json']],
])('the options %o do not consume file arguments', async words => {
  await writeFile('other.json', FILES['song.json'])
  const golden = words.includes('--ignore')
    ? ['--golden', 'leave.ndjson', '--update']
    : ['--format', 'ndjson']
  const { code, err } = await fretwork('replay', '--fast', ...golden, ...words)
  expect([code, err.replace(/song\.json: \d events in leave\.ndjson\n/, '')]).toEqual([0, ''])
})

describe('error messages for invalid input', () => {
  it.each([
    [['run', 'midi-io.set-channel'], 2, 'Missing --channel: expected a whole number from 0 to 16.'],
    [['run', 'replay.replay-file'], 2, 'Missing --bytes: expected JSON, or @ and the name of a file.'],
    [
      ['run', 'replay.replay-file', '--bytes', 'x'],
      2,
      '--bytes: it is not valid JSON: syntax error at byte 0; write JSON, or @ and the name of a file.',
    ],
    [
      ['run', 'replay.replay-file', '--bytes', '@none'],
      2,
      '--bytes: "none" cannot be read (there is no such file or folder); choose another file.',
    ],
    [
      ['song', 'info', 'cut.json'],
      3,
      'cut.json: This song is incomplete: its JSON ends at byte 31. Download or export it again.',
    ],
    [
      ['song', 'info', 'odd.json'],
      3,
      'odd.json: This song is damaged: its JSON is invalid at byte 11. Export it again.',
    ],
    [
      ['practice', 'align', 'cut.json'],
      3,
      '"cut.json" is not valid JSON: it ends at byte 31; choose another file.',
    ],
    [
      ['song', 'convert', 'song.json', 'no/such/x.json'],
      3,
      '"no/such/x.json" cannot be written (there is no such file or folder); choose another path.',
    ],
    [
      ['song', 'convert', 'song.json', 'dir.mid'],
      3,
      '"dir.mid" cannot be written (it is a folder); choose another path.',
    ],
    [['chord', 'voicings', 'C', '--limit', '0'], 2, '--limit must be a whole number of 1 or more, not "0".'],
  ] as const)('%j is rejected with a one-line message', async (words, exit, sentence) => {
    expect(await fretwork(...words)).toEqual({ code: exit, out: '', err: `${sentence}\n` })
  })

  it('a manifest error is described in words, not as a pattern', async () => {
    const { code, out } = await fretwork('plugins', 'check', 'plugin.json')
    expect(code).toBe(3)
    expect(out).toContain('"id": it has to be lowercase letters, digits and hyphens, with a letter first,')
    expect(out).toContain('"version": it has to be a version such as 1.0.0,')
    expect(out).toContain('"title": expected a string')
    expect(out).not.toMatch(/\/\^/)
  })
})
