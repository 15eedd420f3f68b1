/** The files of a new plugin: a manifest, a service, a command, a screen and their test, ready to be changed. */
import { VERSION } from '../../src/core/version.js'
import type { ScaffoldNames } from './names.js'
import type { Target } from './place.js'

/** Texts by path below the plugin's source folder. */
export function pluginFiles(names: ScaffoldNames, target: Target): Record<string, string> {
  return {
    'index.ts': manifest(names, target),
    'tokens.ts': tokens(names, target),
    'tapper.ts': service(target),
    'runtime.ts': runtime(names, target),
    'ui/tapper-page.tsx': screen(names, target),
    'locales/de.json': `${JSON.stringify(german(names), null, 2)}\n`,
  }
}

/** The rows of the README's table, for a plugin whose sources are in `folder`. */
export function fileTable(folder = ''): string {
  return `| file | contents |
|---|---|
| \`${folder}index.ts\` | the manifest: everything that is known before the code is loaded |
| \`${folder}tokens.ts\` | the services that other plugins can use: names and types |
| \`${folder}tapper.ts\` | the service |
| \`${folder}runtime.ts\` | connects service, command and screen with the manifest; loaded on demand |
| \`${folder}ui/tapper-page.tsx\` | the screen |
| \`${folder}locales/de.json\` | German; the English texts are the keys |`
}

function manifest({ id, title }: ScaffoldNames, target: Target): string {
  return `/** ${title}: measures the tempo of your taps. The manifest is data: it is read before any code is loaded. */
${target.sdk('definePlugin')}
import { TAPPER } from './tokens.js'

export default definePlugin({
  id: '${id}',
  version: '0.1.0',
  engine: '^${VERSION}',
  title: '${title}',
  description: 'Measures the tempo of your taps.',
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

function tokens({ id, title }: ScaffoldNames, target: Target): string {
  return `/** The services of ${title} that other plugins can use. */
${target.sdk('createToken', 'type ReadonlyStore')}

export interface Tapper {
  /** Beats per minute, rounded; undefined before the second tap. */
  readonly tempo: ReadonlyStore<number | undefined>
  /** Counts a beat now. */
  tap(): void
}

export const TAPPER = createToken<Tapper>('${id}.tapper')
`
}

function service(target: Target): string {
  return `/** Measures the tempo of taps: the mean of the last few intervals. */
${target.sdk('CLOCK', 'type ClockPort', 'createStore', 'inject', 'injectable')}
import type { Tapper } from './tokens.js'

/** After a longer pause, the next tap starts over. */
const PAUSE_MS = 2000
/** The number of taps that count, so that the tempo follows changes. */
const COUNTED_TAPS = 8
const MINUTE_MS = 60_000

@injectable()
export class TempoTapper implements Tapper {
  readonly tempo = createStore<number | undefined>(undefined)
  private taps: readonly number[] = []

  constructor(@inject(CLOCK) private readonly clock: ClockPort) {}

  tap(): void {
    const now = this.clock.now()
    const continues = now - (this.taps.at(-1) ?? Number.NEGATIVE_INFINITY) <= PAUSE_MS
    this.taps = [...(continues ? this.taps : []), now].slice(-COUNTED_TAPS)
    this.tempo.setState(tempoOf(this.taps), true)
  }
}

/** @param taps times in milliseconds, ascending */
function tempoOf(taps: readonly number[]): number | undefined {
  const lasted = (taps.at(-1) ?? 0) - (taps[0] ?? 0)
  return lasted > 0 ? Math.round((MINUTE_MS * (taps.length - 1)) / lasted) : undefined
}
`
}

function runtime({ id, title }: ScaffoldNames, target: Target): string {
  return `/** The code of ${title}, loaded on demand. */
${target.sdk('defineRuntime', 'provide')}
import { TempoTapper } from './tapper.js'
import { TAPPER } from './tokens.js'

export default defineRuntime({
  providers: [provide(TAPPER, TempoTapper)],
  commands: { '${id}.tap': ({ get }) => get(TAPPER).tap() },
  screens: { TapperPage: () => import('./ui/tapper-page.js') },
})
`
}

/** Inside the repository with Mantine's components; in a package with HTML elements. */
function screen({ id, title }: ScaffoldNames, target: Target): string {
  const inRepo = target.kind === 'in-repo'
  const button = inRepo ? 'Button' : 'button'
  return `/** The tempo, and a button to tap it. */
${inRepo ? "import { Button, Title } from '@mantine/core'\n" : ''}${target.screenSdk('useCommand', 'useService', 'useStore', 'useText')}
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
          ? t('Tap at least twice to see the tempo.')
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
    'Measures the tempo of your taps.': 'Misst das Tempo, das du tippst.',
    'Tap at least twice to see the tempo.': 'Tippe mindestens zweimal, um das Tempo zu sehen.',
    'Tap the tempo': 'Tempo tippen',
    '{{tempo}} beats per minute': '{{tempo}} Schläge pro Minute',
  }
}

/** @param source path of the plugin's sources, relative to the test */
export function testFile({ id, title }: ScaffoldNames, target: Target, source: string): string {
  const inRepo = target.kind === 'in-repo'
  const testing = inRepo ? '../../../src/core/testing/index.js' : '@fretwork/sdk/testing'
  const screens = inRepo ? '../../../src/core/testing/react.js' : '@fretwork/sdk/testing/react'
  const sdk = [
    `import { createTestKernel, expectNoLeaks } from '${testing}'`,
    `import { renderScreen } from '${screens}'`,
  ]
  const vitest = "import { describe, expect, it } from 'vitest'"
  return `// @vitest-environment happy-dom
${(inRepo ? [vitest, ...sdk] : [...sdk, vitest]).join('\n')}
import plugin from '${source}/index.js'
import { TAPPER } from '${source}/tokens.js'

const HALF_SECOND_MS = 500

async function startKernel() {
  const kernel = await createTestKernel({ plugins: [plugin] })
  kernel.commands.setContext('loggedIn', true)
  return kernel
}

describe('${title}', () => {
  it('measures the tempo of two taps, and cleans up', async () => {
    const kernel = await startKernel()
    await kernel.commands.execute('${id}.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBeUndefined()
    await kernel.platform.clock.advance(HALF_SECOND_MS)
    await kernel.commands.execute('${id}.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBe(120)
    expectNoLeaks(kernel)
  })

  it('starts over after a pause', async () => {
    const kernel = await startKernel()
    await kernel.commands.execute('${id}.tap')
    await kernel.platform.clock.advance(10 * HALF_SECOND_MS)
    await kernel.commands.execute('${id}.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBeUndefined()
  })

  it('shows the tempo on its screen', async () => {
    const kernel = await startKernel()
    const page = renderScreen(kernel, '${id}', 'TapperPage')
    const button = await page.findByRole('button', { name: 'Tap the tempo' })
    await kernel.commands.execute('${id}.tap')
    await kernel.platform.clock.advance(HALF_SECOND_MS)
    button.click()
    expect(await page.findByText('120 beats per minute')).toBeDefined()
    page.unmount()
  })
})
`
}
