// Type of a hostile plugin: its attack, its code and the expected outcome. No attack may succeed.
import type { PluginJson } from '../../../src/core/contract/external-plugins.js'
import type { PermissionId } from '../../../src/core/platform/token.js'
import { type Files, packageFiles } from '../../../tests/server/plugins/web-host.js'

export interface HostilePlugin {
  readonly name: string
  readonly tries: string
  /**
   * Body of `activate`. `got(what)` reports a successful attack. `tried(what, run)` reports it if `run`
   * returns a truthy value. `EVIL` is the URL of a collector, which must never receive a request.
   */
  readonly attack?: string
  /** Body of the screen component. Returns its content. */
  readonly screen?: string
  readonly style?: string
  readonly manifest?: Partial<PluginJson>
  /** Granted permissions, which are also declared in the manifest. */
  readonly allowed?: readonly Exclude<PermissionId, 'network'>[]
  /** Error code that stops the plugin, or several codes if it depends on timing. */
  readonly stopped?: string | readonly string[]
  readonly refused?: RegExp
  /** Opens the plugin's screen instead of the fretboard. */
  readonly shown?: true
}

export const ID = 'hostile'
export const SCREEN = '/hostile'

/** Prefixes of log messages. A screen logs `draws` to the console if its attack begins during rendering. */
export const SAYS = { begin: 'BEGIN', draws: 'DRAWS', got: 'GOT', done: 'DONE' } as const

const HELPERS = (collector: string) => `
  const EVIL = ${JSON.stringify(collector)}
  const WS = EVIL.replace('http', 'ws')
  const helpers = log => {
    const got = what => log.warn('${SAYS.got} ' + what)
    const tried = async (what, run) => {
      try {
        const answer = await run()
        if (answer) got(what + ': ' + String(answer).slice(0, 300))
      } catch {}
    }
    return { got, tried }
  }`

const entry = ({ attack = '' }: HostilePlugin, collector: string): string => `
  import * as sdk from '@fretwork/sdk'
  import { NECK_LAYERS, FRETBOARD_PANELS } from '@fretwork/sdk/plugins/fretboard'
  import { MIDI_EVENT, MIDI_OUTPUT } from '@fretwork/sdk/plugins/midi-io'
  ${HELPERS(collector)}
  export default sdk.defineRuntime({
    async activate(context) {
      const { get, find, extend, scope, log } = context
      const { got, tried } = helpers(log)
      log.warn('${SAYS.begin}')
      ${attack}
      log.warn('${SAYS.done}')
    },
    commands: {
      '${ID}.loop': () => { for (;;); },
      '${ID}.answer': () => JSON.parse('{ "__proto__": { "polluted": true } }'),
    },
    screens: { Screen: () => import('./screen.js') },
  })`

const screenFile = ({ screen = 'return null' }: HostilePlugin, collector: string): string => `
  import { createElement as h, useEffect, useLayoutEffect, useRef, useState } from 'react'
  import { jsx } from 'react/jsx-runtime'
  ${HELPERS(collector)}
  export default function Screen() {
    ${screen}
  }`

/** @param collector URL that must never receive a request */
export function hostilePackage(plugin: HostilePlugin, collector: string): Files {
  const { allowed = [], manifest = {}, style } = plugin
  const { contributes, ...others } = manifest
  const permissions = Object.fromEntries(allowed.map(id => [id, 'To see what it can do.']))
  const filled = (text: string) => text.replaceAll('EVIL', collector)
  return packageFiles(
    {
      ...{ id: ID, title: 'Hostile', entry: 'drone.js', permissions, optional: ['core.settings'] },
      activateOn: [`route:${plugin.shown ? SCREEN : '/fretboard'}`],
      ...(style === undefined ? {} : { styles: ['style.css'] }),
      contributes: {
        routes: [{ path: SCREEN, title: 'Hostile', screen: 'Screen' }],
        commands: [
          { id: `${ID}.loop`, title: 'Loop' },
          { id: `${ID}.answer`, title: 'Answer' },
        ],
        ...contributes,
      },
      ...others,
    } as Partial<PluginJson>,
    {
      'drone.js': entry(plugin, collector),
      'screen.js': screenFile(plugin, collector),
      ...(style === undefined ? {} : { 'style.css': filled(style) }),
    },
  )
}
