import { describe, expect, it } from 'vitest'
import { type BundledFile, pluginSizes } from '../../scripts/lib/plugin/plugin-sizes.mjs'

const file = (fileName: string, more: Partial<BundledFile> = {}): [string, BundledFile] => [
  fileName,
  { fileName, isEntry: false, modules: [], imports: [], dynamicImports: [], css: [], bytes: 1000, ...more },
]

const BUNDLE = new Map([
  file('main.js', { isEntry: true, imports: ['base.js'], dynamicImports: ['neck.js', 'song.js', 'app.js'] }),
  file('base.js'),
  file('app.js', { modules: ['/p/src/app/app.tsx'], imports: ['shell.js'] }),
  file('shell.js'),
  file('neck.js', {
    modules: ['/p/src/plugins/neck/runtime.ts'],
    imports: ['base.js', 'shell.js', 'main.js'],
    dynamicImports: ['neck-page.js'],
    bytes: 20,
  }),
  file('neck-page.js', { imports: ['slider.js'], css: ['neck.css'], bytes: 300 }),
  file('neck.css', { bytes: 5 }),
  file('slider.js', { bytes: 70 }),
  file('song.js', { modules: ['/p/src/plugins/song/runtime.ts'], imports: ['slider.js'], bytes: 40 }),
])

describe('the sizes of plugins', () => {
  it('are the files that only a plugin needs, screens and styles included, and those that it shares', () => {
    expect(pluginSizes(BUNDLE)).toEqual({
      neck: { own: 325, shared: 70 },
      song: { own: 40, shared: 70 },
    })
  })

  it('leave out what every page loads, and never lead through it to other plugins', () => {
    const bundle = new Map([
      file('main.js', { isEntry: true, dynamicImports: ['neck.js'] }),
      file('neck.js', { modules: ['/p/src/plugins/neck/runtime.ts'], imports: ['main.js'], bytes: 9 }),
    ])
    expect(pluginSizes(bundle)).toEqual({ neck: { own: 9, shared: 0 } })
  })

  it('share a file that holds the code of several, by how much of it is theirs', () => {
    const bundle = new Map([
      file('both.js', {
        modules: ['/p/src/plugins/neck/runtime.ts', '/p/src/plugins/song/runtime.ts', '/p/node_modules/x.js'],
        lengths: { neck: 10, song: 30, '': 60 },
        dynamicImports: ['neck-page.js', 'slider.js'],
      }),
      file('neck-page.js', { modules: ['/p/src/plugins/neck/ui/page.tsx'], bytes: 7 }),
      file('slider.js', { bytes: 70 }),
    ])
    expect(pluginSizes(bundle)).toEqual({
      neck: { own: 107, shared: 670 },
      song: { own: 300, shared: 670 },
    })
  })
})
