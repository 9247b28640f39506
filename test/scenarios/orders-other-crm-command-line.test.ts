import { expect, onTestFinished, test, vi } from 'vitest'
import { runKasyr } from '../support/command-line.ts'
import { startTwoCrms, type CrmPlace } from '../support/two-crms.ts'

const { ours, theirs, orders, settings, secret } = await startTwoCrms()
const anOrder = (name: string) => ({
  id: 1,
  created_at: '2026-03-09T10:00:00Z',
  total: '10.00',
  goods: [],
  recipient: { name },
})
ours.orders.put([anOrder('наш')])
theirs.orders.put([anOrder('чужий')])

const kasyr = ({ rpc_url, key }: CrmPlace, ...args: string[]) =>
  runKasyr(args, {
    DATABASE_URL: settings.database_url,
    KASYR_DATA_DIR: settings.data_dir,
    KASYR_CRM_URL: rpc_url,
    KASYR_CRM_KEY: key,
    KASYR_CRM_SECRET: secret,
  })
const names = async () => (await orders()).map(({ recipient_name }) => recipient_name)

test('the command line says that another CRM is set, and takes the decision about that one alone', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  expect((await kasyr(ours, 'crm', 'show')).out).toContain('Жодна CRM ще не віддала замовлень')
  expect((await kasyr(ours, 'sync')).out).toContain('Нових: 1')
  const own = await kasyr(ours, 'crm', 'show')
  expect(own.out).toMatch(
    new RegExp(`^Замовлення — з CRM ${ours.host} \\(відбиток [0-9a-f]{16}\\)\\. Вирішувати нічого\\.$`),
  )

  const refused = await kasyr(theirs, 'sync')
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('Нових: 0') })
  expect(refused.err).toMatch(/У налаштуваннях інша CRM: .*\. Вирішити: kasyr crm show\.$/)
  const asked = await kasyr(theirs, 'crm', 'show')
  expect(asked.out).toContain(`тепер ${theirs.host}, а замовлення в черзі — з ${ours.host}`)
  const fingerprint = /kasyr crm new ([0-9a-f]{16})$/.exec(asked.out)?.[1] ?? ''
  expect((await kasyr(theirs, 'doctor')).out).toContain('✗ CRM: У налаштуваннях інша CRM')

  const third = { ...theirs, key: 'a-third-key' }
  expect(await kasyr(third, 'crm', 'new', fingerprint)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Рішення стосується іншої CRM'),
  })
  expect((await kasyr(ours, 'crm', 'same', fingerprint)).err).toMatch(/Вирішувати нічого|стосується іншої CRM/)
  expect(await names()).toEqual(['наш'])

  for (const _time of [1, 2])
    expect((await kasyr(theirs, 'crm', 'new', fingerprint)).out).toBe(
      'Це інший магазин. Замовлення, що вже є, залишаються; нові надходитимуть поруч із ними.',
    )
  expect((await kasyr(theirs, 'crm', 'same', fingerprint)).err).toContain('Вирішувати нічого')
  expect((await kasyr(theirs, 'sync')).out).toContain('Нових: 1')
  expect(await names()).toEqual(['наш', 'чужий'])
})
