import { z } from 'zod'

const Documents = z.object({
  documents: z.array(z.object({ id: z.string(), ttn: z.string(), status: z.string(), deleted: z.boolean() })),
})

interface Parcel {
  ttn: string
  license_key: string
  amount: number
}

/**
 * A second hand at the provider, which knows nothing of us: it makes documents for parcels of the shop, removes some
 * that wait and has some paid, ours or its own. What it does is listed in `done`.
 */
export function startSecondHand(controlUrl: string, parcels: readonly Parcel[], random: () => number) {
  const done = { made: 0, removed: 0, paid: 0 }
  const any = <One>(all: readonly One[]): One | undefined => all[Math.floor(random() * all.length)]

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(controlUrl + path, { method, ...text })
    return answer.ok ? answer.json() : null
  }
  const make = async (): Promise<void> => {
    const parcel = any(parcels)
    if (parcel === undefined) return
    const { ttn, license_key, amount: total_sum } = parcel
    if ((await call('POST', '/ettn', { ttn, license_key, total_sum })) !== null) done.made += 1
  }
  const aWaitingDocument = async () => {
    const { documents } = Documents.parse(await call('GET', '/ettn'))
    return any(documents.filter(({ deleted, status }) => !deleted && status === 'CREATED'))
  }
  const remove = async (): Promise<void> => {
    const document = await aWaitingDocument()
    if (document && (await call('DELETE', `/ettn/${document.id}`)) !== null) done.removed += 1
  }
  const pay = async (): Promise<void> => {
    const document = await aWaitingDocument()
    if (document && (await call('POST', `/ettn/${document.id}/pay`)) !== null) done.paid += 1
  }

  return {
    done,
    act: (): Promise<void> => (random() < 0.5 ? make() : random() < 0.6 ? remove() : pay()),
  }
}
