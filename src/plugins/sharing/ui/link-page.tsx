/** What a link leads to, for people without an account: read-only, with neck and player. */
import { Alert, Anchor, Box, Button, Group, Text } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { SharedContent, SharedSong } from '../../../core/api/sharing.js'
import { timeText } from '../../../core/music/song/time-text.js'
import { useAnswer, useAttempt } from '../../../core/react/hooks/use-answer.js'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Awaited } from '../../../core/react/list-page.js'
import page from '../../../core/react/list-page.module.css'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import type { BareNeck } from '../../fretboard/tokens.js'
import { type OpenSong, SONG_SESSION } from '../../player/tokens.js'
import { SHARED_THINGS } from '../internal-tokens.js'
import { refusalText } from '../sentences.js'
import { ContentHeader, Report, SongList } from './shared-content.js'

/** Opened once, however often the page is drawn: each time counts as a view. */
let opened:
  | { readonly token: string; readonly content: Promise<SharedContent & { public?: boolean }> }
  | undefined

export default function LinkPage() {
  const { t } = useText()
  const { token = '' } = useParams()
  const { auth } = useKernel()
  const things = useService(SHARED_THINGS)
  const isLoggedIn = useStore(auth.state, ({ status }) => status === 'loggedIn')
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
  const { value } = answer
  const { attempt } = useAttempt(refusalText)
  const source = { token }
  useIndexing(value?.public === true)
  const only = value?.songs.length === 1 ? value.songs[0] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (only) open(only)
  }, [only])
  const open = (song: SharedSong) => void attempt(() => things.openHere(source, song))
  return (
    <div className={page.page}>
      <Awaited answer={answer} words={refusalText} />
      {value && (
        <>
          <ContentHeader content={value} linked={isLoggedIn} />
          {value.songs.length > 1 && <SongList content={value} onOpen={open} />}
          <Player />
          {!isLoggedIn && (
            <Alert variant="outline">
              <Group gap="xs">
                <Text size="sm">{t('Create an account to save, edit and practice it.')}</Text>
                <Anchor component={Link} to="/register" size="sm">
                  {t('Register')}
                </Anchor>
              </Group>
            </Alert>
          )}
          <Report source={source} />
        </>
      )}
    </div>
  )
}

/** Only what is public anyway may be found by search engines. */
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

function Player() {
  const things = useService(SHARED_THINGS)
  const session = useService(SONG_SESSION)
  const song = useStore(session.view, view => view.song)
  useEffect(() => {
    let isShown = true
    const showNeck = (bare: BareNeck | undefined) =>
      things.neck().then(neck => (isShown || !bare) && neck.setState(bare, true))
    void showNeck({ frets: { from: 0, to: 12 }, marks: [] })
    return () => {
      isShown = false
      void showNeck(undefined)
      session.close()
    }
  }, [things, session])
  return (
    <Box className="fw-card" p={12} style={{ overflowX: 'auto' }}>
      <PluginScreen plugin="fretboard" screen="BareNeck" part />
      {song && <Controls song={song} />}
    </Box>
  )
}

const STEP_MS = 100

function Controls({ song }: { readonly song: OpenSong }) {
  const { t } = useText()
  const session = useService(SONG_SESSION)
  const { playing, fromMs } = useStore(session.view)
  const slider = useRef<HTMLInputElement>(null)
  const show = useCallback(() => {
    if (slider.current) slider.current.value = String(session.positionMs())
  }, [session])
  useMoment({ running: playing, rest: fromMs, now: () => session.positionMs() }, show)
  return (
    <Group gap="sm" wrap="nowrap">
      <Button
        leftSection={
          playing ? (
            <IconPlayerPauseFilled size={14} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={14} aria-hidden />
          )
        }
        onClick={() => (playing ? session.stop() : session.play())}
      >
        {playing ? t('Pause') : t('Play')}
      </Button>
      <input
        ref={slider}
        style={{ flex: 1, minWidth: 0 }}
        type="range"
        min={0}
        max={Math.max(1, Math.ceil(song.lengthMs / STEP_MS)) * STEP_MS}
        step={STEP_MS}
        defaultValue={0}
        aria-label={t('Time in the song')}
        onChange={event => session.seek(Number(event.currentTarget.value))}
      />
      <Text size="sm">{timeText(song.lengthMs)}</Text>
    </Group>
  )
}
