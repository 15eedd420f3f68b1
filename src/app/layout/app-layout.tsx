import { AppShell, Box, Button, Group, Text } from '@mantine/core'
import { useMediaQuery, useNetwork } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { GO_TO, PALETTE, SHOW_DRAWER, TOGGLE_SIDEBAR } from '../../core/events/app-events.js'
import type { Owned } from '../../core/kernel/contributions.js'
import type { RouteContribution } from '../../core/kernel/plugin.js'
import { focusMain } from '../../core/react/hooks/focus-main.js'
import { useCommand } from '../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../core/react/hooks/use-touch-input.js'
import { useKernel, useStore, useText } from '../../core/react/kernel-context.js'
import { PluginScreen, ScreenBoundary } from '../../core/react/plugin-screen.js'
import { loginPath } from '../../core/react/return-path.js'
import { layoutSettings } from '../../core/settings/core-settings.js'
import { Failed } from '../frames.js'
import { OVERLAY, type Overlay, SHOW_KEYS } from '../host-commands.js'
import classes from './layout.module.css'
import { useTypedAhead } from './typed-ahead.js'
import { goTo } from './use-back.js'
import { useDrawers } from './use-drawers.js'
import { useOverlay } from './use-overlay.js'
import { WIDE, WIDEST } from './widths.js'

/** The transport grows if a plugin adds a strip or a notice is shown. */
const footerHeight = (px: number) => `calc(${px / 16}rem + var(--fw-strip, 0px))`

const inside = () => import('./inside.js')
const DrawerToggle = lazy(async () => ({ default: (await inside()).DrawerToggle }))
const HeaderParts = lazy(async () => ({ default: (await inside()).HeaderParts }))
const UserMenu = lazy(async () => ({ default: (await inside()).UserMenu }))
const Navigation = lazy(async () => ({ default: (await inside()).Navigation }))
const SideDrawers = lazy(async () => ({ default: (await inside()).SideDrawers }))
const RunningCommands = lazy(async () => ({ default: (await inside()).RunningCommands }))
const SessionIndicator = lazy(async () => ({ default: (await inside()).SessionIndicator }))
const Sheets = lazy(async () => ({ default: (await inside()).Sheets }))
const StepUpDialog = lazy(async () => ({ default: (await inside()).StepUpDialog }))
const loadPalette = () => import('../palette/palette.js')
const loadKeyList = () => import('../palette/key-list.js')

interface AppLayoutProps {
  readonly route: Owned<RouteContribution> | undefined
  readonly children: ReactNode
}

