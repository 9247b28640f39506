import { z } from 'zod'
import { BadInput, parseBody } from '../frame/bad-input.ts'
import type { Answer, Route } from '../frame/operations.ts'
import type { RegisterInput, Registers } from './registers.ts'
import type { Tokens } from './tokens.ts'

const ok = (body: unknown): Answer => ({ status: 200, body })
const Named = z.looseObject({ license_key: z.string() })

/** What the owner of a register does in the cabinet of Checkbox, and what time does to tokens. */
export const registerRoutes = (registers: Registers, tokens: Tokens): Route[] => [
  { method: 'GET', path: '/registers', handle: () => ok({ registers: registers.all() }) },
  {
    method: 'PUT',
    path: '/registers',
    handle: (request) => ok({ registers: registers.replaceAll(parseBody(z.array(Named), request)) }),
  },
  {
    method: 'POST',
    path: '/registers',
    handle: (request) => {
      const register: RegisterInput = parseBody(Named, request)
      return ok(registers.put(register))
    },
  },
  {
    method: 'PATCH',
    path: '/registers/:license_key',
    handle: (request) => {
      const changes = parseBody(z.looseObject({}), request)
      const changed = registers.change(decodeURIComponent(request.params['license_key'] ?? ''), changes)
      if (changed === null) throw new BadInput('no register has this licence key')
      return ok(changed)
    },
  },
  { method: 'POST', path: '/tokens/expire', handle: () => ok({ expired: tokens.expire() }) },
]
