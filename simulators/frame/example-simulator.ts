import type { WorldClock } from './clock.ts'
import { startSimulator } from './simulator.ts'

/** The smallest world there is: things can be made and counted. It shows how a simulator is written, and tests the frame. */
export const startExampleSimulator = async (
  options: { port?: number; clock?: WorldClock; wire_clock?: WorldClock; seed?: number } = {},
) => {
  const things: string[] = []

  const simulator = await startSimulator({
    ...options,
    name: 'example',
    operations: [
      {
        name: 'create_thing',
        method: 'POST',
        path: '/things',
        handle: ({ body }) => {
          things.push(body)
          return { status: 201, body: { id: things.length, made_from: body } }
        },
      },
      { name: 'list_things', method: 'GET', path: '/things', handle: () => ({ status: 200, body: things }) },
      {
        name: 'find_thing',
        method: 'GET',
        path: '/things/:id',
        handle: ({ params }) => {
          const thing = things[Number(params.id) - 1]
          return thing === undefined
            ? { status: 404, body: { message: 'no such thing' } }
            : { status: 200, body: thing }
        },
      },
    ],
    control_routes: [
      {
        method: 'DELETE',
        path: '/things',
        handle: () => ({ status: 200, body: { removed: things.splice(0).length } }),
      },
    ],
  })

  return { ...simulator, things }
}