export function AppLayout({ route, children }: AppLayoutProps) {
  const { auth, commands, events, guest, host, settings } = useKernel()
  const { t, tm } = useText()
  const layout = settings.store(layoutSettings)
  const { leftDrawerOpen, rightDrawerOpen } = useStore(layout)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const widest = useMediaQuery(WIDEST, true, { getInitialValueInEffect: false })
  const isTouch = useTouchInput()
  const location = useLocation()
  const navigate = useNavigate()
  const started = useStore(host.states, () => route && host.state(route.plugin)?.status === 'active')
  const settled = loggedIn && started === true
  const { toggle: togglePalette, show: showPalette, ...palette } = useOverlay(loadPalette, settled)
  const [asked, setAsked] = useState<string>()
  const typedAhead = useTypedAhead(palette.waiting || palette.Overlay !== undefined, palette.close)
  const { show: showKeys, close: closeKeys, ...keys } = useOverlay(loadKeyList, settled)
  const [overlay, setOverlay] = useState<Overlay>()
  // Sidebar that is open as a sheet on narrow screens. The stored state applies only to wide screens.
  const [sheet, setSheet] = useState<'left' | 'right'>()
  /** A new object each time, so that the panel scrolls into view again. */
  const [shown, setShown] = useState<{ readonly drawer: string }>()

  const inside = loggedIn && (route?.auth === true || route?.standsFor !== undefined)
  const onStage = inside || (guest && route?.standsFor !== undefined)
  const path = onStage ? (route.standsFor ?? route.path) : undefined
  const { left, right, bottom } = useDrawers(path)
  const hasRight = right.length > 0

  useEffect(() => {
    window.scrollTo(0, 0)
    setSheet(undefined)
    // The clicked link was removed, so focus the content. A screen with a field then focuses the field.
    if (location.key !== 'default' && document.activeElement === document.body) focusMain()
  }, [location.key])

  const toggle = useCallback(
    (side: 'left' | 'right') => {
      if (!(side === 'left' ? wide : widest)) return setSheet(now => (now === side ? undefined : side))
      const { leftDrawerOpen, rightDrawerOpen } = layout.getState()
      layout.change(
        side === 'left' ? { leftDrawerOpen: !leftDrawerOpen } : { rightDrawerOpen: !rightDrawerOpen },
      )
    },
    [layout, wide, widest],
  )

  useEffect(() => commands.setContext('rightDrawers', hasRight), [commands, hasRight])
  useEffect(() => commands.setContext('touch', isTouch), [commands, isTouch])

  useEffect(() => {
    const here = () => location.pathname + location.search + location.hash
    const listening = [
      events.on(GO_TO, ({ path }) => void goTo(replace => void navigate(path, { replace }))),
      events.on(PALETTE, how => {
        // Escape would close the palette as well. Synchronous, so that the palette restores focus correctly.
        flushSync(() => {
          closeKeys()
          setOverlay(undefined)
        })
        setAsked('ask' in how ? how.ask : undefined)
        if ('ask' in how) showPalette()
        else togglePalette()
      }),
      events.on(SHOW_KEYS, showKeys),
      events.on(OVERLAY, setOverlay),
      events.on(TOGGLE_SIDEBAR, ({ side }) => toggle(side)),
      events.on(SHOW_DRAWER, ({ drawer }) => {
        const side = left.some(({ id }) => id === drawer) ? 'left' : 'right'
        const { foldedDrawers } = layout.getState()
        if (foldedDrawers.includes(drawer))
          layout.change({ foldedDrawers: foldedDrawers.filter(each => each !== drawer) })
        if (!(side === 'left' ? wide : widest)) setSheet(side)
        else layout.change(side === 'left' ? { leftDrawerOpen: true } : { rightDrawerOpen: true })
        setShown({ drawer })
      }),
      auth.onLoggedOut(({ reason, onward }) => {
        if (onward !== undefined) return window.location.assign(onward)
        if (!route?.auth) return
        void navigate(reason === 'user' ? '/login' : loginPath(here()))
      }),
    ]
    return () => {
      for (const each of listening) each.dispose()
    }
  }, [
    auth,
    events,
    navigate,
    location,
    route,
    togglePalette,
    showPalette,
    showKeys,
    closeKeys,
    toggle,
    wide,
    widest,
    layout,
    left,
  ])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: 208,
        breakpoint: 'md',
        collapsed: { desktop: !inside || !leftDrawerOpen, mobile: true },
      }}
      aside={{
        width: 312,
        breakpoint: 'lg',
        collapsed: { desktop: !hasRight || !rightDrawerOpen, mobile: true },
      }}
      footer={{ height: { base: footerHeight(64), sm: footerHeight(76) }, collapsed: bottom.length === 0 }}
      transitionDuration={150}
    >
      <Part>{settled && <StepUpDialog />}</Part>
      <a className="fw-skip" href="#main">
        {t('Skip to content')}
      </a>
      {bottom.length > 0 && <SkipToPlayer />}
      {/* Above the sidebars, which would cover the user menu. */}
      <AppShell.Header zIndex={110}>
        <Header
          route={route}
          inside={inside}
          // On phones, the button is in the transport bar.
          hasRight={hasRight && (wide || bottom.length === 0)}
          onLeft={() => toggle('left')}
          onRight={() => toggle('right')}
        />
      </AppShell.Header>
      {onStage && (
        <AppShell.Navbar p="xs" aria-label={t('Main navigation')} style={{ overflowY: 'auto' }}>
          <Part>{inside && wide && <Navigation />}</Part>
          <Part>{wide && left.length > 0 && <SideDrawers drawers={left} shown={shown} />}</Part>
        </AppShell.Navbar>
      )}
      <AppShell.Main id="main" tabIndex={-1}>
        {bottom.length > 0 && <SkipToPlayer />}
        <OfflineBar over={!onStage} />
        <Part>{loggedIn && <SessionIndicator />}</Part>
        {children}
      </AppShell.Main>
      {hasRight && (
        <AppShell.Aside aria-label={t('Tools')} style={{ overflowY: 'auto' }}>
          <Part>{widest && <SideDrawers drawers={right} shown={shown} />}</Part>
        </AppShell.Aside>
      )}
      <AppShell.Footer id="dock" tabIndex={-1} pb="env(safe-area-inset-bottom, 0)" bg="var(--fw-panel)">
        {bottom.map(({ id, plugin, screen }) => (
          <PluginScreen key={`${plugin} ${screen} ${id}`} part plugin={plugin} screen={screen} />
        ))}
      </AppShell.Footer>
      <Part>
        {!widest && onStage && (
          <Sheets
            open={sheet}
            side={wide ? 'right' : 'bottom'}
            left={left}
            right={right}
            shown={shown}
            onClose={() => setSheet(undefined)}
          />
        )}
      </Part>
      <Part>
        {palette.Overlay && <palette.Overlay onClose={palette.close} typedAhead={typedAhead} ask={asked} />}
        {keys.Overlay && <keys.Overlay onClose={closeKeys} />}
        {overlay && <overlay.Shown onClose={() => setOverlay(undefined)} />}
      </Part>
      <Part>{onStage && <RunningCommands page={tm(route.plugin, route.title)} />}</Part>
    </AppShell>
  )
}

