import { z } from 'zod'
import { parseBody } from '../frame/bad-input.ts'
import type { Answer, Route, SimulatedRequest } from '../frame/operations.ts'
import { ok } from './envelope.ts'
import { KeyChange } from './keys.ts'
import { parcelRoutes } from './parcel-routes.ts'
import { sampleNames, type ServedAnswers, Serving } from './served-answers.ts'
import { Settings, type World } from './world.ts'

const OneOrMore = z.union([z.array(KeyChange), KeyChange.transform((key) => [key])])
const RawAnswer = Serving.extend({ body: z.unknown() })

/** Said in a call, or left out together with the body. */
const parseOptional = <Schema extends z.ZodType>(schema: Schema, request: SimulatedRequest): z.output<Schema> =>
  request.body === '' ? schema.parse({}) : parseBody(schema, request)

/** What the people at the carrier do, and what a test wants to know of its callers. */
export const controlRoutes = (world: World, served: ServedAnswers): Route[] => {
  const { asked, keys } = world
  const seeAsked = (): Answer => ok({ total: asked.total(), keys: asked.all() })

  return [
    ...parcelRoutes(world),
    { method: 'GET', path: '/keys', handle: () => ok({ keys: keys.all() }) },
    { method: 'POST', path: '/keys', handle: (request) => ok({ put: keys.put(parseBody(OneOrMore, request)) }) },
    {
      method: 'PUT',
      path: '/keys',
      handle: (request) => {
        const wanted = parseBody(z.array(KeyChange), request)
        return ok({ removed: keys.clear(), put: keys.put(wanted) })
      },
    },
    { method: 'GET', path: '/settings', handle: () => ok(world.settings()) },
    { method: 'PUT', path: '/settings', handle: (request) => ok(world.set(parseBody(Settings, request))) },
    { method: 'GET', path: '/asked', handle: seeAsked },
    {
      method: 'DELETE',
      path: '/asked',
      handle: () => {
        asked.clear()
        return seeAsked()
      },
    },
    { method: 'GET', path: '/samples', handle: () => ok({ samples: sampleNames }) },
    { method: 'DELETE', path: '/samples', handle: () => ok({ removed: served.clear() }) },
    {
      method: 'POST',
      path: '/samples/:name',
      handle: (request) =>
        ok({ serves: served.serveSample(request.params.name ?? '', parseOptional(Serving, request)) }),
    },
    {
      method: 'POST',
      path: '/answers',
      handle: (request) => {
        const { body, ...serving } = parseBody(RawAnswer, request)
        served.serve(body, serving)
        return ok({ serves: 'the body' })
      },
    },
  ]
}
