import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#/server/platform/database/embedded/cluster.ts'
import { chooseRunAs } from '#/server/platform/database/embedded/run-as.ts'

/**
 * Runs the whole suite on a PostgreSQL server instead of the embedded one: the oldest version that is installed in
 * Debian's place, in a throw-away cluster. With DATABASE_URL set, `npm test` does the same on the server it names.
 */
const home = '/usr/lib/postgresql'
const [version] = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(a) - Number(b)) : []
if (version === undefined) {
  console.error(`Немає встановленої PostgreSQL у ${home}. Встановіть її або вкажіть DATABASE_URL і виконайте npm test.`)
  process.exit(1)
}
const binary = (name: string) => join(home, version, 'bin', name)
// Not TMPDIR, which may be closed to the user of the server: older programs than the embedded ones cannot work in such a place.
const folder = mkdtempSync('/var/tmp/kasyr-server-')
chmodSync(folder, 0o755)
const data = join(folder, 'data')
const runAs = await chooseRunAs(data)
runAs.own(folder)
const port = await freePort()
const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300`

const make = ['-D', data, '-U', 'kasyr', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
await runAs.run(data, binary('initdb'), () => make)
const start = ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options]
await runAs.run(data, binary('pg_ctl'), () => start)
console.log(`PostgreSQL ${version}`)
const { status } = spawnSync('node', ['scripts/test.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: `postgres://kasyr@127.0.0.1:${port}/postgres` },
})
await runAs.run(data, binary('pg_ctl'), () => ['stop', '-m', 'fast', '-D', data])
rmSync(folder, { recursive: true, force: true })
process.exitCode = status ?? 1
