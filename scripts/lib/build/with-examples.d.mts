import type { Plugin } from 'vite'

export const EXAMPLES_WANTED: string
export function withExamples(): Plugin
