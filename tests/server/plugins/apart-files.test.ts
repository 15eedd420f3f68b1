import { describe, expect, it } from 'vitest'
import { withFaces } from '../../../server/plugins/apart-files.js'

describe('plugin worker script', () => {
  it.each([
    [`import { useState } from 'react'`, `import { useState } from '/apart/faces/react.js'`],
    [`import * as z from "zod/mini"`, `import * as z from "/apart/faces/zod-mini.js"`],
    [`export * from '@fretwork/sdk'`, `export * from '/apart/faces/sdk.js'`],
    [
      `import { x } from '@fretwork/sdk/plugins/midi-io'`,
      `import { x } from '/apart/faces/sdk-plugins-midi-io.js'`,
    ],
    [`const later = import('@fretwork/sdk/react')`, `const later = import("/apart/faces/sdk-react.js")`],
  ])('imports of app modules in a plugin worker script are replaced by URLs: %s', async (code, written) => {
    expect(await withFaces(code)).toBe(written)
  })

  it('code other than imports stays unchanged in a plugin worker script', async () => {
    const code = `import './beats.js'; const text = "import 'react'"; import('lodash'); import.meta.url`
    expect(await withFaces(code)).toBe(code)
  })

  it('several imports in a plugin worker script keep their order', async () => {
    const code = `import a from 'react';import b from './b.js';import c from 'zod';a(b,c)`
    expect(await withFaces(code)).toBe(
      `import a from '/apart/faces/react.js';import b from './b.js';import c from '/apart/faces/zod.js';a(b,c)`,
    )
  })
})
