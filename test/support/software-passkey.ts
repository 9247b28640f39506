import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

/** What of the options a browser passes on to the authenticator. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
})
const RequestOptions = z.object({ challenge: z.string(), rpId: z.string() })

export interface Twist {
  origin?: string
  rp_id?: string
  challenge?: string
  type?: string
  /** The authenticator did not verify the person by a finger or a PIN. */
  unverified?: true
  count?: number
  user_handle?: string
  tampered_signature?: true
}

/**
 * A browser and its authenticator in one, as WebAuthn Level 3 describes them: a key on P-256, attestation «none». A twist is
 * one thing that it does wrong.
 */
export function createSoftwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let count = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    credential_id: credential.id,

    create(given: unknown, twist: Twist = {}) {
      const { challenge, rp, user } = CreationOptions.parse(given)
      userHandle = user.id
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key])
      const authData = Buffer.concat([head(twist.rp_id ?? rp.id, flagsOf(twist, 0x40), count), attested])
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', cborMap([])],
        ['authData', authData],
      ])
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, twist).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    get(given: unknown, twist: Twist = {}) {
      const { challenge, rpId } = RequestOptions.parse(given)
      count = twist.count ?? count + 1
      const data = clientData('webauthn.get', challenge, twist)
      const authData = head(twist.rp_id ?? rpId, flagsOf(twist, 0), count)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      const signed = twist.tampered_signature ? sign('sha256', Buffer.from('another'), privateKey) : signature
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signed.toString('base64url'),
          userHandle: twist.user_handle ?? userHandle,
        },
      }
    },
  }
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const head = (rpId: string, flags: number, count: number): Buffer =>
  Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(count)])
/** Present, verified unless twisted, and what else is said. */
const flagsOf = ({ unverified }: Twist, more: number): number => 0x01 | (unverified ? 0 : 0x04) | more

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** As much of CBOR (RFC 8949) as an attestation needs. A Buffer is a byte string, unless it is a map made here. */
type Cbor = number | string | Buffer

const maps = new WeakSet<Buffer>()

function cborMap(entries: readonly [Cbor, Cbor][]): Buffer {
  const map = Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)]),
  ])
  maps.add(map)
  return map
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  return maps.has(value) ? value : Buffer.concat([cborHead(2, value.length), value])
}

const cborHead = (kind: number, count: number): Buffer =>
  count < 24
    ? Buffer.from([(kind << 5) | count])
    : count < 256
      ? Buffer.from([(kind << 5) | 24, count])
      : Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(count)])
