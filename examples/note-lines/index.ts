import { FretworkError, parseNoteName, plugin } from '@fretwork/sdk'

/**
 * Opens songs that are written as text: a tempo, then one note and its length in beats per line.
 *
 *     notes 90
 *     E4 1
 *     - 0.5
 *     B3 2
 */
export default plugin({
  id: 'note-lines',
  title: 'Note lines',
  permissions: {},
  setup({ songs }) {
    songs.addFormat({
      title: 'Note lines',
      extensions: ['.notes'],
      read: bytes => readNoteLines(new TextDecoder().decode(bytes)),
    })
  },
})

/** @throws FretworkError with the number of the wrong line */
export function readNoteLines(text: string) {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const tempo = Number(/^notes (\d+)$/.exec(head.trim())?.[1])
  if (!(tempo > 0)) throw wrong(1, 'must be "notes" and a tempo, such as: notes 90')
  const notes = []
  let time = 0
  for (const [index, line] of lines.entries()) {
    const [name = '', beats = ''] = line.trim().split(/\s+/)
    const duration = (Number(beats) * 60) / tempo
    if (!(duration > 0)) throw wrong(index + 2, `needs a length in beats after "${name}"`)
    const midi = name === '-' ? undefined : parseNoteName(name)
    if (name !== '-' && midi === undefined) throw wrong(index + 2, `begins with "${name}", not with a note`)
    if (midi !== undefined) notes.push({ midi, time, duration })
    time += duration
  }
  return { tracks: [{ name: 'Notes', notes }] }
}

const wrong = (line: number, what: string) => new FretworkError('note_lines_wrong', `Line ${line} ${what}.`)
