import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { may, type Permission } from '#/contract/permissions.ts'
import { countAlarms, countMoneyAlarms } from '../pages/attention/alarm-count.ts'
import { moneyAlarmsQuery } from '../api/money-alarms.ts'
import { alarmsQuery } from '../api/receipts.ts'
import { paths } from '../addresses/paths.ts'
import classes from './Navigation.module.css'
import { useUser } from '../api/user.ts'

/** Pages in the order of the day's work; one that a person may not open has no entry. */
const entries: readonly { to: string; label: string; permission: Permission }[] = [
  { to: paths.orders, label: 'Замовлення', permission: 'order.read' },
  { to: paths.attention, label: 'Потребує уваги', permission: 'receipt.read' },
  { to: paths.money, label: 'Перекази', permission: 'money.read' },
  { to: paths.reports, label: 'Звіти', permission: 'money.read' },
  { to: paths.cashRegisters, label: 'Каси', permission: 'register.read' },
  { to: paths.users, label: 'Користувачі', permission: 'user.read' },
  { to: paths.audit, label: 'Журнал', permission: 'audit.read' },
]

export function Navigation() {
  const { role } = useUser()
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // Where not all of them are in sight, the page that is open must be.
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const current = links.findLast(({ pathname: own }) => pathname.startsWith(own))
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft
  }, [pathname])
  return (
    <nav ref={list} className={classes.navigation} aria-label="Головне меню">
      {entries
        .filter(({ permission }) => may(role, permission))
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={classes.entry}
            // A browser leaves alone what is in sight by a hair.
            onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            activeOptions={{ exact: to === paths.home, includeSearch: false }}
          >
            {label}
            {to === paths.attention && <AttentionCount />}
          </Link>
        ))}
    </nav>
  )
}

/** No event announces the troubles of registers, so the count is also read now and then. */
const askEveryMs = 60_000

/** How many things wait for a person, on every page; nothing while nothing does. */
function AttentionCount() {
  const { data: alarms } = useQuery({ ...alarmsQuery, refetchInterval: askEveryMs })
  const { data: money } = useQuery({ ...moneyAlarmsQuery, refetchInterval: askEveryMs })
  const count = (alarms === undefined ? 0 : countAlarms(alarms)) + (money === undefined ? 0 : countMoneyAlarms(money))
  if (count === 0) return null
  return (
    <>
      <span className="visually-hidden">: </span>
      <span className={classes.count}>{count > 999 ? '999+' : count}</span>
    </>
  )
}
