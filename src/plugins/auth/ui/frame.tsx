/** What all screens before the log-in have in common: one centred card on a quiet page that shows the product. */
import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './frame.module.css'
import { NeckPicture } from './neck-picture.js'

interface FrameProps {
  readonly title: string
  readonly lead?: ReactNode
  /** For pages that are read rather than filled in. */
  readonly wide?: boolean
  /** It came in the place of another card: the focus goes on there, and so does a screen reader. */
  readonly turned?: boolean
  readonly children: ReactNode
}

export function Frame({ title, lead, wide = false, turned = false, children }: FrameProps) {
  return (
    <div className={classes.page}>
      <NeckPicture className={classes.picture} />
      <div className={`fw-card ${classes.card} ${wide ? classes.wide : ''}`}>
        <Stack gap="md">
          <div>
            <Heading title={title} turned={turned} />
            {lead && (
              <Text c="dimmed" mt={4} className={classes.lead}>
                {lead}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </div>
    </div>
  )
}

function Heading({ title, turned }: Pick<FrameProps, 'title' | 'turned'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (turned) heading.current?.focus()
  }, [turned])
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes.heading}>
      {title}
    </Title>
  )
}
