import { dismissPrompt, type Prompt } from '../api/prompts.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SecondFactorDialog } from './SecondFactorDialog.tsx'

/** Loaded with the first thing that is asked (see AppShell). The browser puts the newest dialog on top. */
export function Prompts({ prompts }: { prompts: readonly Prompt[] }) {
  return prompts.map((prompt) => <PromptDialog key={prompt.kind} prompt={prompt} />)
}

function PromptDialog({ prompt }: { prompt: Prompt }) {
  switch (prompt.kind) {
    case 'password':
      return <PasswordDialog withFactor={prompt.with_factor} onAnswer={prompt.answer} />
    case 'second-factor':
      return <SecondFactorDialog onClose={() => dismissPrompt(prompt)} />
    case 'recovery-codes':
      return <RecoveryCodesDialog codes={prompt.codes} onClose={() => dismissPrompt(prompt)} />
  }
}
