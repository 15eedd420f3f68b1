// Builds src/index.ts into dist: the script, its source map, and plugin.json.
import { fretworkPlugin } from '@fretwork/sdk/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [fretworkPlugin()] })
