/** Takes the plan that a command wants to begin paying for, once, as soon as the plans are there. */
import { useEffect, useRef } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { PLAN_WISH } from '../../tokens.js'

export function usePlanWish(choose: (plan: string) => void): void {
  const wish = useService(PLAN_WISH)
  const plan = useStore(wish, state => state.plan)
  const newest = useRef(choose)
  newest.current = choose

  useEffect(() => {
    if (plan === undefined) return
    wish.setState({ plan: undefined })
    newest.current(plan)
  }, [plan, wish])
}
