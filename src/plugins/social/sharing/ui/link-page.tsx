/** Read-only song page for a share link. Works with or without an account. */
import { Box, Button, Group, Skeleton, Title } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { SharedContent, SharedSong } from '../../../../core/contract/sharing.js'
import { GuestNote } from '../../../../core/react/guest-note.js'
import { useAnswer, useAttempt } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Awaited } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint } from '../../../../core/react/looks.js'
import { PluginScreen } from '../../../../core/react/plugin-screen.js'
import { SONG_SESSION } from '../../../player/tokens.js'
import { ONCE } from '../../once.js'
import { linkRefusal, refusalText } from '../sentences.js'
import { sharedThingsOf } from '../shared-things.js'
import { About, inOrder, neckPath, Report, usePageTitle } from './shared-content.js'

/** Fetched only once, even if the page renders several times. Each request counts as a view. */
let opened:
  | { readonly token: string; readonly content: Promise<SharedContent & { public?: boolean }> }
  | undefined

/** Delay for browsers without idle callbacks, ms. */
const IDLE_AFTER_MS = 50

export default function LinkPage() {
  const { t } = useText()
  const { token = '' } = useParams()
  const { auth, commands } = useKernel()
  const things = useService(ONCE)(sharedThingsOf)
  const session = useService(SONG_SESSION)
  const isLoggedIn = useStore(auth.state, ({ status }) => status === 'loggedIn')
  const [current, setCurrent] = useState<string>()
  const ask = useCallback(
    (_signal: AbortSignal) => {
      if (opened?.token !== token)
        opened = { token, content: things.content({ token }, new AbortController().signal) }
      const { content } = opened
      content.catch(() => {
        opened = undefined
      })
      return content
    },
    [things, token],
  )
  const answer = useAnswer(ask)
  const { value, error } = answer
  const { attempt } = useAttempt(refusalText)
  usePageTitle(value?.title)
  useIndexing(value?.public === true)
  const open = (song: SharedSong) => {
    setCurrent(song.id)
    return attempt(() => things.openHere({ token }, song))
  }
  const [first] = value ? inOrder(value) : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the value has loaded
  useEffect(() => {
    const neck = value && neckPath(value)
    if (neck) void commands.execute('fretboard.open-link', { link: neck })
    if (first) void open(first.song)
  }, [value])
  useEffect(() => () => session.close(), [session])
  const isOpen = useStore(session.view, ({ song }) => song !== undefined)
  const [isNeckShown, setNeckShown] = useState(false)
  useEffect(() => {
    if (!isOpen && !(value && !first)) return
    // Render the neck later and in slices, so that slow phones can start playing first.
    const show = () => startTransition(() => setNeckShown(true))
    if (!('requestIdleCallback' in window)) return void setTimeout(show, IDLE_AFTER_MS)
    const idle = requestIdleCallback(show)
    return () => cancelIdleCallback(idle)
  }, [isOpen, value, first])
  if (error !== undefined)
    return (
      <div className={page.page}>
        <Awaited answer={answer} words={linkRefusal} />
        {!isLoggedIn && (
          <Button component={Link} to="/demo" variant="default" mt="md">
            {t('Try Fretwork without an account')}
          </Button>
        )}
      </div>
    )
  return (
    // Leaves room for the heading above the neck.
    <Box __vars={{ '--fw-first-steps': '40px' }}>
      <Group px={{ base: 12, sm: 16 }} pt={8} gap="0 16px" align="baseline" mih={36}>
        {value && (
          <>
            <Title order={1} fz={18} style={{ overflowWrap: 'anywhere' }}>
              {value.title}
            </Title>
            <Hint>
              <About content={value} linked={isLoggedIn} />
            </Hint>
          </>
        )}
        <GuestNote returns />
        {value && value.songs.length > 1 && <Songs content={value} current={current} onOpen={open} />}
      </Group>
      {isNeckShown ? (
        <PluginScreen plugin="fretboard" screen="FretboardPage" part />
      ) : (
        <Skeleton className="fw-card" m={16} w="auto" height={320} aria-hidden />
      )}
      {value && (
        <Box px={{ base: 12, sm: 16 }} pb="md">
          <Report source={{ token }} />
        </Box>
      )}
    </Box>
  )
}

interface SongsProps {
  readonly content: SharedContent
  readonly current: string | undefined
  readonly onOpen: (song: SharedSong) => void
}

function Songs({ content, current, onOpen }: SongsProps) {
  const { t } = useText()
  return (
    <Group
      component="ul"
      aria-label={t('Songs')}
      gap="xs"
      w="100%"
      m={0}
      p={0}
      pt={8}
      style={{ listStyle: 'none' }}
    >
      {inOrder(content).map(({ key, song }) => (
        <li key={key}>
          <Button
            size="compact-md"
            variant={song.id === current ? 'light' : 'default'}
            aria-current={song.id === current}
            leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
            aria-label={t('Open {{song}}', { song: song.title })}
            onClick={() => onOpen(song)}
          >
            {song.title}
          </Button>
        </li>
      ))}
    </Group>
  )
}

/** Lets search engines index only public items. */
function useIndexing(isPublic: boolean): void {
  useEffect(() => {
    if (isPublic) return
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex'
    document.head.append(robots)
    return () => robots.remove()
  }, [isPublic])
}
