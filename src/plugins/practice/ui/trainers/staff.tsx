/** Staff for guitar music, which is written an octave higher than it sounds. */

import { useText } from '../../../../core/react/kernel-context.js'
import { noteName } from '../../../../music/guitar/note-name.js'

const OCTAVE = 12
const SPACE = 10
const LINES = [0, 1, 2, 3, 4]
const BOTTOM = 4 * SPACE
const TOP = 8 // in steps from the lowest line
const LETTERS = 'CDEFGAB'
const LOWEST_LINE = 4 * 7 + 2 // E4, in steps from C0
const NOTE_X = 78
const HEAD = { rx: 6.4, ry: 4.6 }

/** Returns the staff step, counted from the lowest line. @param pitch sounding MIDI note */
export function placeOnStaff(pitch: number): { readonly step: number; readonly sharp: boolean } {
  const { name, octave } = noteName(pitch + OCTAVE)
  return { step: octave * 7 + LETTERS.indexOf(name.charAt(0)) - LOWEST_LINE, sharp: name.includes('#') }
}

function ledgerSteps(step: number): readonly number[] {
  const steps: number[] = []
  for (let at = -2; at >= step; at -= 2) steps.push(at)
  for (let at = 10; at <= step; at += 2) steps.push(at)
  return steps
}

/** @example useStaffWords()(64) // 'Treble clef with an 8 below. Note on line 1 from the bottom' */
export function useStaffWords(): (pitch: number) => string {
  const { t } = useText()
  return pitch => {
    const { step, sharp } = placeOnStaff(pitch)
    const onLine = step % 2 === 0
    const place = () => {
      if (step > TOP) {
        const number = Math.floor((step - TOP) / 2)
        if (number === 0) return t('Note just above the staff')
        return onLine
          ? t('Note on ledger line {{number}} above the staff', { number })
          : t('Note just above ledger line {{number}} above the staff', { number })
      }
      if (step < 0) {
        const number = Math.floor(-step / 2)
        if (number === 0) return t('Note just below the staff')
        return onLine
          ? t('Note on ledger line {{number}} below the staff', { number })
          : t('Note just below ledger line {{number}} below the staff', { number })
      }
      return onLine
        ? t('Note on line {{number}} from the bottom', { number: step / 2 + 1 })
        : t('Note in space {{number}} from the bottom', { number: (step + 1) / 2 })
    }
    return `${t('Treble clef, sounding an octave lower.')} ${place()}${sharp ? t(', with a sharp') : ''}`
  }
}

export function Staff({ pitch }: { pitch: number }) {
  const words = useStaffWords()
  const { step, sharp } = placeOnStaff(pitch)
  const yOf = (at: number) => BOTTOM - (at * SPACE) / 2
  const y = yOf(step)
  const up = step < 4
  return (
    <svg
      viewBox="-6 -42 132 124"
      style={{ width: 'min(260px, 100%)', height: 'auto' }}
      fill="var(--fw-ink)"
      stroke="var(--fw-ink)"
      textAnchor="middle"
      role="img"
      aria-label={words(pitch)}
    >
      <g strokeWidth={1.1}>
        {LINES.map(line => (
          <line key={line} x1={-2} x2={122} y1={line * SPACE} y2={line * SPACE} />
        ))}
        {ledgerSteps(step).map(at => (
          <line key={at} x1={NOTE_X - 12} x2={NOTE_X + 12} y1={yOf(at)} y2={yOf(at)} />
        ))}
      </g>
      <path
        fill="none"
        strokeWidth={2.2}
        strokeLinecap="round"
        d="M13 33.5C9 31 9.5 24 15.5 24C23 24 25 39.5 13.5 40C3 40 1.5 28 7 21C12 14.5 19 9 18.5-1C18-9 13-9 11.5-1C10.5 6 13.5 20 17 42C18.5 51 9.5 52.5 8 47.5"
      />
      <circle stroke="none" cx={9.6} cy={47} r={2.7} />
      <text stroke="none" fontSize={10} fontStyle="italic" x={13} y={64}>
        8
      </text>
      {sharp && (
        <text stroke="none" fontSize={18} x={NOTE_X - 17} y={y + 6}>
          ♯
        </text>
      )}
      <ellipse stroke="none" cx={NOTE_X} cy={y} {...HEAD} transform={`rotate(-20 ${NOTE_X} ${y})`} />
      <line
        strokeWidth={1.1}
        x1={up ? NOTE_X + 5.6 : NOTE_X - 5.6}
        x2={up ? NOTE_X + 5.6 : NOTE_X - 5.6}
        y1={y}
        y2={up ? y - 33 : y + 33}
      />
    </svg>
  )
}
