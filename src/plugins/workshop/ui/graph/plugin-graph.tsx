/** The dependency graph of the plugins, drawn and as a list for screen readers. */

import { Group, Title, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { PluginState } from '../../../../core/kernel/host/plugin-state.js'
import type { PluginManifest } from '../../../../core/kernel/manifest/plugin.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { STATUS_NAMES, STATUS_SYMBOLS } from '../../state-sentence.js'
import { usePluginTitle } from '../use-plugin-title.js'
import type { Edge, EdgeKind } from './graph-layout.js'
import { graphLayout, NODE, pluginEdges } from './graph-layout.js'
import classes from './plugin-graph.module.css'

interface PluginGraphProps {
  readonly manifests: readonly PluginManifest[]
  readonly states: Readonly<Record<string, PluginState>>
  readonly onChoose: (id: string) => void
}

export function PluginGraph({ manifests, states, onChoose }: PluginGraphProps) {
  const { host } = useKernel()
  const { t, tm } = useText()
  const titleOf = usePluginTitle()
  const [near, setNear] = useState<string>()
  const edges = useMemo(() => pluginEdges(manifests, host.report.providers), [manifests, host])
  const layout = useMemo(
    () =>
      graphLayout(
        manifests.map(({ id }) => id),
        edges,
      ),
    [manifests, edges],
  )
  const isNearEdge = ({ from, to }: Edge) => from === near || to === near
  const isNear = (id: string) =>
    id === near || edges.some(edge => isNearEdge(edge) && (edge.from === id || edge.to === id))
  const sentenceOf = (edge: Edge) =>
    tm('workshop', EDGE_SENTENCES[edge.kind], { plugin: titleOf(edge.from), other: titleOf(edge.to) })

  return (
    <section className={`fw-card ${classes.graph}`} aria-labelledby="plugin-graph">
      <Title order={2} size={16} mb={4} id="plugin-graph">
        {t('Dependencies')}
      </Title>
      <Legend />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className={classes.paper} tabIndex={0} aria-label={t('Dependency graph')}>
        {/* biome-ignore lint/a11y/useSemanticElements: SVG has no semantic group element */}
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="group"
          aria-label={t('Dependencies')}
        >
          <ArrowHeads />
          {layout.edges.map(edge => (
            <path
              key={`${edge.from} ${edge.kind} ${edge.to}`}
              d={edge.path}
              className={classes.edge}
              data-kind={edge.kind}
              data-near={near === undefined ? undefined : isNearEdge(edge)}
              markerEnd={near !== undefined && isNearEdge(edge) ? 'url(#fw-arrow-near)' : 'url(#fw-arrow)'}
            />
          ))}
          {layout.nodes.map(({ id, x, y }) => (
            <GraphNode
              key={id}
              x={x}
              y={y}
              title={titleOf(id)}
              state={states[id]}
              faded={near !== undefined && !isNear(id)}
              onNear={on => setNear(on ? id : undefined)}
              onChoose={() => onChoose(id)}
            />
          ))}
        </svg>
      </section>
      <VisuallyHidden>
        <ul aria-label={t('Dependencies')}>
          {edges.map(edge => (
            <li key={`${edge.from} ${edge.kind} ${edge.to}`}>{sentenceOf(edge)}</li>
          ))}
        </ul>
      </VisuallyHidden>
    </section>
  )
}

function Legend() {
  const { t, tm } = useText()
  return (
    <Group gap="4px md" mb="sm" c="dimmed" fz="sm">
      <span>{t('Arrows point to the plugin that is used.')}</span>
      {(['requires', 'optional', 'lazy'] as const).map(kind => (
        <Group key={kind} gap={6}>
          <svg width="28" height="8" aria-hidden="true">
            <path d="M0 4H28" className={classes.edge} data-kind={kind} />
          </svg>
          {tm('workshop', EDGE_NAMES[kind])}
        </Group>
      ))}
    </Group>
  )
}

interface GraphNodeProps {
  readonly x: number
  readonly y: number
  readonly title: string
  readonly state: PluginState | undefined
  readonly faded: boolean
  /** Hover or focus. */
  readonly onNear: (near: boolean) => void
  readonly onChoose: () => void
}

/** Characters that fit next to the symbol. */
const MAX_TITLE_LENGTH = 16

export function GraphNode({ x, y, title, state, faded, onNear, onChoose }: GraphNodeProps) {
  const { tm } = useText()
  const status = state?.status ?? 'registered'
  return (
    <a
      href={`#plugin-${state?.id}`}
      className={classes.node}
      data-status={status}
      data-faded={faded || undefined}
      aria-label={`${title}: ${tm('workshop', STATUS_NAMES[status])}`}
      onClick={event => {
        event.preventDefault()
        onChoose()
      }}
      onMouseEnter={() => onNear(true)}
      onMouseLeave={() => onNear(false)}
      onFocus={() => onNear(true)}
      onBlur={() => onNear(false)}
    >
      <title>{title}</title>
      <g transform={`translate(${x} ${y})`}>
        <rect width={NODE.width} height={NODE.height} rx="8" />
        <text x="12" y={NODE.height / 2} className={classes.symbol} dominantBaseline="central">
          {STATUS_SYMBOLS[status]}
        </text>
        <text x="28" y={NODE.height / 2} dominantBaseline="central">
          {title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title}
        </text>
      </g>
    </a>
  )
}

export function ArrowHeads() {
  return (
    <defs>
      {['fw-arrow', 'fw-arrow-near'].map(id => (
        <marker
          key={id}
          id={id}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0L8 4L0 8z" className={classes.head} data-near={id === 'fw-arrow-near'} />
        </marker>
      ))}
    </defs>
  )
}

export const EDGE_NAMES: Readonly<Record<EdgeKind, string>> = phrases({
  requires: 'requires',
  optional: 'uses if available',
  lazy: 'loads on demand',
})

export const EDGE_SENTENCES: Readonly<Record<EdgeKind, string>> = phrases({
  requires: '{{plugin}} requires {{other}}.',
  optional: '{{plugin}} uses {{other}} if available.',
  lazy: '{{plugin}} loads {{other}} on demand.',
})
