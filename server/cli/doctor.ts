import { statfs } from 'node:fs/promises'
import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { Command } from 'commander'
import { readConfig, type Config } from '../config.ts'
import type { App } from '../app.ts'
import { describeOpenEnvFile, readEnvFile } from '../env-file.ts'
import { findExposures, findOpenEdges, findRoot, type Exposure } from '../exposure.ts'
import { noCrmSentence } from '../integrations/crm/missing-crm-client.ts'
import { surveySecrets } from '../keys/survey-secrets.ts'
import { judgeEverything } from '../money/judging/judge.ts'
import { countMisjudged } from '../money/judging/judge-changed.ts'
import { listWrongDocuments, mendDocuments } from '../orders/order/document-store.ts'
import { recountTallies } from '../orders/queue/tally-store.ts'
import { findSource } from '../orders/syncing/find-source.ts'
import { toOtherCrmFailure } from '../orders/syncing/other-crm-words.ts'
import { inTransaction } from '../platform/database/retried.ts'
import type { ServingDatabase } from '../platform/database/serving-database.ts'
import { migrationStates } from '../platform/migrate.ts'
import { Explained } from '../platform/explained.ts'
import { checkProxy, type Finding } from './check-proxy.ts'
import { inTenths } from './in-tenths.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

const leastFreeGb = 2
const largestSkewSeconds = 5
const oldestServer = 150_000

/** Checks everything the service depends on and says what to do about what is wrong. */
export const doctorCommand = (output: Output): Command =>
  new Command('doctor')
    .description('перевірити базу даних, ключі, порт, годинник і диск')
    .option(
      '--mend',
      'спершу скласти заново те, що складають із записаного: вигляд замовлень, лічильники вкладок і оцінку переказів',
    )
    .action(async ({ mend }: { mend?: true }) => {
      const envFile = checkEnvFile()
      const config = readConfig()
      if (mend) await mendWhatIsDerived(output, config)
      const findings = [
        await checkPort(config),
        ...(await checkProxy(config)),
        await checkDisk(config),
        ...envFile,
        ...(await checkDatabase(config)),
      ]
      for (const { what, ok, detail, remedy } of findings) {
        output.out(`${ok === 'advice' ? '!' : ok ? '✓' : '✗'} ${what}: ${detail}`)
        if (ok !== true && remedy) output.out(`    → ${remedy}`)
      }
      const bad = findings.filter(({ ok }) => !ok).length
      if (bad > 0) throw new Explained(`є проблеми (${bad}); що робити, сказано вище.`)
      output.out(findings.some(({ ok }) => ok === 'advice') ? 'Усе працює; поради — вище.' : 'Усе гаразд.')
    })

async function mendWhatIsDerived(output: Output, config: Config): Promise<void> {
  const mended = await withApp(
    (app) =>
      inTransaction(app.db, async (tx) => ({
        documents: await mendDocuments(tx),
        tallies: await recountTallies(tx),
        transfers: await judgeEverything(tx),
      })),
    config,
  )
  const { documents, tallies, transfers } = mended
  output.out(`Складено заново: замовлень — ${documents}, лічильників — ${tallies}, переказів — ${transfers}.`)
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    return await withApp(
      async (app, database) => [
        await checkServer(app),
        ...checkExposure(config, database),
        await checkMigrations(app),
        await checkKeys(app),
        await checkClock(app),
        checkMode(app),
        ...(await checkCrm(app)),
        checkDerived(
          'Замовлення',
          (await listWrongDocuments(app.db)).length,
          'показуються так, як записані',
          'показуються не так, як записані',
        ),
        checkDerived('Перекази', await countMisjudged(app), 'оцінено так, як записано', 'оцінено не так, як записано'),
      ],
      config,
    )
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    // A text written for a person says itself what to do.
    if (error instanceof Explained) return [{ what: 'Режим', ok: false, detail: error.message }]
    const remedy =
      config.database_url === null
        ? 'перевірте права на теку даних і вільне місце'
        : 'перевірте DATABASE_URL і чи працює сервер PostgreSQL'
    const exposures = [...findRoot(ownerOf(config)), ...findOpenEdges(config)]
    return [{ what: 'База даних', ok: false, detail, remedy }, ...exposures.map(toFinding)]
  }
}

/** The role that serves, and every setting that opens more than it needs to. */
function checkExposure(config: Config, { serving }: ServingDatabase): Finding[] {
  const exposures = findExposures(config, serving, ownerOf(config))
  const detail = `запити обслуговує «${serving.role}»: не суперкористувач, не власник, журнал може лише доповнювати`
  const isLimited = !exposures.some(({ setting, level }) => setting === 'DATABASE_URL' && level === 'fault')
  return [...(isLimited ? [{ what: 'Роль бази даних', ok: true, detail }] : []), ...exposures.map(toFinding)]
}

