import type { secondProofs } from '#/contract/factor-proof.ts'

/** What was proved beside the password, or instead of it. */
export interface SecondProof {
  second_factor: (typeof secondProofs)[number]
  passkey_id?: string
}
