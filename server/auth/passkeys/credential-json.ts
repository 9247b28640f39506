import { z } from 'zod'

/** What browsers send, as far as it is looked at; the library reads the inside. A credential id has at most 1023 bytes. */
const CredentialId = z.string().min(1).max(1_400)
const Encoded = z.string().min(1).max(16_384)

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

export const Attestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Encoded,
      attestationObject: Encoded,
      transports: z.array(z.string().max(30)).max(10).default([]),
    }),
  })
  .transform((given) => ({ ...given, clientExtensionResults: {} }))

/** A passkey that is found by the browser says whose it is; without that it is none of ours. */
export const Assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Encoded,
      authenticatorData: Encoded,
      signature: Encoded,
      userHandle: Encoded,
    }),
  })
  .transform((given) => ({ ...given, clientExtensionResults: {} }))
export type Assertion = z.infer<typeof Assertion>

/** The sixteen bytes of the id; it says nothing of the person, as WebAuthn asks. */
export const userHandleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')
