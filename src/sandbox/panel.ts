/** Panels are data. The app draws them with its own components, in the order of these properties. */

export interface Panel {
  readonly title?: string
  /** One paragraph, or several. */
  readonly text?: string | readonly string[]
  readonly rows?: readonly { readonly label: string; readonly value: string | number }[]
  readonly fields?: readonly PanelField[]
  readonly chart?: {
    readonly title: string
    readonly values: readonly number[]
    /** Labels of the values. */
    readonly labels?: readonly string[]
  }
  readonly canvas?: {
    /** Describes the drawing to people who cannot see it. */
    readonly title: string
    /** In CSS pixels, up to 1000. */
    readonly width: number
    readonly height: number
    draw(context: OffscreenCanvasRenderingContext2D): void
  }
  readonly table?: {
    readonly title: string
    readonly columns: readonly string[]
    readonly rows: readonly (readonly (string | number)[])[]
  }
  /** An item with `run` is a button. */
  readonly list?: readonly { readonly title: string; readonly detail?: string; run?(): void }[]
  /** Ids of the plugin's commands, or other buttons. */
  readonly buttons?: readonly (string | PanelButton)[]
}

export type PanelField = {
  /** Unique within the panel. */
  readonly id: string
  readonly title: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Option titles by value. */
  readonly choices?: Readonly<Record<string, string>>
} & (
  | { readonly value: number; change(value: number): unknown }
  | { readonly value: boolean; change(value: boolean): unknown }
  | { readonly value: string; change(value: string): unknown }
)

export interface PanelButton {
  readonly title: string
  readonly disabled?: boolean
  /** For toggle buttons. */
  readonly pressed?: boolean
  run(): void
}

/** A panel without functions, as sent to the app. */
export interface PanelData extends Omit<Panel, 'fields' | 'canvas' | 'list' | 'buttons'> {
  readonly fields?: readonly Omit<PanelField, 'change'>[]
  readonly canvas?: { readonly title: string; readonly width: number; readonly height: number }
  readonly list?: readonly { readonly title: string; readonly detail?: string; readonly runs: boolean }[]
  readonly buttons?: readonly (string | Omit<PanelButton, 'run'>)[]
}

/** A user action in a panel. */
export type PanelEvent =
  | { readonly kind: 'field'; readonly id: string; readonly value: unknown }
  | { readonly kind: 'button' | 'item'; readonly title: string }

export function panelData(panel: Panel): PanelData {
  const { fields, canvas, list, buttons, ...rest } = panel
  return {
    ...rest,
    ...(fields && { fields: fields.map(({ change: _, ...field }) => field) }),
    ...(canvas && { canvas: { title: canvas.title, width: canvas.width, height: canvas.height } }),
    ...(list && { list: list.map(({ run, ...item }) => ({ ...item, runs: run !== undefined })) }),
    ...(buttons && { buttons: buttons.map(each => (typeof each === 'string' ? each : dataOf(each))) }),
  }
}

const dataOf = ({ run: _, ...data }: PanelButton) => data

/** Calls the panel function for a user action. */
export function applyPanelEvent({ fields, list, buttons }: Panel, event: PanelEvent): unknown {
  if (event.kind === 'field') return fields?.find(({ id }) => id === event.id)?.change(event.value as never)
  if (event.kind === 'item') return list?.find(({ title }) => title === event.title)?.run?.()
  const button = buttons?.find(each => typeof each !== 'string' && each.title === event.title)
  return typeof button === 'object' ? button.run() : undefined
}
