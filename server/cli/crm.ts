import { Command } from 'commander'
import { AppError } from '#/contract/errors.ts'
import type { CrmDecision } from '#/contract/other-crm.ts'
import type { App } from '../app.ts'
import { theSystem } from '../audit/record-audit.ts'
import { decideCrm } from '../orders/syncing/decide-crm.ts'
import { findSource } from '../orders/syncing/find-source.ts'
import { toOtherCrmFailure } from '../orders/syncing/other-crm-words.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function crmCommand(output: Output): Command {
  const crm = new Command('crm').description('CRM, з якої замовлення, коли в налаштуваннях інша')
  crm
    .command('show')
    .description('показати, з якої CRM замовлення і чи треба щось вирішити')
    .action(() => withApp((app) => show(app, output)))
  for (const [decision, description, done] of decisions)
    crm
      .command(decision)
      .description(description)
      .argument('<відбиток>', 'відбиток CRM з налаштувань, який показує kasyr crm show')
      .action((present: string) =>
        withApp(async (app) => {
          await decide(app, decision, present)
          output.out(done)
        }),
      )
  return crm
}

const decisions = [
  [
    'same',
    'той самий магазин за іншою адресою чи ключем: його замовлення — ті самі',
    'Це той самий магазин. Касир забере всі його замовлення заново.',
  ],
  [
    'new',
    'інший магазин: його замовлення — інші, а ті, що вже є, залишаються, як є',
    'Це інший магазин. Замовлення, що вже є, залишаються; нові надходитимуть поруч із ними.',
  ],
] as const

async function show(app: App, output: Output): Promise<void> {
  const { source, other } = await findSource(app)
  if (other !== null) {
    const { present } = other
    output.out(toOtherCrmFailure(other).detail)
    output.out(`Той самий магазин:  kasyr crm same ${present.fingerprint}`)
    output.out(`Інший магазин:      kasyr crm new ${present.fingerprint}`)
  } else if (source.crm === null) output.out('Жодна CRM ще не віддала замовлень; першу Касир запам’ятає сам.')
  else output.out(`Замовлення — з CRM ${source.crm.host} (відбиток ${source.crm.fingerprint}). Вирішувати нічого.`)
}

/** What was typed names the present CRM; the one before it is whichever this command finds. */
async function decide(app: App, decision: CrmDecision['decision'], present: string): Promise<void> {
  const { source, other } = await findSource(app)
  const before = other?.before.fingerprint ?? source.decided_against
  if (before === null) throw new AppError('crm.nothing_to_decide')
  await decideCrm(app, theSystem, { decision, present, before })
}
