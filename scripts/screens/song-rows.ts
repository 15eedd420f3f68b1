// Songs: the list empty, with songs, full and searched, files on their way and refused, one song, none to be kept.
// The rows follow each other in one browser: what one of them has dropped, the next one finds.
import type { Page } from 'playwright'
import { minuetInG } from '../../src/plugins/library/included/minuet-in-g.js'
import { inGerman } from './answers.js'
import { pressing, type Screen, settled } from './screen.js'

interface Dropped {
  readonly name: string
  readonly text: string
}

/** Short and long names, of one piece. */
function songs(...names: readonly string[]): readonly Dropped[] {
  return names.map(name => {
    const song = minuetInG()
    song.header.name = name
    return { name: `${name}.json`, text: JSON.stringify(song) }
  })
}

const DAMAGED: Dropped = { name: 'Wedding set, last version (3).mid', text: 'MThd and nothing behind it' }

const dropping = (files: readonly Dropped[]) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(all => {
    const transfer = new DataTransfer()
    for (const { name, text } of all) transfer.items.add(new File([text], name))
    const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
  }, files)
  await settled(page)
}

/** A worker that has come so far and no further. */
async function withSlowWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Slow extends EventTarget {
      postMessage() {
        const data = { kind: 'progress', portion: 0.4 }
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
      }
      terminate() {
        // It does nothing that would have to be ended.
      }
    }
    Object.assign(window, { Worker: Slow })
  })
}

async function withoutDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = () => {
      throw new DOMException('A private window.', 'InvalidStateError')
    }
    Object.defineProperty(IDBFactory.prototype, 'open', { value: open })
  })
}

async function searchNothing(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('zither')
  await settled(page)
}

const LONG = 'Sonata quasi una fantasia, third movement, arranged for two guitars and a very patient audience'

const rows: readonly Screen[] = [
  { name: 'songs-empty', path: '/songs', whole: true },
  { name: 'songs-refused', path: '/songs', act: dropping([DAMAGED]), whole: true },
  {
    name: 'songs-reading',
    path: '/songs',
    before: withSlowWorker,
    act: dropping(songs('Blackbird', 'Asturias')),
  },
  {
    name: 'songs',
    path: '/songs',
    act: dropping(songs('Blackbird', 'Asturias', LONG, 'Cavatina', 'Lágrima')),
    whole: true,
  },
  { name: 'songs-nothing-found', path: '/songs', act: searchNothing },
  { name: 'songs-removed', path: '/songs', act: pressing('Remove Cavatina') },
  { name: 'song', path: '/songs/blackbird', whole: true },
  { name: 'song-ours', path: '/songs/spanish-romance', whole: true },
  { name: 'song-gone', path: '/songs/unknown' },
  { name: 'songs-none', path: '/songs', before: withoutDatabase },
  { name: 'songs-german', path: '/songs', before: inGerman, act: dropping([DAMAGED]), whole: true },
  { name: 'song-german', path: '/songs/blackbird', before: inGerman, whole: true },
]

/** Whose plan keeps five. */
const FULL: Screen = {
  name: 'songs-full',
  path: '/songs',
  asAdmin: true,
  act: dropping(songs('Blackbird', 'Asturias', LONG, 'Cavatina', 'Lágrima', 'Recuerdos')),
  whole: true,
}

export const SONG_SCREENS: readonly Screen[] = [...rows.map(row => ({ ...row, loggedIn: true })), FULL]
