/** Bend ranges that a user has set for devices that are not here: the devices are taken to have sent them. */
import { hexOf, type ProblemReport } from '../file/report.js'

/** Registered parameter 0, the coarse and the fine half of its value, and no parameter selected (MIDI 1.0). */
const messages = (channel: number, semitones: number) =>
  [
    [101, 0],
    [100, 0],
    [6, Math.floor(semitones)],
    [38, Math.round((semitones % 1) * 100)],
    [101, 127],
    [100, 127],
  ].map(([controller = 0, value = 0]) => hexOf([0xb0 | channel, controller, value]))

export function bendRangeMessages({
  bendRanges,
}: Pick<ProblemReport, 'bendRanges'>): ProblemReport['before'] {
  const known = Object.entries(bendRanges).filter(([, semitones]) => semitones !== 0)
  return known.flatMap(([port, semitones]) =>
    Array.from({ length: 16 }, (_, channel) => channel).flatMap(channel =>
      messages(channel, semitones).map(raw => ({ port, raw })),
    ),
  )
}
