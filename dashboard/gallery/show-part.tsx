import '../styles.css'
import { RouterContextProvider } from '@tanstack/react-router'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '../api/session.ts'
import { sessionState } from '../api/session-state.ts'
import { Frame } from '../App.tsx'
import { router } from '../routes.tsx'
import { UserContext } from '../api/user.ts'
import { Toasts } from '../ui/Toasts.tsx'

/** A part of a page without the rest of it, with all that its parts may ask for. */
export async function showPart(name: string, Part: () => ReactNode): Promise<void> {
  await startSession()
  const session = sessionState()
  if (!('user' in session)) throw new Error(`nobody is logged in at ${name}`)
  document.title = 'Частина сторінки · Касир'
  const root = document.getElementById('root')
  if (root === null) throw new Error('state.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <Frame>
        <RouterContextProvider router={router}>
          <UserContext value={session.user}>
            <main>
              <h1 className="visually-hidden">Частина сторінки</h1>
              <Part />
            </main>
            <Toasts />
          </UserContext>
        </RouterContextProvider>
      </Frame>
    </StrictMode>,
  )
}
