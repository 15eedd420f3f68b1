// Builds the plugin into dist/: plugin.json with the hash of every file, and the files themselves.
import { fretworkPlugin } from '@fretwork/sdk/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [fretworkPlugin()] })
