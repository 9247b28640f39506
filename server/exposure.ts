import type { Config } from './config.ts'
import type { Serving } from './platform/database/prepare-as-owner.ts'
import { quoteName } from './platform/database/roles/rights.ts'
import { serviceRoleOf } from './platform/database/roles/service-role.ts'

/** A way of running the service that works but lets others in further than need be. */
export interface Exposure {
  setting: 'DATABASE_URL' | 'KASYR_DATABASE_OWNER_URL' | 'KASYR_HOST' | 'root'
  /**
   * `fault`: what the service promises does not hold. `warning`: others may listen in. `advice`: it holds, and could
   * hold better.
   */
  level: 'fault' | 'warning' | 'advice'
  /** For the log. */
  warning: string
  /** For the doctor. */
  detail: string
  remedy: string
}

type Told = Pick<Config, 'host' | 'public_url' | 'database_url' | 'database_owner_url'>

/** `uid`: the account of the service; undefined where there are no such numbers. */
export const findExposures = (config: Told, serving: Serving, uid: number | undefined): Exposure[] => [
  ...findRoot(uid),
  ...findOpenEdges(config),
  ...findPowerfulRoles(config, serving),
]

/** The service opens foreign files and talks to the network: an intruder should get an account, not the machine. */
export const findRoot = (uid: number | undefined): Exposure[] =>
  uid === 0
    ? [
        {
          setting: 'root',
          level: 'warning',
          warning: 'the service runs as root: give it an account of its own, see ops/kasyr.service',
          detail: 'сервіс працює від root: хто зламає його, матиме всю машину',
          remedy:
            'створіть для Касира окремого користувача, віддайте йому теку даних (chown -R) і запускайте від нього; ' +
            'готовий файл для systemd — ops/kasyr.service',
        },
      ]
    : []

/** Printed at start and by the doctor: what goes over a network without encryption. */
export function findOpenEdges({ host, public_url, database_url, database_owner_url }: Told): Exposure[] {
  const exposures: Exposure[] = []
  for (const [setting, url] of [
    ['DATABASE_URL', database_url],
    ['KASYR_DATABASE_OWNER_URL', database_owner_url],
  ] as const) {
    if (url === null || isLocal(new URL(url)) || isEncrypted(new URL(url))) continue
    exposures.push({
      setting,
      level: 'warning',
      warning: `${setting} leads to another machine without TLS: add sslmode=verify-full`,
      detail: `${setting} веде на іншу машину без шифрування: пароль і дані видно в мережі`,
      remedy: 'увімкніть TLS у PostgreSQL і допишіть до адреси sslmode=verify-full',
    })
  }
  if (!isLoopback(host) && !public_url?.startsWith('https://'))
    exposures.push({
      setting: 'KASYR_HOST',
      level: 'warning',
      warning: 'KASYR_HOST is open to the network and KASYR_PUBLIC_URL is not https: passwords may travel unencrypted',
      detail: 'сервіс слухає не лише цю машину, а KASYR_PUBLIC_URL без https: паролі можуть іти мережею відкрито',
      remedy: 'поставте перед Касиром проксі з https і вкажіть KASYR_PUBLIC_URL=https://… або KASYR_HOST=127.0.0.1',
    })
  return exposures
}

function findPowerfulRoles(
  { database_url, database_owner_url }: Told,
  { role, is_owner, owner, excess }: Serving,
): Exposure[] {
  const might = owner?.superuser ? 'суперкористувач' : 'власник'
  if (is_owner)
    return [
      {
        setting: 'DATABASE_URL',
        level: 'fault',
        warning: `the service works as "${role}", which owns the tables: DATABASE_URL is too powerful`,
        detail: `сервіс працює від ролі «${role}», це ${might} таблиць: DATABASE_URL надто могутня`,
        remedy: howToSeparate(role),
      },
    ]
  if (excess.length > 0)
    return [
      {
        setting: 'DATABASE_URL',
        level: 'fault',
        warning: `the role of the service "${role}" has more rights than it needs: ${excess.join('; ')}`,
        detail: `роль «${role}», від якої працює сервіс, має зайве: ${excess.join('; ')}`,
        remedy: 'виконайте kasyr migrate, вказавши адресу власника в KASYR_DATABASE_OWNER_URL: він забере зайве',
      },
    ]
  if (owner?.superuser && database_url !== null && database_owner_url === null)
    return [
      {
        setting: 'DATABASE_URL',
        level: 'advice',
        warning: `DATABASE_URL names the superuser "${owner.role}": requests are served by "${role}", but the address is too powerful to lie in the settings of a running service`,
        detail: `запити обслуговує обмежена роль «${role}», але DATABASE_URL надто могутня: це суперкористувач «${owner.role}»`,
        remedy: howToSeparate(owner.role),
      },
    ]
  return []
}

/** The owner stays the owner; a limited role of its own serves. */
const howToSeparate = (owner: string): string => {
  const service = serviceRoleOf(owner)
  return (
    `виконайте від адміністратора PostgreSQL: CREATE ROLE ${quoteName(service)} LOGIN PASSWORD 'новий-пароль' NOSUPERUSER NOCREATEDB ` +
    `NOCREATEROLE NOINHERIT NOREPLICATION NOBYPASSRLS; — потім перенесіть теперішню адресу в KASYR_DATABASE_OWNER_URL, ` +
    `а в DATABASE_URL вкажіть роль ${service} з новим паролем`
  )
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

/** This machine, or a socket in its file system. */
function isLocal({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || isLoopback(host)
}

const isEncrypted = ({ searchParams }: URL): boolean =>
  /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '') ||
  /^(true|1)$/.test(searchParams.get('ssl') ?? '')
