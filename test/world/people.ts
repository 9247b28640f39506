import { z } from 'zod'
import { adminPassword } from './process.ts'
import { somePassword } from './passwords.ts'

export type Hand = 'admin' | 'cashier1' | 'cashier2'

export interface Answered {
  status: number
  text: string
  body: unknown
}

/** The people of the shop, each by the API alone. A person whose session has ended logs in again. */
export interface People {
  ask(hand: Hand, method: string, path: string, body?: unknown): Promise<Answered>
  /** With a password typed just now. */
  anew(hand: Hand): void
}

const Tokens = z.looseObject({ access_token: z.string() })

export function createPeople(url: () => string): People {
  const tokens = new Map<string, string>()
  const keyOf = (hand: Hand) => `${hand} at ${url()}`

  const call = async (method: string, path: string, token: string | null, body?: unknown): Promise<Answered> => {
    const answer = await fetch(`${url()}/api/v1${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : null }
  }

  const logIn = async (hand: Hand): Promise<string> => {
    const password = hand === 'admin' ? adminPassword : somePassword
    const answer = await call('POST', '/auth/login', null, { login: hand, password })
    if (answer.status !== 200) throw new Error(`${hand} could not log in: ${answer.status} ${answer.text}`)
    const { access_token } = Tokens.parse(answer.body)
    tokens.set(keyOf(hand), access_token)
    return access_token
  }

  return {
    anew: (hand) => void tokens.delete(keyOf(hand)),
    ask: async (hand, method, path, body) => {
      const known = tokens.get(keyOf(hand))
      const first = await call(method, path, known ?? (await logIn(hand)), body)
      return first.status === 401 ? call(method, path, await logIn(hand), body) : first
    },
  }
}
