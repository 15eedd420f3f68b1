import { Group } from '@mantine/core'
import { shownNoteName } from '../../../core/music/guitar/note-name.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SONG_SESSION } from '../../player/tokens.js'
import { SIGNS, wordsOf } from '../judging/verdict-words.js'
import { JUDGING, type Verdict } from '../tokens.js'
import classes from './judging/judging.module.css'

export default function Hints() {
  const { t } = useText()
  const waiting = useStore(useService(SONG_SESSION).view, view => view.waiting)
  return (
    <div className={classes.hints}>
      <div role="status" className={classes.waiting}>
        {waiting && t('Play the outlined notes.')}
      </div>
      <VerdictLine />
    </div>
  )
}

const SLOTS = 8

function VerdictLine() {
  const { t } = useText()
  const { taking, lost, latest } = useStore(useService(JUDGING).view)
  if (!taking) return null
  const fault = latest.findLast(({ kind }) => kind !== 'hit')
  return (
    <div className={classes.line}>
      <Group component="span" gap={2} wrap="nowrap" aria-hidden="true">
        {Array.from({ length: SLOTS }, (_, slot) => {
          const verdict = latest[latest.length - SLOTS + slot]
          // biome-ignore lint/suspicious/noArrayIndexKey: the slots keep their order
          return <Slot key={slot} verdict={verdict} />
        })}
      </Group>
      <span className={classes.why} role="status">
        {lost ? (
          t('Lost your place in the song. Start again from any bar.')
        ) : fault ? (
          <Why verdict={fault} />
        ) : null}
      </span>
    </div>
  )
}

function Slot({ verdict }: { verdict: Verdict | undefined }) {
  const pitch = verdict?.wanted ?? verdict?.heard
  return (
    <span className={classes.slot}>
      <span className={classes.sign} data-verdict={verdict?.kind}>
        {verdict ? SIGNS[verdict.kind] : ''}
      </span>
      <span>{pitch === undefined ? '' : shownNoteName(pitch)}</span>
    </span>
  )
}

export function Why({ verdict }: { verdict: Verdict }) {
  const { tm } = useText()
  const { sentence, values } = wordsOf(verdict)
  return <>{tm('practice', sentence, values)}</>
}