/** The account of the service, which owns its files. Root may examine a service that has an account of its own. */
const ownerOf = ({ data_dir }: Config): number | undefined => statSync(data_dir, { throwIfNoEntry: false })?.uid

/** Before the settings are read: that closes what can be closed. */
function checkEnvFile(): Finding[] {
  const detail = describeOpenEnvFile(readEnvFile(process.cwd()))
  return detail === null ? [] : [{ what: '.env', ok: 'advice', detail }]
}

const toFinding = ({ setting, level, detail, remedy }: Exposure): Finding => ({
  what: setting,
  ok: level === 'fault' ? false : 'advice',
  detail,
  remedy,
})

async function checkServer(app: App): Promise<Finding> {
  const { rows } = await sql<{ version: string; number: number; fsync: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('fsync') as fsync`.execute(app.db)
  const [row] = rows
  const ok = row !== undefined && row.number >= oldestServer && row.fsync === 'on'
  const remedy = 'потрібна PostgreSQL 15 або новіша з fsync = on, інакше збій живлення може знищити дані'
  return { what: 'База даних', ok, detail: `PostgreSQL ${row?.version}, fsync ${row?.fsync}`, remedy }
}

async function checkMigrations(app: App): Promise<Finding> {
  const waiting = (await migrationStates(app.db)).filter(({ applied_at }) => applied_at === null)
  return {
    what: 'Схема',
    ok: waiting.length === 0,
    detail: waiting.length === 0 ? 'актуальна' : `бракує міграцій: ${waiting.length}`,
    remedy: 'виконайте kasyr migrate',
  }
}

async function checkKeys(app: App): Promise<Finding> {
  const states = await surveySecrets(app)
  const problems = states.flatMap(({ problem }) => problem ?? [])
  const readable = `пише «${app.encryption_keys.writing().kid}», секретів читається ${states.length - problems.length}`
  return {
    what: 'Ключі',
    ok: problems.length === 0,
    detail: problems.length === 0 ? readable : `${readable}, не читається ${problems.length}. ${problems.join('. ')}`,
    remedy: 'поверніть ключ, якого бракує, або введіть ці секрети в Касирі заново',
  }
}

async function checkClock(app: App): Promise<Finding> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(app.db)
  const skew = Math.abs(app.clock.now().getTime() - Date.parse(rows[0]?.now ?? '')) / 1000
  const remedy = 'увімкніть синхронізацію часу (NTP) на обох машинах'
  return { what: 'Годинник', ok: skew <= largestSkewSeconds, detail: `різниця з базою ${inTenths(skew)} с`, remedy }
}

/** What is stored ready must equal what it is made of: the rows alone are the truth. */
const checkDerived = (what: string, wrong: number, right: string, otherwise: string): Finding => ({
  what,
  ok: wrong === 0,
  detail: wrong === 0 ? right : `${otherwise}: ${wrong}`,
  remedy: 'виконайте kasyr doctor --mend',
})

/** A demo is well as it is; real orders without a CRM are not. */
function checkMode({ mode, config }: App): Finding {
  const what = 'Режим'
  if (mode === 'demo') return { what, ok: true, detail: 'демонстрація з вигаданим магазином' }
  return config.crm === null
    ? { what, ok: false, detail: noCrmSentence }
    : { what, ok: true, detail: 'справжній магазин' }
}

/** Where a person must say whose orders the CRM has, none arrive. */
async function checkCrm(app: App): Promise<Finding[]> {
  const { other } = await findSource(app)
  if (other === null) return []
  return [{ what: 'CRM', ok: false, detail: toOtherCrmFailure(other).detail, remedy: 'виконайте kasyr crm show' }]
}

async function checkDisk({ data_dir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(existsSync(data_dir) ? data_dir : '/')
  const freeGb = (bavail * bsize) / 1e9
  return {
    what: 'Диск',
    ok: freeGb >= leastFreeGb,
    detail: `вільно ${inTenths(freeGb)} ГБ`,
    remedy: `звільніть місце: потрібно щонайменше ${leastFreeGb} ГБ`,
  }
}

/** Taken by our own service is fine too: then it is running. */
async function checkPort({ host, port }: Config): Promise<Finding> {
  const what = `Порт ${port}`
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
  if (free) return { what, ok: true, detail: 'вільний' }
  const ours = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  )
  return {
    what,
    ok: ours,
    detail: ours ? 'зайнятий самим Касиром' : 'зайнятий іншою програмою',
    remedy: 'зупиніть її або вкажіть інший KASYR_PORT',
  }
}
