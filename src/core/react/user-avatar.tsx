import { Avatar } from '@mantine/core'
import { useEffect, useState } from 'react'
import { avatarOf } from '../contract/account.js'
import type { Kernel } from '../kernel/tokens.js'
import { useKernel } from './kernel-context.js'

export interface UserAvatarProps {
  readonly user: { readonly id: string; readonly name: string; readonly avatar?: string | undefined }
  readonly size?: number
}

/** Colors with enough contrast. Mantine’s others are below 4.5:1 (WCAG 2, 1.4.3). */
const READABLE = ['pink', 'grape', 'violet', 'indigo', 'blue', 'cyan']

/** Shows a user's picture or initials. Hidden from screen readers: the name is next to it. */
export function UserAvatar({ user, size = 38 }: UserAvatarProps) {
  const url = usePicture(user)
  const initials = initialsOf(user.name)
  return (
    <Avatar
      src={url}
      size={size}
      {...(initials && { name: user.id, color: 'initials', allowedInitialsColors: READABLE })}
      alt=""
      aria-hidden
    >
      {initials || undefined}
    </Avatar>
  )
}

function usePicture({ id, avatar }: UserAvatarProps['user']): string | undefined {
  const kernel = useKernel()
  const [shown, setShown] = useState<{ avatar: string; url: string }>()

  useEffect(() => {
    if (avatar === undefined) return
    let current = true
    const { url, giveBack } = takePicture(kernel, id, avatar)
    url.then(
      ready => current && setShown({ avatar, url: ready }),
      () => undefined,
    )
    return () => {
      current = false
      giveBack()
    }
  }, [kernel, id, avatar])

  return shown !== undefined && shown.avatar === avatar ? shown.url : undefined
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map(word => ([...(word ?? '')][0] ?? '').toLocaleUpperCase()).join('')
}

const KEPT_MS = 60_000

interface Picture {
  readonly url: Promise<string>
  shownBy: number
}

const pictures = new WeakMap<Kernel, Map<string, Picture>>()

function takePicture(kernel: Kernel, id: string, avatar: string): { url: Promise<string>; giveBack(): void } {
  const mine = pictures.get(kernel) ?? new Map<string, Picture>()
  pictures.set(kernel, mine)
  const key = `${id} ${avatar}`
  const picture = mine.get(key) ?? { url: fetchPicture(kernel, id), shownBy: 0 }
  picture.shownBy++
  mine.set(key, picture)
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