/** Skip link at the top of the page, where focus starts after a page change. */
function SkipToPlayer() {
  const { t } = useText()
  const skip = () => {
    const dock = document.getElementById('dock')
    const play = dock?.querySelector<HTMLElement>('[data-play]') ?? dock
    play?.focus()
  }
  return (
    <button type="button" className="fw-skip" onClick={skip}>
      {t('Skip to the player')}
    </button>
  )
}

function Part({ children }: { children: ReactNode }) {
  return (
    <ScreenBoundary renderError={error => <Failed error={error} retry={() => location.reload()} />}>
      <Suspense>{children}</Suspense>
    </ScreenBoundary>
  )
}

/** @param over overlay the page, so that a centered card does not move */
export function OfflineBar({ over }: { readonly over: boolean }) {
  const { t } = useText()
  const { online } = useNetwork()
  return (
    <div role="status" data-over={over || undefined} className={classes.offlinePlace}>
      {!online && (
        <Text size="sm" className={classes.offline}>
          {over
            ? t('You’re offline. Connect to the internet to log in.')
            : t(
                'You’re offline. The neck, MIDI and songs still work. Everything else resumes when you’re back online.',
              )}
        </Text>
      )}
    </div>
  )
}

interface HeaderProps {
  readonly route: Owned<RouteContribution> | undefined
  readonly inside: boolean
  readonly hasRight: boolean
  readonly onLeft: () => void
  readonly onRight: () => void
}

function Header({ route, inside, hasRight, onLeft, onRight }: HeaderProps) {
  const { auth, guest, tenant } = useKernel()
  const { t, tm } = useText()
  const location = useLocation()
  const name = useStore(tenant.store, card => card.name)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <Group h="100%" px={{ base: 8, sm: 'md' }} wrap="nowrap" className={classes.bar}>
      {inside && (
        <Suspense fallback={<Box w={28} />}>
          <DrawerToggle side="left" onClick={onLeft} />
        </Suspense>
      )}
      <Link to={inside ? '/fretboard' : '/'} className={classes.brand}>
        <i aria-hidden />
        {name}
      </Link>
      {inside && route && (
        <Text c="dimmed" pl={4} visibleFrom="sm" truncate>
          {tm(route.plugin, route.title)}
        </Text>
      )}
      <Group ml="auto" wrap="nowrap" className={classes.bar}>
        <PaletteButton />
        <Suspense>
          {hasRight && <DrawerToggle side="right" onClick={onRight} />}
          {guest && (
            <Button component="a" href={loginPath(location.pathname)} variant="subtle" size="compact-sm">
              {t('Log in')}
            </Button>
          )}
          {loggedIn && <HeaderParts />}
          {loggedIn && <UserMenu />}
        </Suspense>
      </Group>
    </Group>
  )
}

function PaletteButton() {
  const { platform } = useKernel()
  const palette = useCommand('app.open-palette')
  return (
    <Button
      variant="default"
      className={classes.search}
      onClick={() => palette.run()}
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      rightSection={palette.keys[0] && <kbd className="fw-key">{palette.keys[0]}</kbd>}
      aria-label={palette.title}
      aria-keyshortcuts={platform.mac ? 'Meta+K' : 'Control+K'}
    >
      <span className={classes.searchText}>{palette.title}</span>
    </Button>
  )
}
