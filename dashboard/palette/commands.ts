import { may, type Permission, type Role } from '#/contract/permissions.ts'
import { tabWords } from '#/contract/order-words.ts'
import { capitalized } from '#/contract/sentences.ts'
import { tabs, type Tab } from '#/contract/tabs.ts'
import { paths } from '../addresses/paths.ts'
import { keysOf } from '../keyboard/key-name.ts'
import type { Scope } from '../keyboard/shortcuts.ts'

/** What the palette can do: go somewhere, do what a key of the page below does, or look for what was typed. */
export type Command = { label: string; keys: readonly string[] } & (
  | { kind: 'go'; to: string }
  | { kind: 'tab'; tab: Tab }
  | { kind: 'do'; run: () => void }
  | { kind: 'search'; q: string }
)

const pages: readonly { label: string; to: string; permission: Permission }[] = [
  { label: 'Замовлення', to: paths.orders, permission: 'order.read' },
  { label: 'Потребує уваги', to: paths.attention, permission: 'receipt.read' },
  { label: 'Перекази', to: paths.money, permission: 'money.read' },
  { label: 'Звіти', to: paths.reports, permission: 'money.read' },
  { label: 'Каси', to: paths.cashRegisters, permission: 'register.read' },
  { label: 'Користувачі', to: paths.users, permission: 'user.read' },
  { label: 'Журнал', to: paths.audit, permission: 'audit.read' },
  { label: 'Налаштування', to: paths.settings, permission: 'self.manage' },
  { label: 'Мої сеанси', to: paths.sessions, permission: 'self.manage' },
  { label: 'Пароль', to: paths.password, permission: 'self.manage' },
  { label: 'Безпека: другий фактор, ключі доступу', to: paths.security, permission: 'self.manage' },
]

/** Moving about is what the keys themselves are for. */
const notOffered = /^(Arrow|Enter|Escape|Space|Digit)/

export function commandsFor(role: Role, scopes: readonly Scope[]): Command[] {
  const actions = scopes.flatMap(({ shortcuts }) => shortcuts).filter(({ code }) => !notOffered.test(code))
  const firstOfEach = Map.groupBy(actions, ({ label }) => label)
  return [
    ...Array.from(firstOfEach, ([label, [shortcut]]): Command[] =>
      shortcut === undefined
        ? []
        : [{ kind: 'do', label: capitalized(label), keys: keysOf(shortcut), run: () => shortcut.run() }],
    ).flat(),
    ...tabs.map((tab): Command => ({ kind: 'tab', tab, label: `Замовлення: ${tabWords[tab]}`, keys: [] })),
    ...pages
      .filter(({ permission }) => may(role, permission))
      .map(({ label, to }): Command => ({ kind: 'go', label, to, keys: [] })),
  ]
}

/** Those in whose name every typed word begins a word; what was typed can always be looked for among the orders. */
export function commandsMatching(commands: readonly Command[], typed: string): Command[] {
  const q = typed.trim()
  if (q === '') return [...commands]
  const words = q.toLocaleLowerCase('uk').split(/\s+/)
  const found = commands.filter(({ label }) => {
    const parts = label.toLocaleLowerCase('uk').split(/[\s:]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const search: Command = { kind: 'search', q, label: `Шукати «${q}» у\u00a0замовленнях`, keys: [] }
  return /\d/.test(q) ? [search, ...found] : [...found, search]
}
