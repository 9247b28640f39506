import { dismissAsk, type Ask } from '../api/asks.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'

/** Loaded with the first thing that is asked (see AppShell). The browser puts the newest dialog on top. */
export function Asks({ asks }: { asks: readonly Ask[] }) {
  return asks.map((ask) => <AskDialog key={ask.kind} ask={ask} />)
}

function AskDialog({ ask }: { ask: Ask }) {
  switch (ask.kind) {
    case 'password':
      return <PasswordDialog withFactor={ask.with_factor} onAnswer={ask.answer} />
    case 'second-factor':
      return <SecondFactorDialog onClose={() => dismissAsk(ask)} />
    case 'recovery-codes':
      return <RecoveryCodesDialog codes={ask.codes} onClose={() => dismissAsk(ask)} />
  }
}
