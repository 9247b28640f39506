import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from './api/query-client.ts'
import { startSession } from './api/session.ts'
import { ErrorPage } from './pages/ErrorPage.tsx'
import classes from './pages/MessagePage.module.css'
import { router } from './routes.tsx'
import { useSession } from './shell/user.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

interface Props {
  nonce: string
}

export function App({ nonce }: Props) {
  return (
    <Frame nonce={nonce}>
      <Pages />
    </Frame>
  )
}

/** What every page and every part of one stands in. */
export function Frame({ nonce, children }: Props & { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}

/** No page is chosen until it is known who asks. */
function Pages() {
  const session = useSession()
  if (session.phase !== 'starting') return <RouterProvider router={router} />
  if (session.problem === null) return <Waiting />
  return (
    <main className={classes.alone}>
      <ErrorPage error={session.problem} onRetry={() => void startSession()} />
    </main>
  )
}

function Waiting() {
  return (
    <main className={classes.alone}>
      <output className={classes.late}>З’єднуємося із сервером…</output>
    </main>
  )
}
