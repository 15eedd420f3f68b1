import { Box, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './frame.module.css'

export interface FrameProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly wide?: boolean
  /** Whether to focus the heading. Set if this card replaced another card. */
  readonly focusHeading?: boolean | undefined
  readonly children: ReactNode
}

export function Frame({ title, lead, wide = false, focusHeading = false, children }: FrameProps) {
  return (
    <div className={classes.page}>
      <NeckPicture className={classes.picture} />
      <Box className={`fw-card ${classes.card}`} maw={wide ? 720 : 400}>
        <Stack gap="md">
          <div>
            <Heading title={title} focusHeading={focusHeading} />
            {lead && (
              <Text c="dimmed" mt={4}>
                {lead}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </Box>
    </div>
  )
}

function Heading({ title, focusHeading }: Pick<FrameProps, 'title' | 'focusHeading'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusHeading) heading.current?.focus()
  }, [focusHeading])
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes.heading}>
      {title}
    </Title>
  )
}

const FRETS = 12
const WIDTH = 1400
const STRINGS = [0, 1, 2, 3, 4, 5]
/** Chord dots as string and fret; string 1 is the highest. */
const CHORD = [
  [1, 3],
  [2, 3],
  [5, 2],
  [6, 3],
] as const

/** Returns the distance of a fret from the nut. Fret spacing shrinks by the twelfth root of two. */
const fretAt = (fret: number) => (WIDTH * (1 - 2 ** (-fret / 12))) / (1 - 2 ** (-FRETS / 12))
const stringAt = (string: number) => 26 + (string - 1) * 46

function NeckPicture({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox={`-48 0 ${WIDTH} 282`}
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
    >
      {[3, 5, 7, 9].map(fret => (
        <circle
          key={fret}
          cx={(fretAt(fret) + fretAt(fret - 1)) / 2}
          cy="141"
          r="9"
          fill="var(--fw-dim)"
          opacity="0.3"
        />
      ))}
      {Array.from({ length: FRETS }, (_, index) => index + 1).map(fret => (
        <rect key={fret} x={fretAt(fret) - 1.5} y="10" width="3" height="262" fill="var(--fw-line)" />
      ))}
      <rect x="0" y="8" width="8" height="266" rx="2" fill="var(--fw-dim)" />
      {STRINGS.map(string => (
        <rect
          key={string}
          x="0"
          y={stringAt(string + 1) - (1 + string * 0.45) / 2}
          width={WIDTH}
          height={1 + string * 0.45}
          fill="var(--fw-dim)"
          opacity="0.55"
        />
      ))}
      {CHORD.map(([string, fret]) => (
        <circle
          key={`${string}:${fret}`}
          cx={(fretAt(fret) + fretAt(fret - 1)) / 2}
          cy={stringAt(string)}
          r="17"
          fill="var(--fw-accent)"
        />
      ))}
    </svg>
  )
}
