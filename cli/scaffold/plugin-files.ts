/** The sources of a new plugin: a manifest, a service, a command and a screen that work, to be changed at will. */
import type { ScaffoldNames } from './names.js'
import type { Position } from './place.js'

/** Texts by path below the plugin's source folder. */
export function pluginFiles(names: ScaffoldNames, place: Position): Record<string, string> {
  return {
    'index.ts': manifest(names, place),
    'tokens.ts': tokens(names, place),
    'tapper.ts': service(place),
    'runtime.ts': runtime(names, place),
    'ui/tapper-page.tsx': screen(names, place),
    'locales/de.json': `${JSON.stringify(german(names), null, 2)}\n`,
  }
}

function manifest({ id, title }: ScaffoldNames, place: Position): string {
  return `/** ${title}: tells the tempo from taps. This file is data: it is read before any of the plugin's code. */
${place.sdk('definePlugin')}
import { TAPPER } from './tokens.js'

export default definePlugin({
  id: '${id}',
  version: '0.1.0',
  engine: '^1.1.0',
  title: '${title}',
  description: 'Tells the tempo from taps.',
  runsIn: ['browser', 'node'],
  provides: [TAPPER],
  contributes: {
    routes: [
      {
        path: '/${id}',
        title: '${title}',
        screen: 'TapperPage',
        auth: true,
      },
    ],
    navigation: [
      {
        path: '/${id}',
        title: '${title}',
        order: 50,
        when: 'loggedIn',
      },
    ],
    commands: [
      {
        id: '${id}.tap',
        title: 'Tap the tempo',
        when: 'loggedIn',
      },
    ],
  },
  activateOn: ['route:/${id}', 'command:${id}.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
`
}

function tokens({ id, title }: ScaffoldNames, place: Position): string {
  return `/** What others may know of ${title}: the names and types of its services. */
${place.sdk('createToken', 'type ReadonlyStore')}

export interface Tapper {
  /** Beats per minute, as a whole number; undefined until two taps have come. */
  readonly tempo: ReadonlyStore<number | undefined>
  /** One beat, now. */
  tap(): void
}

export const TAPPER = createToken<Tapper>('${id}.tapper')
`
}

function service(place: Position): string {
  return `/** Tells the tempo from taps: the mean of the last few steps between them. */
${place.sdk('type ClockPort', 'createStore')}
import type { Tapper } from './tokens.js'

/** A longer pause begins a new tempo. */
const PAUSE_MS = 2000
/** Older taps are forgotten, so that a change of tempo shows soon. */
const COUNTED_TAPS = 8
const MINUTE_MS = 60_000

export function createTapper(clock: Pick<ClockPort, 'now'>): Tapper {
  const tempo = createStore<number | undefined>(undefined)
  let taps: readonly number[] = []
  return {
    tempo,
    tap() {
      const now = clock.now()
      const goesOn = now - (taps.at(-1) ?? Number.NEGATIVE_INFINITY) <= PAUSE_MS
      taps = [...(goesOn ? taps : []), now].slice(-COUNTED_TAPS)
      tempo.setState(tempoOf(taps), true)
    },
  }
}

/** @param taps times in milliseconds, ascending */
function tempoOf(taps: readonly number[]): number | undefined {
  const lasted = (taps.at(-1) ?? 0) - (taps[0] ?? 0)
  return lasted > 0 ? Math.round((MINUTE_MS * (taps.length - 1)) / lasted) : undefined
}
`
}

function runtime({ id, title }: ScaffoldNames, place: Position): string {
  return `/** The code of ${title}, loaded when it is needed first. */
${place.sdk('CLOCK', 'defineRuntime', 'provideFactory')}
import { createTapper } from './tapper.js'
import { TAPPER } from './tokens.js'

export default defineRuntime({
  providers: [provideFactory(TAPPER, ({ get }) => createTapper(get(CLOCK)))],
  commands: { '${id}.tap': ({ get }) => get(TAPPER).tap() },
  screens: { TapperPage: () => import('./ui/tapper-page.js') },
})
`
}

/** Inside the repository with its library of components; a package has the elements of the web. */
function screen({ id, title }: ScaffoldNames, place: Position): string {
  const inRepo = place.kind === 'in-repo'
  const button = inRepo ? 'Button' : 'button'
  return `/** Taps and tempo on a page. */
${inRepo ? "import { Button, Title } from '@mantine/core'\n" : ''}${place.screenSdk('useCommand', 'useService', 'useStore', 'useText')}
import { TAPPER } from '../tokens.js'

export default function TapperPage() {
  const { t } = useText()
  const tempo = useStore(useService(TAPPER).tempo)
  const tap = useCommand('${id}.tap')
  return (
    <>
      ${inRepo ? `<Title order={1}>{t('${title}')}</Title>` : `<h1>{t('${title}')}</h1>`}
      <p role="status">
        {tempo === undefined
          ? t('Tap twice to hear of the tempo.')
          : t('{{tempo}} beats per minute', { tempo })}
      </p>
      <${button}${inRepo ? '' : ' type="button"'} disabled={!tap.enabled} onClick={() => tap.run()}>
        {tap.title}
      </${button}>
    </>
  )
}
`
}

function german({ title }: ScaffoldNames): Record<string, string> {
  return {
    [title]: title,
    'Tap the tempo': 'Tempo klopfen',
    'Tap twice to hear of the tempo.': 'Zweimal klopfen, dann steht hier das Tempo.',
    'Tells the tempo from taps.': 'Liest das Tempo aus Klopfern.',
    '{{tempo}} beats per minute': '{{tempo}} Schläge pro Minute',
  }
}
