import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
// It follows the system and the other tabs for as long as the page is open.
import './browser/color-scheme.ts'
import { queryClient } from './api/query-client.ts'
import { startSession } from './api/session.ts'
import { ErrorPage } from './pages/failures/ErrorPage.tsx'
import classes from './pages/failures/MessagePage.module.css'
import { router } from './routes.tsx'
import { useSession } from './api/user.ts'

export function App() {
  return (
    <Frame>
      <Pages />
    </Frame>
  )
}

/** What every page and every part of one stands in. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

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
