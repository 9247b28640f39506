import { z } from 'zod'
import { parseBody } from '../frame/bad-input.ts'
import type { Answer, Route } from '../frame/operations.ts'
import { Settings } from './settings.ts'
import { Waybill, type Waybills } from './waybills.ts'

const ok = (body: unknown): Answer => ({ status: 200, body })
const OneOrMore = z.union([z.array(Waybill), Waybill.transform((waybill) => [waybill])])

/** How this world behaves, and what it knows of waybills without a carrier. */
export const settingRoutes = (
  settings: () => Settings,
  set: (wanted: Settings) => Settings,
  waybills: Waybills,
): Route[] => [
  { method: 'GET', path: '/settings', handle: () => ok(settings()) },
  { method: 'PUT', path: '/settings', handle: (request) => ok(set(parseBody(Settings, request))) },
  { method: 'GET', path: '/waybills', handle: () => ok({ waybills: waybills.all() }) },
  {
    method: 'PUT',
    path: '/waybills',
    handle: (request) => ok({ put: waybills.replaceAll(parseBody(z.array(Waybill), request)) }),
  },
  { method: 'POST', path: '/waybills', handle: (request) => ok({ put: waybills.put(parseBody(OneOrMore, request)) }) },
  {
    method: 'DELETE',
    path: '/waybills',
    handle: () => {
      waybills.forget()
      return ok({ waybills: null })
    },
  },
]
