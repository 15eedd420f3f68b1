/** The whole tablature on paper, wrapped to its width: on screen, the lane shows only a part of it. */
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useService } from '../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { type OpenSong, SONG_FINGERING } from '../../player/tokens.js'
import { songText } from '../song-text.js'
import classes from './paper-tab.module.css'

export function PaperTab({ song }: { readonly song: OpenSong }) {
  return usePrinting() ? <Rows song={song} /> : null
}

function Rows({ song }: { readonly song: OpenSong }) {
  const view = useService(NECK_VIEW).getState()
  const text = songText(song, useService(SONG_FINGERING), view).write([])
  return (
    <div className={`fw-on-paper ${classes.rows}`}>
      <h2>{song.title}</h2>
      {text
        .trimEnd()
        .split('\n\n')
        .map(row => (
          <pre key={row}>{row}</pre>
        ))}
    </div>
  )
}
