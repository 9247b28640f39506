import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { User } from '#/contract/auth.ts'
import { ApiError } from './api/api-error.ts'
import { queryClient } from './api/query-client.ts'
import { keepUserFresh } from './api/refresh-user.ts'
import { startSession } from './api/session.ts'
import { onSessionChange, sessionState } from './api/session-state.ts'
import { App } from './App.tsx'
import { askForFirstOrders } from './first-orders.ts'
import { forgetOrders } from './store/orders.ts'
import { startLive } from './live/start-live.ts'
import { router } from './routes.tsx'

// A person has logged in or out, or got another role or a second factor, here or in another tab: the routes decide anew
// what they may see. They make their first decision when the pages first appear.
let before = sessionState()
onSessionChange(() => {
  const now = sessionState()
  const mayMore = 'user' in before && 'user' in now && rightsOf(before.user) !== rightsOf(now.user)
  const changed = mayMore || (before.phase !== 'starting' && 'user' in before !== 'user' in now)
  before = now
  if (!changed) return
  if (now.phase === 'anonymous') {
    queryClient.clear()
    forgetOrders()
  }
  void router.invalidate()
})

const rightsOf = ({ role, second_factor }: User): string => `${role} ${second_factor}`

startLive(queryClient)
keepUserFresh(queryClient)
void startSession().then(askForFirstOrders)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root, {
  // A refusal is shown on the page with its code; only a fault of our own belongs in the console.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) reportError(error)
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
