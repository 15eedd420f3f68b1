import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { has, levelOf, openedBy, planPath } from '../auth/plans.js'
import type { Level } from '../contract/claims.js'
import { useKernel, useStore, useText } from './kernel-context.js'

export interface Plan {
  readonly level: Level
  has(feature: string): boolean
}

/** Returns the plan in the logged-in user's token. Updates when it changes. */
export function usePlan(): Plan {
  const { auth } = useKernel()
  const claims = useStore(auth.state, state => state.user?.claims)
  return { level: levelOf(claims), has: feature => has(claims, feature) }
}

export interface PlanGateProps {
  /** Plan feature: `shapes`, `Pro`, `AddOn.Sampler` … */
  readonly feature: string
  readonly title: string
  readonly children: ReactNode
}

/** Renders its children if the user's plan includes a feature, otherwise an upgrade hint. */
export function PlanGate({ feature, title, children }: PlanGateProps) {
  const plan = usePlan()
  const { t, tm } = useText()
  if (plan.has(feature)) return children
  return (
    <Stack className="fw-card" p="md" gap="xs" align="flex-start">
      <Text>
        {t('“{{feature}}” requires {{plan}}.', { feature: title, plan: tm('core', openedBy(feature)) })}
      </Text>
      <Button component={Link} to={planPath(feature)} variant="light" size="compact-sm">
        {t('See plans')}
      </Button>
    </Stack>
  )
}
