// biome-ignore-all lint/suspicious/noArrayIndexKey: panel parts have no identity
/** Draws the panel of an external plugin with the app's components. */
import {
  Alert,
  Button,
  type MantineSize,
  NumberInput,
  Switch,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { phrases } from '../../core/platform/phrases.js'
import { CommandButton } from '../../core/react/command-button.js'
import { Select } from '../../core/react/inputs/select.js'
import { useStore, useText } from '../../core/react/kernel-context.js'
import type { PanelData } from '../panel.js'
import type { ExternalPanel } from './external-runtime.js'
import classes from './panel-screen.module.css'

/** Translated by the app, because the plugin has no translation for it. */
const { FAILED } = phrases({ FAILED: 'Can’t show this panel' })

export function panelScreen(panel: ExternalPanel): ComponentType {
  return function PanelScreen() {
    const { tm } = useText()
    const { data, picture, failed } = useStore(panel.state)
    useEffect(() => {
      panel.show(true)
      return () => panel.show(false)
    }, [])
    if (failed !== undefined)
      return (
        <Alert color="red" title={tm('app', FAILED)}>
          {failed}
        </Alert>
      )
    return data ? <Drawn panel={panel} data={data} picture={picture} /> : null
  }
}

interface DrawnProps {
  readonly panel: ExternalPanel
  readonly data: PanelData
  readonly picture: Uint8Array | undefined
}

function Drawn({ panel: { plugin, isPage, send }, data, picture }: DrawnProps) {
  const { title, text = [], rows, fields, chart, canvas, table, list, buttons = [] } = data
  const paragraphs = typeof text === 'string' ? [text] : text
  const size = isPage ? 'sm' : 'xs'
  return (
    <div className={isPage ? `${classes.panel} ${classes.page}` : classes.panel}>
      {title !== undefined && (
        <Title order={isPage ? 1 : 3} fz={isPage ? 'h2' : 'h4'}>
          {title}
        </Title>
      )}
      {paragraphs.map((paragraph, index) => (
        <Text key={index} inherit>
          {paragraph}
        </Text>
      ))}
      {rows && (
        <dl className={classes.rows}>
          {rows.map(({ label, value }, index) => (
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {fields?.map(field => (
        <Field key={field.id} field={field} size={size} send={send} />
      ))}
      {chart && <Chart {...chart} />}
      {canvas && picture && <Picture {...canvas} picture={picture} />}
      {table && <Rows {...table} />}
      {list && (
        <ul className={classes.list}>
          {list.map(({ title, detail, runs }, index) => (
            <li key={index}>
              {runs ? (
                <Button variant="subtle" size="compact-sm" onClick={() => send({ kind: 'item', title })}>
                  {title}
                </Button>
              ) : (
                <span>{title}</span>
              )}
              {detail !== undefined && (
                <Text c="dimmed" inherit>
                  {detail}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {buttons.length > 0 && (
        <div className={classes.buttons}>
          {buttons.map((button, index) =>
            typeof button === 'string' ? (
              <CommandButton key={index} command={`${plugin}.${button}`} size={size} variant="default" />
            ) : (
              <Button
                key={index}
                size={size}
                variant={button.pressed ? 'filled' : 'default'}
                disabled={button.disabled === true}
                {...(button.pressed !== undefined && { 'aria-pressed': button.pressed })}
                onClick={() => send({ kind: 'button', title: button.title })}
              >
                {button.title}
              </Button>
            ),
          )}
        </div>
      )}
    </div>
  )
}

interface FieldProps {
  readonly field: NonNullable<PanelData['fields']>[number]
  readonly size: MantineSize
  readonly send: ExternalPanel['send']
}

function Field({ field: { id, title: label, value, min, max, step, choices }, size, send }: FieldProps) {
  // Show the typed text until the field loses focus, because the plugin's answers arrive later.
  const [draft, setDraft] = useState<string | number>()
  const change = (now: unknown) => send({ kind: 'field', id, value: now })
  const typing = { onBlur: () => setDraft(undefined) }
  if (choices)
    return (
      <Select
        {...{ label, size }}
        data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
        value={String(value)}
        onChange={now => now !== null && change(now)}
      />
    )
  if (typeof value === 'boolean')
    return <Switch {...{ label, size }} checked={value} onChange={() => change(!value)} />
  if (typeof value === 'number')
    return (
      <NumberInput
        {...{ label, size, min, max, step, ...typing }}
        value={draft ?? value}
        onChange={now => {
          setDraft(now)
          if (typeof now === 'number' && now >= (min ?? now) && now <= (max ?? now)) change(now)
        }}
      />
    )
  return (
    <TextInput
      {...{ label, size, ...typing }}
      value={draft ?? value}
      onChange={({ currentTarget: { value: now } }) => {
        setDraft(now)
        change(now)
      }}
    />
  )
}

const CHART = { width: 300, height: 80, widestBar: 30 } as const

/** Draws bars from a common zero line, with the ends of both axes. The accessible name contains all values. */
function Chart({ title, values, labels = [] }: NonNullable<PanelData['chart']>) {
  const { locale } = useText()
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const scale = CHART.height / Math.max(top - bottom, Number.MIN_VALUE * 2 ** 60)
  const width = Math.min(CHART.widestBar, CHART.width / Math.max(1, values.length))
  const named = values.map((value, index) => (labels[index] ? `${labels[index]}: ${value}` : `${value}`))
  const short = (value: number) => value.toLocaleString(locale, { maximumSignificantDigits: 4 })
  const [first = '', last = ''] = [labels[0], values.length > 1 ? labels[values.length - 1] : undefined]
  return (
    <figure className={classes.figure}>
      <div className={classes.scale} aria-hidden>
        <span>{top > 0 && short(top)}</span>
        <span>{short(bottom)}</span>
      </div>
      <svg
        role="img"
        aria-label={`${title}: ${named.join(', ')}`}
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      >
        {values.map((value, index) => (
          <rect
            key={index}
            x={index * width + width * 0.1}
            width={width * 0.8}
            y={(top - Math.max(0, value)) * scale}
            height={Math.abs(value) * scale}
          >
            <title>{named[index]}</title>
          </rect>
        ))}
      </svg>
      {(first || last) && (
        <div
          className={classes.axis}
          style={{ width: `${(100 * width * values.length) / CHART.width}%` }}
          aria-hidden
        >
          <span>{first}</span>
          <span>{last}</span>
        </div>
      )}
      <figcaption>{title}</figcaption>
    </figure>
  )
}

type PictureProps = NonNullable<PanelData['canvas']> & { readonly picture: Uint8Array }

function Picture({ title, width, height, picture }: PictureProps) {
  const address = useMemo(
    () => URL.createObjectURL(new Blob([picture.slice()], { type: 'image/png' })),
    [picture],
  )
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img className={classes.picture} alt={title} width={width} height={height} src={address} />
}

function Rows({ title, columns, rows }: NonNullable<PanelData['table']>) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table data={{ caption: title, head: [...columns], body: rows.map(row => [...row]) }} />
    </Table.ScrollContainer>
  )
}
