/** The graph of who uses whom, drawn; and the same as a list for who cannot see it. */
import { Text, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { PluginState } from '../../../../core/kernel/host/plugin-state.js'
import type { PluginManifest } from '../../../../core/kernel/manifest/plugin.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { Edge } from '../../graph-layers.js'
import { graphLayout } from '../../graph-layout.js'
import { pluginEdges } from '../../plugin-edges.js'
import { usePluginTitle } from '../use-plugin-words.js'
import { EDGE_NAMES, EDGE_SENTENCES } from './edge-words.js'
import { ArrowHeads, GraphNode } from './graph-node.js'
import classes from './plugin-graph.module.css'

interface PluginGraphProps {
  readonly manifests: readonly PluginManifest[]
  readonly states: Readonly<Record<string, PluginState>>
  /** A plugin was chosen. */
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
  const touches = ({ from, to }: Edge) => from === near || to === near
  const isNear = (id: string) =>
    id === near || edges.some(edge => touches(edge) && (edge.from === id || edge.to === id))
  const sentenceOf = (edge: Edge) =>
    tm('workshop', EDGE_SENTENCES[edge.kind], { plugin: titleOf(edge.from), other: titleOf(edge.to) })

  return (
    <section className={`fw-card ${classes.graph}`} aria-labelledby="plugin-graph">
      <h2 id="plugin-graph" className={classes.heading}>
        {t('Who uses whom')}
      </h2>
      <Legend />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.paper} tabIndex={0} aria-label={t('Graph of the plugins')}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no element of its own for a group */}
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="group"
          aria-label={t('Who uses whom')}
        >
          <ArrowHeads />
          {layout.edges.map(edge => (
            <path
              key={`${edge.from} ${edge.kind} ${edge.to}`}
              d={edge.path}
              className={classes.edge}
              data-kind={edge.kind}
              data-near={near === undefined ? undefined : touches(edge)}
              markerEnd={near !== undefined && touches(edge) ? 'url(#fw-arrow-near)' : 'url(#fw-arrow)'}
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
        <ul aria-label={t('Who uses whom')}>
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
    <Text size="sm" c="dimmed" component="div" className={classes.legend}>
      <span>{t('An arrow points to what a plugin uses.')}</span>
      {(['requires', 'optional', 'lazy'] as const).map(kind => (
        <span key={kind} className={classes.legendItem}>
          <svg width="28" height="8" aria-hidden="true">
            <path d="M0 4H28" className={classes.edge} data-kind={kind} />
          </svg>
          {tm('workshop', EDGE_NAMES[kind])}
        </span>
      ))}
    </Text>
  )
}
