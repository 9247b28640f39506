import { addressOf, findState, groups } from '#/dashboard/gallery/states.ts'
import { isWholeRun, somePaired } from '#/test/support/how-often.ts'

/** What opens over a screen, and what takes more room than its first state. */
const opened = [
  'orders/filters, a calendar open',
  'orders/loading',
  'orders/chosen',
  'order/edited with mistakes',
  'receipts/to be created',
  'attention/all of a kind chosen',
  'bulk/asked before it begins',
  'bulk/dock, two finished over the list',
  'bulk/dock, three bulks',
  'cash registers/adding refused',
  'users/everybody',
  'around every page/keys',
  'around every page/palette',
  'around every page/user menu',
  'around every page/toasts',
]

/**
 * The first state of every screen and what opens over it; with `KASYR_LONG=1` all states.
 * A look that is one of several kinds (`kind`) gets every second of them, and the next kind gets the others.
 */
export function statesOfEveryScreen(kind: number): string[] {
  const all = groups.flatMap((group) => group.states.map((state) => ({ address: addressOf(group, state), state })))
  if (isWholeRun) return all.map(({ address }) => address)
  const screens = new Map<string, string>()
  for (const { address, state } of all) {
    const [group = ''] = address.split('/')
    const screen = typeof state.at === 'string' ? `${group} ${state.at.replace(/\?.*/, '')}` : address
    if (!screens.has(screen)) screens.set(screen, address)
  }
  for (const address of opened) findState(address)
  return somePaired([...new Set([...screens.values(), ...opened])], kind, 2)
}
