/** The pictures of users as object addresses: fetched once for all who show them, and given back when nobody does. */
import { avatarOf } from '../../api/avatars.js'
import type { Kernel } from '../../kernel/host/kernel.js'

/** Lists are left and come back to: until then a picture is not fetched anew. */
const KEPT_MS = 60_000

interface Picture {
  readonly url: Promise<string>
  shownBy: number
}

const pictures = new WeakMap<Kernel, Map<string, Picture>>()

/**
 * @param avatar the version: another one is another picture
 * @returns the address, and how to give it back
 */
export function takePicture(
  kernel: Kernel,
  id: string,
  avatar: string,
): { url: Promise<string>; giveBack(): void } {
  const mine = pictures.get(kernel) ?? new Map<string, Picture>()
  pictures.set(kernel, mine)
  const key = `${id} ${avatar}`
  const picture = mine.get(key) ?? { url: fetchPicture(kernel, id), shownBy: 0 }
  picture.shownBy++
  mine.set(key, picture)
  // One that could not be fetched is asked for again by the next who shows it.
  picture.url.catch(() => mine.delete(key))
  return {
    url: picture.url,
    giveBack() {
      picture.shownBy--
      kernel.platform.clock.after(KEPT_MS, () => {
        if (picture.shownBy > 0 || mine.get(key) !== picture) return
        mine.delete(key)
        void picture.url.then(url => URL.revokeObjectURL(url))
      })
    },
  }
}

async function fetchPicture({ api }: Kernel, id: string): Promise<string> {
  const bytes = await api.call(avatarOf, { params: { id } })
  return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
}
