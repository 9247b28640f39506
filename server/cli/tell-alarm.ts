import { readAlarm } from '../audit/alarm/raise-alarm.ts'
import type { App } from '../app.ts'
import type { Output } from './output.ts'
import { tellWarning } from './tell-warning.ts'

const damaged = 'Журнал дій пошкоджено. Що саме, скаже kasyr audit verify; що робити далі — kasyr audit accept --help.'

/** The audit log is verified while the service runs already: what is found then is printed then, and once. */
export async function tellAlarm(app: Pick<App, 'db' | 'audit'>, output: Output): Promise<void> {
  if ((await readAlarm(app)) !== null) tellWarning(damaged, output)
  else void app.audit.alarmed.promise.then(() => tellWarning(damaged, output))
}
